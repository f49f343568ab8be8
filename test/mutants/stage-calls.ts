/**
 * Records the calls of stages for a question. If the stages of a fault return the same results for the same arguments, the
 * mutant gives the same answer, so most questions do not have to be asked.
 */

import { isDeepStrictEqual } from "node:util";
import type { Fault } from "../../src/faults/index.ts";
import { type SignatureInput, type Stages, specification } from "../../src/model/index.ts";

type Stage = (...given: unknown[]) => unknown;

interface Call {
  readonly name: keyof Stages;
  readonly given: readonly unknown[];
  readonly outcome: Outcome;
}

/** The result of a stage, or its error. */
type Outcome = { readonly result: unknown } | { readonly refused: string };

export function recordStageCalls(run: (stages: Stages) => void): readonly Call[] {
  const calls: Call[] = [];
  const noting = (name: keyof Stages): Stage => {
    return (...given) => {
      const outcome = attempt(() => (cachedSpecification[name] as Stage)(...given));
      calls.push({ name, given: given.filter((one) => one !== stages), outcome });
      if ("refused" in outcome) throw new Error(outcome.refused);
      return outcome.result;
    };
  };
  const names = Object.keys(cachedSpecification) as (keyof Stages)[];
  const stages = Object.fromEntries(names.map((name) => [name, noting(name)])) as unknown as Stages;
  run(stages);
  return calls;
}

/** Whether a fault changes the result of any call. */
export function changesResult(fault: Fault, calls: readonly Call[]): boolean {
  const stages = fault.apply(cachedSpecification);
  return calls.some(
    ({ name, given, outcome }) =>
      stages[name] !== cachedSpecification[name] &&
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

const signatures = new Map<string, string>();

export const cachedSpecification: Stages = { ...specification, signature };

function signature(input: SignatureInput): string {
  if (input.privateKey === undefined) return specification.signature(input);
  const name = JSON.stringify([input.signatureMethod, input.privateKey, input.baseString]);
  const known = signatures.get(name) ?? specification.signature(input);
  signatures.set(name, known);
  return known;
}
