/** A run that could not check what it was to check is not reported as a success, although nothing failed. */

import { describe, expect, test } from "vitest";
import { createReporter, type ReporterName } from "../../../src/conformance/reporters/index.ts";
import type { RunEvent } from "../../../src/conformance/runner/index.ts";
import { advice, failure, madeTerminal, start } from "./made.ts";

/** What a reporter writes about a run in which everything passed, and about one with a part that was not checked. */
async function reportsOf(name: ReporterName): Promise<readonly [success: string, incomplete: string]> {
  const passed: RunEvent = { type: "case", result: { ...failure("", "", 0), verdict: "pass" } };
  const unchecked: RunEvent = { type: "unchecked", text: "PUT: rejected" };
  const end: RunEvent = { type: "end", milliseconds: 1 };
  const report = async (events: readonly RunEvent[]): Promise<string> => {
    const { terminal, out } = madeTerminal();
    const reporter = await createReporter(name, { ...advice, terminal, write: (text) => void out.push(text) });
    for (const event of events) reporter.listen(event);
    reporter.finish();
    return out.join("");
  };
  return [await report([start(1), passed, end]), await report([start(1), passed, unchecked, end])];
}

describe("a report of a run that checked nothing", () => {
  test.each<[ReporterName, string, string]>([
    ["terminal", "✓", "  not checked: PUT: rejected\n"],
    ["html", "All answers are correct", "<b>Not checked.</b> PUT: rejected"],
    ["github-summary", "✅", "- not checked: PUT"],
  ])("as %s shows no success, and what was not checked", async (name, success, text) => {
    const [complete, incomplete] = await reportsOf(name);
    expect(complete).toContain(success);
    expect(complete).not.toContain(text);
    expect(incomplete).not.toContain(success);
    expect(incomplete).toContain(text);
  });

  test("as JSON lists what was not checked", async () => {
    const [complete, incomplete] = await reportsOf("json");
    expect(JSON.parse(complete).implementations[0]).not.toHaveProperty("unchecked");
    expect(JSON.parse(incomplete).implementations[0].unchecked).toEqual(["PUT: rejected"]);
  });
});
