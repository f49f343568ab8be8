import { describe, expect, onTestFinished, test, vi } from "vitest";
import { liveReporter } from "../../../src/conformance/reporters/index.ts";
import type { Terminal } from "../../../src/conformance/reporters/model/reporter.ts";
import type { RunEvent } from "../../../src/conformance/runner/index.ts";
import { resultOf } from "../runner/made-result.ts";
import { advice, causes, everything, failure, madeTerminal, rule, start, vector } from "./made.ts";

function outputOf(events: readonly RunEvent[], options: Partial<Terminal> = {}): string {
  const { terminal, out } = madeTerminal();
  const reporter = liveReporter({ ...terminal, ...options }, advice);
  for (const event of events) reporter.listen(event);
  reporter.finish();
  return out.join("");
}

describe("a run at a terminal", () => {
  test("shows at the end the first failure of each kind, then which others are of that kind", () => {
    const { terminal, out } = madeTerminal();
    const reporter = liveReporter(terminal, advice);
    reporter.listen(start(12));
    for (let at = 0; at < 10; at++)
      reporter.listen({ type: "case", result: failure("a%2A", "a*", 1, `request/a/${at}`) });
    reporter.listen({ type: "case", result: failure("a%2A", "a%252A", 3, "request/b/1") });
    expect(out).toEqual([]);
    reporter.listen({ type: "end", milliseconds: 1 });
    expect(out).toHaveLength(2);
    expect(out[0]).toContain(
      "  failures: request/a/0, request/a/1, request/a/2, request/a/3, request/a/4 and 5 more\n",
    );
    expect(out[1]).not.toContain("failures:");
  });

  test("leads with the causes, each with what it explains, and then shows the other failures", () => {
    const text = outputOf([
      start(3),
      { type: "case", result: failure("a%2A", "a%252A", 3, "request/b/1") },
      { type: "case", result: failure("a%2A", "a*", 1, "request/a/1") },
      { type: "case", result: failure("a%2A", "a*", 1, "request/a/2") },
      causes(["request/a/1", "request/a/2"], { rules: ["rfc5849-3.4.2-"] }),
      { type: "end", milliseconds: 1 },
    ]);
    expect(text.split("\n").slice(0, 8)).toEqual([
      "Causes",
      "",
      "✗ The client is wrong. (the-fault)",
      "  fix: Be right.",
      "  explains 2 of 36 failures, contradicts none of 1,669 passes",
      "  failures: request/a/1, request/a/2",
      `  violates: ${rule!.statement}`,
      "  rfc5849-3.4.2-2, MUST (RFC 5849 3.4.2), by wrong 1.0",
    ]);
    expect(text.indexOf("request/b/1")).toBeGreaterThan(text.indexOf("Failures without a known cause"));
  });

  test("states no rule as violated that does not define the stage of the mistake", () => {
    const text = outputOf([
      start(1),
      { type: "case", result: failure("a%2A", "a*", 1, "request/a/1") },
      causes(["request/a/1"], { rules: ["rfc5849-3.6-"] }),
      { type: "end", milliseconds: 1 },
    ]);
    expect(text).toContain("  at request/a/1: ");
    expect(text).not.toContain("violates: ");
  });

  test("shows of a cause the shortest undisputed failure, and underlines no part of another signature", () => {
    const shown = (id: string, input: string, more: object = {}): RunEvent => {
      const [expected, actual] = ["rFAsXGNZkEGktfAFozwwrf7AZxQ=", "FieQf/SxWEx3FJvmQatv7EsTO3w="];
      return {
        type: "case",
        result: { ...failure(expected, actual, 0, id), question: { operation: "sign", input }, ...more },
      };
    };
    const text = outputOf([
      start(4),
      shown("request/a/1", "one that is long"),
      shown("request/a/2", "b", { disputed: { stage: "signature", reason: "a misprint" } }),
      shown("request/a/3", "漢字漢字"),
      shown("request/a/4", "eight888"),
      causes(["request/a/1", "request/a/2", "request/a/3", "request/a/4"]),
      { type: "end", milliseconds: 1 },
    ]);
    expect(text).toContain("  at request/a/4: ");
    expect(text).toMatch(/^ {4}expected {2}rFAs\S+\n {4}actual {4}FieQ\S+\n {2}\S/m);
  });

  const expectFew = (failures: number, hidden: string): void => {
    const events = Array.from({ length: failures }, (_, at): RunEvent => {
      const result = failure("a", "b", 0, `request/a/${at}`);
      const other = { ...rule!, id: `rule-${at % 40}` };
      return { type: "case", result: { ...result, rule: other, rules: [other.id] } };
    });
    const text = outputOf([start(failures), ...events, { type: "end", milliseconds: 1 }]);
    expect(text.match(/^✗/gm)).toHaveLength(25);
    expect(text).toContain(`15 more findings with ${hidden} failures not shown here`);
    expect(text.length).toBeLessThan(20_000);
  };
  test.each([[400, "150"]])("shows only a few of %i failures", expectFew);
  test.each([[3000, "1,125"]])("shows only a few of %i failures", { tags: ["deep"] }, expectFew);

  test("shows the worst first in full, as far as two screens have space, then a line for each", () => {
    const events = Array.from({ length: 20 }, (_, kind) =>
      Array.from({ length: kind + 1 }, (_, at): RunEvent => {
        const other = { ...rule!, id: `rule-${kind}`, statement: `Rule ${kind}.` };
        const result = failure("a", "b", 0, `request/a/${kind}-${at}`);
        return { type: "case", result: { ...result, rule: other, rules: [other.id] } };
      }),
    ).flat();
    const run: RunEvent[] = [start(210), ...events, { type: "end", milliseconds: 1 }];
    const text = outputOf(run);
    const statements = Array.from(text.matchAll(/^✗ Rule (\d+)\./gm), ([, kind]) => Number(kind));
    expect(statements).toEqual(Array.from({ length: 20 }, (_, at) => 19 - at));
    expect(text).toContain("✗ Rule 0. (rule-0, 1 failure)\n");
    expect(text).toContain("Shortened to two screens: --verbose prints everything");
    expect(text.split("\n").length).toBeLessThan(100);
    const verbose = outputOf(run, { isVerbose: true });
    expect(verbose.match(/^ {2}at request/gm)).toHaveLength(20);
    expect(verbose).not.toContain("Shortened");
  });

  test("breaks sentences between words, and keeps what people copy on one line", () => {
    const statement =
      "An implementation signs exactly the octets that it sends, whatever its HTTP library makes of them later.";
    const long = { ...rule!, statement };
    const result = { ...failure("a%2A".repeat(30), "b*".repeat(30), 0), rule: long };
    const text = outputOf([start(1), { type: "case", result }, { type: "end", milliseconds: 1 }], { width: 60 });
    const [first, second] = text.split("\n");
    expect([first, second]).toEqual([
      "✗ An implementation signs exactly the octets that it sends,",
      "  whatever its HTTP library makes of them later.",
    ]);
    expect(text).toMatch(/^ {2}run only this: countersign check --filter request\/rfc5849\/1$/m);
    expect(text.split("\n").filter((line) => line.length > 60)).toEqual([
      expect.stringMatching(/^ {4}expected {2}a/),
      expect.stringMatching(/^ {4}actual {4}b/),
      expect.stringMatching(/^ {2}run only this: /),
    ]);
  });

  test("shows problems with the driver and why a run stopped, without control characters", () => {
    const text = outputOf(everything());
    expect(text).toContain("! problem with the driver: stray-output: \\x1b[2J");
    expect(text).toContain("! stopped early (driver-broken): \\x1b[2J");
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}]/u);
  });

  test("shows the same problem once, and at the end its count and usual cause", () => {
    const problem = (stderr: string, message = "it was ended by SIGABRT"): RunEvent => ({
      type: "driver-problem",
      kind: "crashed",
      message,
      stderr,
    });
    const text = outputOf([
      start(1),
      problem("first"),
      problem("second"),
      problem("third"),
      problem("", "once"),
      { type: "end", milliseconds: 1 },
    ]);
    expect(text.split("\n").filter((line) => line !== "")).toEqual([
      "! problem with the driver: crashed: it was ended by SIGABRT",
      "  stderr: first",
      "! problem with the driver: crashed: once",
      "! problem with the driver: crashed, 3 times: it was ended by SIGABRT",
      expect.stringMatching(/^ {2}usual cause: the driver ends after a number of questions/),
      expect.stringMatching(/^ {4}\S.*--exec/),
    ]);
  });

  test("is silent about known failures, which are only counted", () => {
    const result = { ...failure("a", "b", 0), verdict: "known-failure" as const, known: { reason: "because" } };
    expect(outputOf([start(1), { type: "case", result }, { type: "end", milliseconds: 1 }])).toBe("");
  });
});

