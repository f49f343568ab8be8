/**
 * Compares one answer with the right one.
 *
 * @module
 */

import {
  type Answer,
  expectedStage,
  REQUIRED_STAGE,
  STAGES,
  type Stage,
  type StageValue,
  type StageValues,
  stageText,
  type TestCase,
} from "../vectors/index.ts";
import { differenceOf } from "./difference.ts";
import type { CaseResult, Difference } from "./result.ts";

/** The part of a result that depends on the answer. */
export type AnswerCheck = Pick<CaseResult, "verdict" | "passedStages" | "difference" | "message" | "stderr">;

/** The verdict, the stages that are right, and the first difference. */
export function checkAnswer(asked: TestCase, answer: Answer): AnswerCheck {
  const { operation } = asked.input;
  const given = operation === "verify" ? asVerdict(answer) : answer;
  if (!given.ok) return { ...judgeSilence(asked, given), ...(given.stderr ? { stderr: given.stderr } : {}) };
  if ("refused" in asked.expected) {
    const owed = REQUIRED_STAGE[operation];
    return fail([], differenceOf(owed, "(a refusal)", textOf(owed, given.stages[owed])));
  }
  const passedStages: Stage[] = [];
  for (const stage of STAGES) {
    const expected = expectedStage(asked, stage);
    const actual = given.stages[stage];
    if (expected === undefined || (actual === undefined && stage !== REQUIRED_STAGE[operation])) continue;
    // Equal as they are written; most values are, and the reading of them is what costs.
    const isSame = actual === expected;
    const found = isSame ? undefined : differenceOf(stage, stageText(stage, expected), textOf(stage, actual));
    if (found !== undefined) return leniently(asked, given.stages) ?? fail(passedStages, found);
    passedStages.push(stage);
  }
  return { verdict: "pass", passedStages };
}

/** A verifier that refuses to read a request rejects it. */
function asVerdict(answer: Answer): Answer {
  return !answer.ok && answer.error === "refused" ? { ok: true, stages: { valid: false } } : answer;
}

/** A verifier may be stricter or more lenient than a vector where the vector says so. */
function leniently({ input, mayRefuse, mayAccept }: TestCase, { valid }: StageValues): AnswerCheck | undefined {
  if (input.operation !== "verify" || typeof valid !== "boolean") return undefined;
  const why = valid ? mayAccept : mayRefuse;
  if (why === undefined) return undefined;
  return { verdict: "refused", passedStages: [], message: `${valid ? "accepted" : "refused"}, as it may: ${why}` };
}

/** The verdict on an answer without a value: a refusal can be what is expected, or allowed. */
function judgeSilence(asked: TestCase, { error, message }: Extract<Answer, { ok: false }>): AnswerCheck {
  if (error === "failed") return { verdict: "crashed", passedStages: [], message };
  if (error !== "refused" && error !== "unsupported") return { verdict: error, passedStages: [], message };
  const owed = REQUIRED_STAGE[asked.input.operation];
  if (error === "refused" && "refused" in asked.expected) return { verdict: "pass", passedStages: [owed] };
  if (error === "refused" && asked.mayRefuse !== undefined) return { verdict: "refused", passedStages: [], message };
  const expected = expectedStage(asked, owed);
  const right = expected === undefined ? "(a refusal)" : stageText(owed, expected);
  // A driver must declare in its hello what it does not support.
  return { ...fail([], differenceOf(owed, right, `(${error})`)), message };
}

function fail(passedStages: readonly Stage[], found: Difference | undefined): AnswerCheck {
  return { verdict: "fail", passedStages, ...(found === undefined ? {} : { difference: found }) };
}

function textOf(stage: Stage, value: StageValue | undefined): string {
  return value === undefined ? "(nothing)" : stageText(stage, value);
}
