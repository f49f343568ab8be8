/**
 * Which vectors notice which faults.
 *
 * @module
 */

import { type Implementation, inProcessDriver } from "../../src/conformance/drivers/index.ts";
import { mutant } from "../../src/conformance/implementations/index.ts";
import { checkAnswer } from "../../src/conformance/runner/check-answer.ts";
import type { Answer, Vector } from "../../src/conformance/vectors/index.ts";
import type { Fault } from "../../src/faults/index.ts";
import { kept } from "./cached-specification.ts";
import { isTouched, recorded } from "./stage-calls.ts";

/** Ids of the vectors that a fault fails, by the id of the fault. */
export type Kills = ReadonlyMap<string, readonly string[]>;

/** Runs each fault as an implementation against all vectors. */
export function vectorKills(faults: readonly Fault[], vectors: readonly Vector[]): Kills {
  const calls = vectors.map((vector) => recorded((stages) => void asking(mutant([], stages))(vector)));
  return new Map(
    faults.map((fault) => {
      const ask = asking(mutant([fault], kept));
      const touched = vectors.filter((_, at) => isTouched(fault, calls[at]!));
      return [
        fault.id,
        touched.filter((vector) => checkAnswer(vector, ask(vector)).verdict === "fail").map(({ id }) => id),
      ];
    }),
  );
}

function asking(implementation: Implementation): (vector: Vector) => Answer {
  const { ask } = inProcessDriver(implementation);
  return ({ input }) => ask(input) as Answer;
}
