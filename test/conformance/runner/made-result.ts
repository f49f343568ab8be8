import type { CaseResult } from "../../../src/conformance/runner/index.ts";
import { descriptionOf } from "../../../src/conformance/runner/run.ts";
import { loadRules, type TestCase } from "../../../src/conformance/vectors/index.ts";

const rules = loadRules();

/** The result of a vector, as the runner makes it: passed, unless `more` says otherwise. */
export function resultOf(vector: TestCase, more: Partial<CaseResult> = {}): CaseResult {
  return { ...descriptionOf(vector, rules), verdict: "pass", passedStages: [], ...more };
}
