/** Answers that are also allowed where RFC 5849 leaves a point open. */

import { specification } from "../../../model/index.ts";
import { modelAnswer } from "../../implementations/model.ts";
import { openDecisions, type StageValues, type VectorInput } from "../../vectors/index.ts";

/** Values of stages that the RFC also allows, and what the client decided. */
export interface OtherAnswer {
  readonly what: string;
  readonly stages: StageValues;
}

/** Answers with another decision on at least one open point of an input; `any` if no value is wrong. */
export function otherAnswers(input: VectorInput): readonly OtherAnswer[] | "any" {
  const decisions = openDecisions(input);
  if (decisions === "any") return "any";
  return decisions.flatMap(({ what, input: changed, apply }) => {
    const answer = modelAnswer(changed, apply(specification));
    return answer.ok ? [{ what, stages: answer.stages }] : [];
  });
}
