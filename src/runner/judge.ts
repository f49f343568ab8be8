/**
 * Judges one answer against one vector.
 *
 * @module
 */

import {
  type Answer,
  expectedStage,
  OWED_STAGE,
  STAGES,
  type Stage,
  type StageValue,
  type StageValues,
  stageText,
  type Vector,
} from "../suite/index.ts";
import { differenceOf } from "./difference.ts";
import type { CaseResult, Difference } from "./events.ts";

type Judgement = Omit<CaseResult, "vector" | "rule">;

/** The verdict, the stages that were right, and where the first one is not. */
export function judge(vector: Vector, answer: Answer): Judgement {
  const given = vector.input.operation === "verify" ? asVerdict(answer) : answer;
  if (!given.ok) return { ...judgeSilence(vector, given), ...(given.stderr ? { stderr: given.stderr } : {}) };
  if ("refused" in vector.expected) {
    const owed = OWED_STAGE[vector.input.operation];
    return fail([], differenceOf(owed, "(a refusal)", textOf(owed, given.stages[owed])));
  }
  const passedStages: Stage[] = [];
  for (const stage of STAGES) {
    const expected = expectedStage(vector, stage);
    const actual = given.stages[stage];
    if (expected === undefined || (actual === undefined && stage !== OWED_STAGE[vector.input.operation])) continue;
    // Equal as they are written; most values are, and the reading of them is what costs.
    const isSame = actual === expected;
    const found = isSame ? undefined : differenceOf(stage, stageText(stage, expected), textOf(stage, actual));
    if (found !== undefined) return leniently(vector, given.stages) ?? fail(passedStages, found);
    passedStages.push(stage);
  }
  return { verdict: "pass", passedStages };
}

/** To refuse to look at a request is to refuse the request. */
function asVerdict(answer: Answer): Answer {
  return !answer.ok && answer.error === "refused" ? { ok: true, stages: { valid: false } } : answer;
}

/** A verifier is stricter or more lenient than the vector, as the vector lets it. */
function leniently({ input, mayRefuse, mayAccept }: Vector, { valid }: StageValues): Judgement | undefined {
  if (input.operation !== "verify" || typeof valid !== "boolean") return undefined;
  const why = valid ? mayAccept : mayRefuse;
  if (why === undefined) return undefined;
  return { verdict: "refused", passedStages: [], message: `${valid ? "accepted" : "refused"}, as it may: ${why}` };
}

/** No value came: right where a refusal is asked for or allowed. */
function judgeSilence(vector: Vector, { error, message }: Extract<Answer, { ok: false }>): Judgement {
  if (error === "failed") return { verdict: "crashed", passedStages: [], message };
  if (error !== "refused" && error !== "unsupported") return { verdict: error, passedStages: [], message };
  if (error === "refused" && "refused" in vector.expected) {
    return { verdict: "pass", passedStages: [OWED_STAGE[vector.input.operation]] };
  }
  if (error === "refused" && vector.mayRefuse !== undefined) return { verdict: "refused", passedStages: [], message };
  const owed = OWED_STAGE[vector.input.operation];
  const expected = expectedStage(vector, owed);
  const right = expected === undefined ? "(a refusal)" : stageText(owed, expected);
  // What it cannot do it should have said before it was asked.
  return { ...fail([], differenceOf(owed, right, `(${error})`)), message };
}

function fail(passedStages: readonly Stage[], found: Difference | undefined): Judgement {
  return { verdict: "fail", passedStages, ...(found === undefined ? {} : { difference: found }) };
}

function textOf(stage: Stage, value: StageValue | undefined): string {
  return value === undefined ? "(nothing)" : stageText(stage, value);
}