describe("progress", () => {
  test("has count and seconds, and is wiped before anything else is written", () => {
    let now = 0;
    const { terminal, out, drawn } = madeTerminal();
    const reporter = liveReporter(terminal, advice, () => now);
    reporter.listen(start(50));
    for (let index = 0; index < 50; index++) {
      now += 40;
      reporter.listen({ type: "case", result: resultOf(vector) });
    }
    reporter.listen({ type: "end", milliseconds: 1 });
    expect(drawn.slice(0, 2)).toEqual([
      "\r\x1b[Kwrong 1.0: vector 1 of 50, 0 s",
      "\r\x1b[Kwrong 1.0: vector 4 of 50, 0 s",
    ]);
    expect(drawn).toContain("\r\x1b[Kwrong 1.0: vector 25 of 50, 1 s");
    expect(drawn.at(-1)).toBe("\r\x1b[K");
    expect(out).toEqual([]);
  });

  test("of cases that nobody counted has no total", () => {
    const { terminal, drawn } = madeTerminal();
    const reporter = liveReporter(terminal, advice);
    for (const event of [start(0), { type: "property-progress", id: "l", done: 1000 } as const]) reporter.listen(event);
    // Otherwise its timer would go on while other tests run.
    reporter.finish();
    expect(drawn[0]).toBe("\r\x1b[Kwrong 1.0: property l, 1,000, 0 s");
  });

  test("counts the seconds while nothing happens", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { terminal, drawn } = madeTerminal();
    const reporter = liveReporter(terminal, advice);
    for (const event of [start(1), { type: "case", result: resultOf(vector) } as const]) reporter.listen(event);
    vi.advanceTimersByTime(2000);
    reporter.finish();
    vi.advanceTimersByTime(9000);
    const line = (seconds: number): string => `\r\x1b[Kwrong 1.0: vector 1 of 1, ${seconds} s`;
    expect(drawn).toEqual([line(0), line(1), line(2), "\r\x1b[K"]);
  });

  test("is not drawn without a terminal", () => {
    const { terminal, out } = madeTerminal();
    const { progress: _, ...unwatched } = terminal;
    const reporter = liveReporter(unwatched, advice);
    for (const event of [start(1), { type: "property-progress", id: "l", done: 1, total: 2 } as const])
      reporter.listen(event);
    reporter.finish();
    expect(out).toEqual([]);
  });
});
