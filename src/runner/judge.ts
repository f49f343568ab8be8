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
  stageText,
  type Vector,
} from "../suite/index.ts";
import { differenceOf } from "./difference.ts";
import type { CaseResult, Difference } from "./events.ts";

type Judgement = Omit<CaseResult, "vector" | "rule">;

/** The verdict, the stages that were right, and where the first one is not. */
export function judge(vector: Vector, answer: Answer): Judgement {
  if (!answer.ok) return judgeSilence(vector, answer);
  if ("refused" in vector.expected) {
    const owed = OWED_STAGE[vector.operation];
    return fail([], differenceOf(owed, "(a refusal)", textOf(owed, answer.stages[owed])));
  }
  const passedStages: Stage[] = [];
  for (const stage of STAGES) {
    const expected = expectedStage(vector, stage);
    const actual = answer.stages[stage];
    if (expected === undefined || (actual === undefined && stage !== OWED_STAGE[vector.operation])) continue;
    const found = differenceOf(stage, stageText(stage, expected), textOf(stage, actual));
    if (found !== undefined) return fail(passedStages, found);
    passedStages.push(stage);
  }
  return { verdict: "pass", passedStages };
}

/** No value came: right where a refusal is asked for or allowed. */
function judgeSilence(vector: Vector, { error, message }: Extract<Answer, { ok: false }>): Judgement {
  if (error === "unsupported") return { verdict: "not-applicable", passedStages: [], message };
  if (error === "failed") return { verdict: "crashed", passedStages: [], message };
  if ("refused" in vector.expected) return { verdict: "pass", passedStages: [OWED_STAGE[vector.operation]] };
  if (vector.mayRefuse !== undefined) return { verdict: "refused", passedStages: [], message };
  const owed = OWED_STAGE[vector.operation];
  const expected = expectedStage(vector, owed);
  return {
    ...fail([], differenceOf(owed, expected === undefined ? "" : stageText(owed, expected), "(refused)")),
    message,
  };
}

function fail(passedStages: readonly Stage[], found: Difference | undefined): Judgement {
  return { verdict: "fail", passedStages, ...(found === undefined ? {} : { difference: found }) };
}

function textOf(stage: Stage, value: StageValue | undefined): string {
  return value === undefined ? "(nothing)" : stageText(stage, value);
}
