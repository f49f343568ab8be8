import { describe, expect, test } from "vitest";
import { createReporter, REPORTER_NAMES, type Terminal } from "../../../src/conformance/reporters/index.ts";
import { terminalReporter } from "../../../src/conformance/reporters/text/terminal.ts";
import type { Corroborated, RunEvent } from "../../../src/conformance/runner/index.ts";
import { HOSTILE, UNSEEN } from "../../edge-cases.ts";
import { advice, causes, everything, failure, falsified, madeTerminal, start } from "./made.ts";

function outputOf(events: readonly RunEvent[], more: Partial<Terminal> = {}): string {
  const { terminal, out } = madeTerminal();
  const reporter = terminalReporter({ ...terminal, ...more }, advice);
  for (const event of events) reporter.listen(event);
  reporter.finish();
  return out.join("");
}

const corroborated: Corroborated = {
  references: [
    {
      implementation: { name: "other", version: "1.0", language: "" },
      compared: { vectors: 2, generated: 8 },
      outside: { octets: 3, fragment: 1, userinfo: 9, "\x1b": 4, "empty-path": 2 },
      different: 0,
      differences: [],
    },
    {
      implementation: { name: "another", version: "1.0", language: "" },
      compared: { vectors: 1, generated: 0 },
      different: 1,
      differences: [
        {
          operation: "sign",
          input: { nonce: "\u202e", privateKey: "-----BEGIN" },
          difference: { stage: "signature", expected: "a", actual: "b", index: 0 },
        },
      ],
    },
  ],
  requests: 9,
  corroborated: 8,
};
const end: RunEvent = { type: "end", milliseconds: 1 };

