import type { CaseResult } from "../../../src/conformance/runner/index.ts";
import { loadRules, REQUIRED_STAGE, type TestCase, writeInput } from "../../../src/conformance/vectors/index.ts";

const rules = loadRules();

/** The result of a vector, as the runner makes it: passed, unless `more` says otherwise. */
export function resultOf(vector: TestCase, more: Partial<CaseResult> = {}): CaseResult {
  const { id, comment, rule, input } = vector;
  return {
    id,
    title: comment,
    rules: [rule],
    rule: rules.get(rule),
    requiredStage: REQUIRED_STAGE[input.operation],
    question: { operation: input.operation, input: writeInput(input) },
    repeat: ["--filter", id],
    verdict: "pass",
    passedStages: [],
    ...more,
  };
}
