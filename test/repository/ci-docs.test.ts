import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readBaselineFile } from "../../src/cli/check/baseline.ts";
import { createProgram } from "../../src/cli/command-line.ts";
import { EXIT } from "../../src/cli/process/exit-codes.ts";
import { readBaseline } from "../../src/conformance/baseline/index.ts";
import { PROFILES } from "../../src/conformance/vectors/index.ts";

const docs = readFileSync("docs/ci.md", "utf8");

/** Every command line in the fenced blocks, from `countersign` on. */
function commandLines(text: string): string[] {
  const blocks = [...text.matchAll(/^```(?:sh|yaml|groovy)\n([\s\S]*?)^```/gm)].map((match) => match[1]!);
  return blocks.flatMap((block) => [...block.matchAll(/npx --no -- countersign (.*)/g)].map((match) => match[1]!));
}

/** What is wrong in a command line: there is no such command, or it does not have an option. */
function problemsOf(line: string): string[] {
  const words = line.split(" -- ")[0]!.split(/\s+/);
  let command = createProgram();
  for (const word of words) command = command.commands.find((one) => one.name() === word) ?? command;
  if (command.parent === null) return [`no command: ${line}`];
  const options = words.filter((word) => word.startsWith("--"));
  const known = command.options.map(({ long }) => long);
  return options.filter((option) => !known.includes(option)).map((option) => `${command.name()} ${option}`);
}

describe("docs/command-line.md", () => {
  test("lists every exit code, and no other", () => {
    const listed = [...readFileSync("docs/command-line.md", "utf8").matchAll(/^\| (\d+) \|/gm)].map(([, code]) =>
      Number(code),
    );
    expect(listed).toEqual(Object.values(EXIT));
  });
});

describe("docs/ci.md", () => {
  test("has only commands and options that exist", () => {
    const lines = commandLines(docs);
    expect(lines.length).toBeGreaterThan(12);
    expect(lines.flatMap(problemsOf)).toEqual([]);
  });

  test("names a ref that exists, and every input of the action", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    const { inputs } = parse(readFileSync("action.yml", "utf8")) as { inputs: Record<string, { default?: string }> };
    // A branch before the first release.
    expect(["main", `v${version}`]).toContain(/countersign@([\w.]+)/.exec(docs)![1]);
    const documented = [...docs.matchAll(/^\| `([a-z-]+)` \| /gm)].map(([, name]) => name!);
    expect(Object.keys(inputs).filter((name) => !documented.includes(name))).toEqual([]);
  });

  test.each([
    ["GitHub Actions", "cron: ", "github.event_name == 'schedule' && github.run_id || 1"],
    ["GitLab", '== "schedule"', 'SEED: $CI_PIPELINE_ID\n    - when: on_success\n  variables:\n    SEED: "1"\n'],
    ["Jenkins", "triggers { cron(", "isNightly ? env.BUILD_NUMBER : '1'"],
    ["Plain shell", "for a nightly run only", '{SEED:-1}"'],
  ])("has a fixed seed for changes and a new one for a nightly run: %s", (title, schedule, seed) => {
    const recipe = docs.split(`\n## ${title}\n`)[1]!.split("\n## ")[0]!;
    expect(recipe).toContain(schedule);
    expect(recipe).toContain(seed);
    const lines = commandLines(recipe).filter((line) => line.startsWith("check "));
    expect(lines.filter((line) => !/--seed "\$(SEED|\{SEED:-1\})"/.test(line))).toEqual([]);
  });

  test("would be caught with an option that does not exist", () => {
    expect(problemsOf("check --seed 1 --no-such-option -- ./driver")).toEqual(["check --no-such-option"]);
    expect(problemsOf("chek --seed 1")).toEqual(["no command: chek --seed 1"]);
  });

  test("names every profile and shows a baseline that can be read", () => {
    for (const id of PROFILES.keys()) expect(docs).toContain(`--profile ${id}`);
    const json = /^```json\n([\s\S]*?)^```/m.exec(docs)![1]!;
    expect(readBaseline(JSON.parse(json))).toHaveLength(6);
    expect(() => readBaselineFile("docs/ci.md", false)).toThrow(/expected a baseline in JSON/);
  });

  test("shows the example of the suite in a test runner as it is", () => {
    expect(docs).toContain(`\`\`\`js\n${readFileSync("examples/suite/oauth-sign.node-test.mjs", "utf8")}\`\`\`\n`);
  });
});
