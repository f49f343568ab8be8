/**
 * The calls of stages that a question leads to, so that most questions need not be asked again of a mutant: where the
 * stages that its fault changes give the same for the same arguments, so does everything after them.
 *
 * @module
 */

import { isDeepStrictEqual } from "node:util";
import type { Fault } from "../../src/faults/index.ts";
import type { Stages } from "../../src/model/index.ts";
import { kept } from "./cached-specification.ts";

type Stage = (...given: unknown[]) => unknown;

interface Call {
  readonly name: keyof Stages;
  readonly given: readonly unknown[];
  readonly outcome: Outcome;
}

/** What a stage gave back, or that it refused. */
type Outcome = { readonly result: unknown } | { readonly refused: string };

/** Runs something with stages that note their calls. */
export function recorded(run: (stages: Stages) => void): readonly Call[] {
  const calls: Call[] = [];
  const noting = (name: keyof Stages): Stage => {
    return (...given) => {
      const outcome = attempt(() => (kept[name] as Stage)(...given));
      calls.push({ name, given: given.filter((one) => one !== stages), outcome });
      if ("refused" in outcome) throw new Error(outcome.refused);
      return outcome.result;
    };
  };
  const names = Object.keys(kept) as (keyof Stages)[];
  const stages = Object.fromEntries(names.map((name) => [name, noting(name)])) as unknown as Stages;
  run(stages);
  return calls;
}

/** Whether a fault changes what came of any of the calls. */
export function isTouched(fault: Fault, calls: readonly Call[]): boolean {
  const stages = fault.apply(kept);
  return calls.some(
    ({ name, given, outcome }) =>
      stages[name] !== kept[name] &&
      !isDeepStrictEqual(
        attempt(() => (stages[name] as Stage)(...given, stages)),
        outcome,
      ),
  );
}

function attempt(run: () => unknown): Outcome {
  try {
    return { result: run() };
  } catch (error) {
    return { refused: String((error as Error).message) };
  }
}