describe("the terminal report", () => {
  const result = failure("a", "b", 0, "request/a/1");
  const { difference: _, ...passed } = failure("", "", 0);
  const counted: RunEvent[] = [
    { ...(start(2, 1) as Extract<RunEvent, { type: "start" }>), sources: 1 },
    { type: "case", result },
    { type: "case", result: { ...passed, verdict: "pass", passedStages: ["base-string", "signature"] } },
    { type: "property", result: { ...falsified, verdict: "pass", runs: 10, notOffered: 4, failedCases: 0 } },
    { type: "corroboration", ...corroborated },
    end,
  ];
  const lastLines = [
    "✗ wrong: 2 vectors, 1 passed, 1 failed; 1 published source, and generated vectors",
    "✓ wrong: 1 property, 1 passed on 6 generated cases, 0 falsified",
    "  expected values compared with other 1.0: 2 vectors and 8 generated inputs, 0 different",
    "    19 inputs not asked: userinfo (9); \\x1b (4); octets (3); 2 other reasons (3)",
    "✗ expected values compared with another 1.0: 1 vector and 0 generated inputs, 1 different",
    '    for example: sign {"nonce":"\\u{202e}","privateKey":"…"}',
    "    first difference: signature, character 1",
    "      expected  a",
    "                ^",
    "      actual    b",
    "                ^",
    "  references checked 8 of 9 generated requests",
    "  0.0 s",
    "",
  ];

  test("ends with what was counted", () => {
    const text = outputOf(counted);
    expect(text.slice(text.indexOf("✗ wrong: 2 vectors")).split("\n")).toEqual(lastLines);
    expect(text).not.toContain("values by stage");
  });

  test("mentions references that agree only if more than usual is wanted", () => {
    const references = corroborated.references.map((one) => ({ ...one, different: 0, differences: [] }));
    const agreed: RunEvent[] = [...counted.slice(0, -2), { type: "corroboration", ...corroborated, references }, end];
    expect(outputOf(agreed)).not.toMatch(/reference|compared/);
    expect(outputOf(agreed, { isVerbose: true })).toContain("  references checked 8 of 9 generated requests\n");
  });

  test("has tables if more than usual is wanted", () => {
    const text = outputOf(counted, { isVerbose: true });
    expect(text.slice(text.indexOf("wrong 1.0\n\n")).split("\n")).toEqual([
      "wrong 1.0",
      "",
      "values by stage    passed   failed  refused disputed",
      "base-string             1        1        ·        ·",
      "signature               1        ·        ·        ·",
      "",
      "vectors by rule    passed   failed  refused disputed",
      "rfc5849-3.4.2-2         1        1        ·        ·  An HMAC-SHA1 signature is the HMAC of the bas…",
      "",
      "properties on generated requests    passed   failed not offered",
      "order-is-free                            6        ·           4  The order is free.",
      "",
      ...lastLines,
    ]);
  });

  test("counts what was not offered apart, and under no rule", () => {
    const result = { ...failure("a", "b", 0), verdict: "not-offered" as const, message: "does not support it" };
    const text = outputOf([start(2), { type: "case", result }, { type: "case", result: failure("a", "b", 0) }, end], {
      isVerbose: true,
    });
    expect(text).toMatch(/^rfc5849-3\.4\.2-2 {9}· {8}1 {8}· {8}·/m);
    expect(text).toContain(
      "✗ wrong: 1 vector, 0 passed, 1 failed, 1 not offered\n  1 vector not offered: does not support it (1)\n",
    );
  });

  test("has no tick for properties whose failures the causes of vectors explain", () => {
    const explained = { ...falsified, verdict: "explained" as const, failedCases: 0, explainedCases: 1 };
    const text = outputOf([start(1, 1), { type: "case", result }, { type: "property", result: explained }, end]);
    expect(text).toContain(
      "✗ wrong: 1 property, 0 passed on 5 generated cases, 0 falsified, 1 explained by the causes\n",
    );
  });

  test("has no tick for properties of which no case was offered, nor for vectors", () => {
    const none = { ...falsified, verdict: "not-offered" as const, runs: 9, notOffered: 9, failedCases: 0 };
    const result = { ...failure("a", "b", 0), verdict: "pass" as const };
    const passed: RunEvent = { type: "case", result };
    expect(outputOf([start(1, 1), passed, { type: "property", result: none }, end])).toContain(
      "? wrong: 1 property, 0 passed on 0 generated cases, 0 falsified, 1 not offered\n",
    );
    const some = { ...none, verdict: "pass" as const, notOffered: 0 };
    const notOffered: RunEvent = {
      type: "case",
      result: { ...result, verdict: "not-offered", message: "does not support it" },
    };
    expect(outputOf([start(1, 1), notOffered, { type: "property", result: some }, end])).toContain(
      "? wrong: 0 vectors, 0 passed, 0 failed, 1 not offered\n",
    );
  });

  test("states that no request was verified if a program sent none", () => {
    const sent = { ...start(0), unit: "request" } as RunEvent;
    expect(outputOf([sent, end])).toContain("? wrong: no request was verified\n");
  });

  test("says which vectors differ where the RFC is open, and does not count them as failures", () => {
    const result = { ...failure("a", "b", 0), verdict: "open" as const, message: "RFC 5849 leaves this open: zeros" };
    const text = outputOf([start(1), { type: "case", result }, end], { isVerbose: true });
    expect(text).toContain(
      `Differs where the RFC is open (no failures)\n  RFC 5849 leaves this open: zeros: ${result.id}\n`,
    );
    expect(text).toContain("✓ wrong: 1 vector, 0 passed, 0 failed, 1 difference where the RFC is open\n");
    expect(text).toMatch(/^vectors by rule {4}passed {3}failed {2}refused RFC open disputed$/m);
  });

  test("counts known failures apart, in a column that is there only for them", () => {
    const text = outputOf(
      [
        start(1, 1),
        { type: "case", result: { ...failure("a", "b", 0), verdict: "known-failure", known: { reason: "because" } } },
        { type: "property", result: { ...falsified, verdict: "known-failure" } },
        end,
      ],
      { isVerbose: true },
    );
    expect(text).toMatch(/^vectors by rule {4}passed {3}failed {4}known/m);
    expect(text).toContain("✓ wrong: 1 vector, 0 passed, 0 failed, 1 known failure\n");
    expect(text).toContain("✓ wrong: 1 property, 0 passed on 5 generated cases, 0 falsified, 1 known failure\n");
  });

  test("has a last line that says that the driver is broken, and no mark of success", () => {
    const problem: RunEvent = { type: "driver-problem", kind: "crashed", message: "gone", stderr: "" };
    const result = { ...failure("a", "b", 0), verdict: "pass" as const };
    const lines = outputOf([start(1), { type: "case", result }, problem, problem, end])
      .trimEnd()
      .split("\n");
    expect(lines.slice(-3, -1)).toEqual([
      "! wrong: 1 vector, 1 passed, 0 failed",
      "✗ wrong: the driver had 2 problems, so the run failed, even if every case passed",
    ]);
    const stopped: RunEvent = { type: "stopped", reason: "driver-broken", message: "gone" };
    expect(outputOf([start(1), stopped, end])).toBe(
      "! stopped early (driver-broken): gone\n\n✗ wrong: the driver is broken, so nothing was checked\n",
    );
  });

  test("counts falsified properties that are known apart, in a column that is there only for them", () => {
    const known = { ...falsified, verdict: "known-failure", knownCases: 1, failedCases: 0 } as const;
    const text = outputOf(
      [start(0, 2), { type: "property", result: known }, { type: "property", result: falsified }, end],
      { isVerbose: true },
    );
    expect(text).toMatch(/^properties on generated requests {4}passed {3}failed {4}known not offered\n/m);
    expect(text.match(/^order-is-free.*$/gm)).toEqual([
      "order-is-free                            4        ·        1           2  The order is free.",
      "order-is-free                            4        1        ·           2  The order is free.",
    ]);
    const passed = { ...falsified, verdict: "pass", failedCases: 0 } as const;
    expect(outputOf([start(0, 1), { type: "property", result: passed }, end], { isVerbose: true })).not.toContain(
      "known",
    );
  });

  test.each(["::error::owned", " ::error::owned", "##[error]owned"])(
    "obeys no implementation of the name %j",
    (name) => {
      const text = outputOf([start(1, 0, name), { type: "case", result: failure("a", "b", 0) }, end]);
      expect(text).toContain("owned");
      expect(text.split("\n").filter((line) => /^\s*::|##\w*\[/.test(line))).toEqual([]);
    },
  );

  test("obeys nothing that an implementation says, its name included", () => {
    const text = outputOf(everything());
    expect(text).not.toMatch(UNSEEN);
    expect(text.split("\n").filter((line) => /^\s*::|##\w*\[/.test(line))).toEqual([]);
  });
});

describe("every reporter", () => {
  test.each(REPORTER_NAMES)("%s says why a driver did not start, and for a reader only once", async (name) => {
    let text = "";
    const write = (part: string): void => {
      text += part;
    };
    const reporter = await createReporter(name, { ...advice, write });
    const problem: RunEvent = { type: "driver-problem", kind: "crashed", message: "no such program", stderr: "" };
    const message = "the driver sent no hello: no such program";
    const stopped: RunEvent = { type: "stopped", reason: "driver-broken", message };
    for (const event of [start(5, 0, "(unknown)"), problem, stopped, end]) reporter.listen(event);
    reporter.finish();
    // A card of the page has the message in its heading too; the others are for programs and have both events.
    const hasItTwice = name === "html" || name === "json" || name === "ndjson";
    expect(text.split("no such program")).toHaveLength(hasItTwice ? 3 : 2);
  });

  test.each(REPORTER_NAMES)("%s takes runs that never started, or never ended", async (name) => {
    for (const events of [
      [],
      [end],
      [{ type: "driver-problem", kind: "crashed", message: "", stderr: "" } as const],
      [start(5)],
    ]) {
      const reporter = await createReporter(name, { ...advice, write: () => {} });
      for (const event of events) reporter.listen(event);
      expect(() => reporter.finish()).not.toThrow();
    }
  });

  test.each(["terminal", "junit", "github", "github-summary", "html"] as const)(
    "%s has the command that repeats a failure, its message and its baseline entry",
    async (name) => {
      let text = "";
      const reporter = await createReporter(name, {
        write(part) {
          text += part;
        },
        rerun: () => "again",
        baselineEntry: () => "the-entry",
      });
      const result = failure("a", "b", 0);
      const found = causes([result.id], { title: HOSTILE, what: "the-explanation" });
      for (const event of [start(1), { type: "case", result } as const, found, end]) reporter.listen(event);
      reporter.finish();
      expect(text).toContain("again");
      expect(text).toContain("the-fault");
      expect(text).toContain("the-explanation");
      expect(text).not.toMatch(UNSEEN);
      expect(text).toContain("the-entry");
    },
  );
});
