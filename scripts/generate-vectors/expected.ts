/** Computes the expected stages of an input with the model, not with the signer under test. */

import { inProcessDriver } from "../../src/conformance/drivers/index.ts";
import { model } from "../../src/conformance/implementations/model.ts";
import { readInput, type StageValues, type Vector, type VectorInput } from "../../src/conformance/vectors/index.ts";
import type { Draft } from "./types.ts";

/** The expected stages of a vector. Throws if the model refuses the input unexpectedly, or does not refuse it as expected. */
export function expectedOf({ operation, input, mustRefuse }: Draft): Vector["expected"] {
  const stages = answer(readInput("input", operation, input));
  if (stages === undefined && mustRefuse) return { refused: true };
  if (stages === undefined || mustRefuse) throw new Error(`the model ${stages ? "accepts" : "refuses"} this input`);
  // The URL is a stage only if signing changes it.
  const { url, ...others } = stages;
  return input.transport === "query" ? stages : others;
}

const driver = inProcessDriver(model);

function answer(input: VectorInput): StageValues | undefined {
  const answered = driver.ask(input);
  if (answered instanceof Promise) throw new Error("expected a synchronous answer of the model");
  if (answered.ok) return answered.stages;
  if (answered.error === "refused") return undefined;
  throw new Error(answered.message);
}
