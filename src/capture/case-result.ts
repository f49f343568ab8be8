/**
 * A captured request in the words of the runner, so that whatever counts and reports runs can count and report captures.
 *
 * @module
 */

import type { CaseResult, Verdict } from "../runner/index.ts";
import { type CapturedRequest, isRight } from "./captured.ts";
import type { RuleBook } from "./rules.ts";

/** Of what never became a request; every other problem is a failure. */
const TROUBLE: Readonly<Record<string, Verdict>> = {
  malformed: "malformed-answer",
  "too-large": "flood",
  "too-slow": "timed-out",
  "cut-off": "exited-early",
};

/** The case: a question "is this request right?" that the client under test answered by sending it. */
export function caseResultOf(captured: CapturedRequest, ruleBook: RuleBook): CaseResult {
  const { number, method, url, kind, problems, computation } = captured;
  const rule = problems[0]?.rule ?? ruleBook("signature-mismatch");
  const code = problems[0]?.code;
  return {
    vector: {
      id: `capture/request/${number}`,
      comment: [`${method} ${url}`, kind].filter((part) => part.trim() !== "").join(", "),
      rule: rule.id,
      level: rule.level,
      flags: [],
      source: { kind: "generated", generator: "capture" },
      // A capture asks nothing: only the operation counts.
      input: {
        operation: "verify",
        received: { method: "", url: "", headers: [] },
        ...{ credentials: { consumerSecret: "" }, now: 0, seen: false },
      },
      expected: { valid: true },
      published: [],
    },
    rule,
    verdict: isRight(captured) ? "pass" : (TROUBLE[code ?? ""] ?? "fail"),
    passedStages: isRight(captured) ? ["valid"] : [],
    ...(computation?.difference && { difference: computation.difference }),
    ...(isRight(captured)
      ? {}
      : { message: problems.map((problem) => `${problem.code}: ${problem.message}`).join("; ") }),
  };
}
