import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { readKnownFailures } from "../../src/cli/check/baseline.ts";
import type { Plan } from "../../src/cli/check/plan.ts";
import { type CaseResult, differenceOf } from "../../src/conformance/runner/index.ts";
import { loadVectors } from "../../src/conformance/vectors/index.ts";
import { resultOf } from "../conformance/runner/made-result.ts";

const folder = mkdtempSync(join(tmpdir(), "check-baseline-"));
afterAll(() => rmSync(folder, { recursive: true }));

const [asked] = loadVectors();
const difference = differenceOf("percent-encoding", "%2A", "*")!;
const failing = resultOf(asked!, { verdict: "fail", difference });
const explained = { causes: [], differences: [], isComplete: false };

/** Concludes a run that rewrites a new baseline. Returns what is printed and the path. */
function updated(name: string, result: CaseResult, end: "complete" | "interrupted" | "broken") {
  const path = join(folder, name);
  const plan = { all: () => [] } as Pick<Plan, "all"> as Plan;
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const known = readKnownFailures({ baseline: path, updateBaseline: true }, plan);
  known.conclude({ cases: [{ asked: asked!, result }], properties: [] }, true, end);
  const text = write.mock.calls.join("");
  write.mockRestore();
  return { path, text };
}

const entriesIn = (path: string): unknown[] => JSON.parse(readFileSync(path, "utf8")).known;

describe("a baseline that is rewritten", () => {
  test("has the failures that an interrupted run explained, and no others", () => {
    expect(entriesIn(updated("explained.json", { ...failing, explained }, "interrupted").path)).toHaveLength(1);
    const { path, text } = updated("early.json", failing, "interrupted");
    expect(entriesIn(path)).toEqual([]);
    expect(text).toContain("interrupted, so failures that it had not explained yet are not in it");
  });

  test("is not written if the driver broke, and the command says so", () => {
    const { path, text } = updated("broken.json", failing, "broken");
    expect(existsSync(path)).toBe(false);
    expect(text).toContain("broken.json was not written, because the driver broke");
  });
});
