/**
 * What the model says to an input: the executable specification, never the signer that the vectors judge.
 *
 * @module
 */

import { Refusal } from "../../src/drivers/index.ts";
import { model } from "../../src/implementations/model.ts";
import type { StageValues, Vector } from "../../src/suite/index.ts";
import type { Draft } from "./types.ts";

/** The stages that a vector states; throws where the model refuses what the draft does not, or the reverse. */
export function expectedOf({ operation, input, mustRefuse }: Draft): Vector["expected"] {
  const stages = answer({ operation, input });
  if (stages === undefined && mustRefuse) return { refused: true };
  if (stages === undefined || mustRefuse) throw new Error(`the model ${stages ? "takes" : "refuses"} this input`);
  // The URL is a stage only where signing changes it.
  const { url, ...others } = stages;
  return input.transport === "query" ? stages : others;
}

function answer({ operation, input }: Pick<Draft, "operation" | "input">): StageValues | undefined {
  try {
    return model.operations[operation]!(input) as StageValues;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
