/**
 * Which vectors notice which faults.
 *
 * @module
 */

import { inProcessDriver } from "../../src/drivers/index.ts";
import type { Fault } from "../../src/faults/index.ts";
import { mutant } from "../../src/implementations/mutant.ts";
import { judge } from "../../src/runner/judge.ts";
import type { Answer, Vector } from "../../src/suite/index.ts";
import { kept } from "./kept.ts";

/** Ids of the vectors that a fault fails, by the id of the fault; refusing counts as failing where it does. */
export type Kills = ReadonlyMap<string, readonly string[]>;

/** Runs each fault as an implementation against all vectors. */
export function vectorKills(faults: readonly Fault[], vectors: readonly Vector[]): Kills {
  const right = answersOf([], vectors).map((answer) => JSON.stringify(answer));
  return new Map(
    faults.map((fault) => {
      const answers = answersOf([fault], vectors);
      // What is the right answer to the letter needs no judge, and that is most of them.
      const failed = vectors.filter(
        (vector, at) => JSON.stringify(answers[at]) !== right[at] && judge(vector, answers[at]!).verdict === "fail",
      );
      return [fault.id, failed.map(({ id }) => id)];
    }),
  );
}

function answersOf(faults: readonly Fault[], vectors: readonly Vector[]): Answer[] {
  const { ask } = inProcessDriver(mutant(faults, kept));
  return vectors.map(({ operation, input }) => ask(operation, input) as Answer);
}
