/**
 * A captured request as a result of a run, so that the reporters can show captures.
 *
 * @module
 */

import type { CaseResult, Verdict } from "../runner/index.ts";
import { type CapturedRequest, isRight } from "./captured.ts";
import type { RuleBook } from "./rules.ts";

/** The verdicts on what never became a request; every other problem is a failure. */
const TROUBLE: Readonly<Record<string, Verdict>> = {
  malformed: "malformed-answer",
  "too-large": "flood",
  "too-slow": "timed-out",
  "cut-off": "exited-early",
};

/** The result of one captured request. It cannot be repeated: only the client can send the request again. */
export function resultOf(captured: CapturedRequest, ruleBook: RuleBook): CaseResult {
  const { number, method, url, kind, problems, computation } = captured;
  const rule = problems[0]?.rule ?? ruleBook("signature-mismatch");
  const about = {
    id: `capture/request/${number}`,
    title: [`${method} ${url}`, kind].filter((part) => part.trim() !== "").join(", "),
    rules: [rule.id],
    rule,
    requiredStage: "valid",
  } as const;
  if (isRight(captured)) return { ...about, verdict: "pass", passedStages: ["valid"] };
  return {
    ...about,
    verdict: TROUBLE[problems[0]!.code] ?? "fail",
    passedStages: [],
    ...(computation?.difference && { difference: computation.difference }),
    message: problems.map(({ code, message }) => `${code}: ${message}`).join("; "),
  };
}
