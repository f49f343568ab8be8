import { describe, expect, test } from "vitest";
import { reportersFor } from "../../../src/conformance/reporters/index.ts";
import { githubText } from "../../../src/conformance/reporters/machine/github.ts";
import { githubSummaryText } from "../../../src/conformance/reporters/machine/github-summary.ts";
import { reportAtEnd } from "../../../src/conformance/reporters/model/record.ts";
import type { RunEvent } from "../../../src/conformance/runner/index.ts";
import { UNSEEN } from "../../edge-cases.ts";
import { advice, everything, failure, falsified, rule, start } from "./made.ts";

function outputOf(name: "github" | "github-summary", events: readonly RunEvent[]): string {
  let text = "";
  const write = (part: string): void => {
    text += part;
  };
  const reporter = reportAtEnd({ write, ...advice }, name === "github" ? githubText : githubSummaryText);
  for (const event of events) reporter.listen(event);
  reporter.finish();
  return text;
}

/** Failures of so many rules, some of each. */
function manyFailures(rules: number, each: number, actual = "b"): RunEvent[] {
  return Array.from({ length: rules * each }, (_, at): RunEvent => {
    const result = failure("a", actual, 0, `request/a/${at}`);
    const own = { ...rule!, id: `rule-${at % rules}` };
    return { type: "case", result: { ...result, rule: own, rules: [own.id] } };
  });
}

describe("annotations", () => {
  test("point at the driver if its file is known, and at the line that a trace names", () => {
    let text = "";
    const write = (part: string): void => {
      text += part;
    };
    const reporter = reportAtEnd({ write, ...advice, driverFile: "ci/a,b.php" }, githubText);
    const { difference: _, ...crashed } = failure("", "", 0);
    const stderr = "PHP Fatal error: boom in /home/me/ci/a,b.php on line 12";
    for (const event of [
      start(2),
      { type: "case", result: { ...crashed, verdict: "crashed", stderr } } as const,
      { type: "property", result: falsified } as const,
    ])
      reporter.listen(event);
    reporter.finish();
    expect(text).toMatch(/^::error file=ci\/a%2Cb\.php,line=12,title=crashed/m);
    expect(text).toMatch(/^::error file=ci\/a%2Cb\.php,title=order-is-free/m);
  });

  test("are one error a finding, with the block as its text", () => {
    const text = outputOf("github", [start(2), ...manyFailures(1, 3), { type: "end", milliseconds: 1 }]);
    expect(text).toBe(
      "::error title=rule-0%3A wrong 1.0 at request/a/0 and 2 more::" +
        `✗ ${rule!.statement}%0A  failures: request/a/0, request/a/1, request/a/2%0A  rule-0, MUST (RFC 5849 3.4.2), by wrong 1.0%0A  at request/a/0: ` +
        `${failure("", "", 0).title}%0A  input: POST https://photos.example.net/initiate%0A  first difference: base-string, character 1%0A    expected  a%0A` +
        "              ^%0A    actual    b%0A              ^%0A  run only this: countersign check --filter request/a/0\n",
    );
  });

  test("are no more than GitHub shows, and the last one counts the rest", () => {
    const lines = outputOf("github", [start(90), ...manyFailures(30, 3)])
      .trimEnd()
      .split("\n");
    expect(lines).toHaveLength(10);
    expect(lines[9]).toMatch(
      /^::error title=and 21 more findings::- rule-9%3A|^::error title=and 21 more findings::- rule-9:/,
    );
  });

  test("let no text start a command of its own or end the one that it is in", () => {
    const text = outputOf("github", everything());
    const lines = text.trimEnd().split("\n");
    for (const line of lines) expect(line).toMatch(/^::(error|warning) title=[^:,]*::[^\r\n]*$/);
    expect(text).not.toContain("##[");
    expect(text).not.toMatch(UNSEEN);
    expect(lines.filter((line) => line.startsWith("::warning"))).toHaveLength(1);
  });

  test("have an error if only the driver had problems", () => {
    const problem: RunEvent = { type: "driver-problem", kind: "crashed", message: "gone", stderr: "" };
    const text = outputOf("github", [start(1), problem, problem, { type: "end", milliseconds: 1 }]);
    expect(text.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^::error title=wrong 1\.0%3A problems with the driver::the driver had 2 problems, so /),
      "::warning title=wrong 1.0%3A driver%3A crashed%2C 2 times::gone",
    ]);
  });

  test("are none where nothing is wrong", () => {
    expect(outputOf("github", [start(0), { type: "end", milliseconds: 1 }])).toBe("");
  });
});

describe("the summary of a job", () => {
  test("has counts and a block a finding, and nothing in it is Markdown, HTML or a mention", () => {
    const text = outputOf("github-summary", everything());
    expect(text).toContain("| vectors | 13 | 1 | 1 | 1 | 1 | 1 |");
    expect(text).toContain("| properties | 1 | 0 | 1 | 0 | 0 | 0 |");
    expect(text).toContain("<code>request/made/2</code>");
    expect(text).not.toMatch(/<(?!\/?(?:details|summary|pre|code|i|p)>)/);
    expect(text).not.toMatch(UNSEEN);
    const hostile = outputOf("github-summary", [
      start(1),
      { type: "case", result: failure("x", "[a](b) @team `x` **y** $z$", 0) },
    ]);
    expect(hostile).not.toMatch(/@team|\]\(|`x`|\*\*y/);
  });

  test("has no empty line inside a block, so that GitHub reads no Markdown there", () => {
    for (const block of outputOf("github-summary", everything()).split("<details>").slice(1))
      expect(block.split("</details>")[0]).not.toMatch(/\n\s*\n/);
  });

  test("stays under the size that GitHub takes", { tags: ["deep"] }, () => {
    const text = outputOf("github-summary", [start(9000), ...manyFailures(3000, 3, "b".repeat(300))]);
    expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
    expect(text).toMatch(/\d+ more blocks exceed the size limit of GitHub and are not shown\.\n$/);
  });
});

describe("the reporter inside GitHub Actions", () => {
  test("writes annotations and summary by default, and neither elsewhere", () => {
    expect(reportersFor({})).toEqual([]);
    expect(reportersFor({ GITHUB_ACTIONS: "true" })).toEqual([{ name: "github" }]);
    expect(reportersFor({ GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: "/x" })).toEqual([
      { name: "github" },
      { name: "github-summary", file: "/x" },
    ]);
  });
});
