/** Finds the vectors that detect each fault. */

import { type Implementation, inProcessDriver } from "../../src/conformance/drivers/index.ts";
import { mutant } from "../../src/conformance/implementations/index.ts";
import { checkAnswer } from "../../src/conformance/runner/answers/check-answer.ts";
import type { Answer, TestCase } from "../../src/conformance/vectors/index.ts";
import type { Fault } from "../../src/faults/index.ts";
import { cachedSpecification, changesResult, recordStageCalls } from "./stage-calls.ts";

/** Ids of the vectors that detect a fault, by the id of the fault; even if a report marks the point as open in the RFC. */
export type Kills = ReadonlyMap<string, readonly string[]>;

const DETECTED: readonly string[] = ["fail", "open"];

/** The stage calls of each list of vectors, which are the same for every fault. */
const recorded = new WeakMap<readonly TestCase[], ReturnType<typeof recordStageCalls>[]>();

export function vectorKills(faults: readonly Fault[], vectors: readonly TestCase[]): Kills {
  const calls =
    recorded.get(vectors) ??
    vectors.map((vector) => recordStageCalls((stages) => void asking(mutant([], stages))(vector)));
  recorded.set(vectors, calls);
  return new Map(
    faults.map((fault) => {
      const ask = asking(mutant([fault], cachedSpecification));
      const touched = vectors.filter((_, at) => changesResult(fault, calls[at]!));
      return [
        fault.id,
        touched.filter((vector) => DETECTED.includes(checkAnswer(vector, ask(vector)).verdict)).map(({ id }) => id),
      ];
    }),
  );
}

function asking(implementation: Implementation): (vector: TestCase) => Answer {
  const { ask } = inProcessDriver(implementation);
  return ({ input }) => ask(input) as Answer;
}
