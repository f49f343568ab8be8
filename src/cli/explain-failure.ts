/**
 * Names the mistake behind the failures of a run: which fault, put into the specification, gives the same wrong value.
 *
 * @module
 */

import { adviceLines } from "../diagnosis/index.ts";
import { inProcessDriver } from "../drivers/index.ts";
import { FAULTS, type Fault } from "../faults/index.ts";
import { mutant } from "../implementations/index.ts";
import { type SignatureInput, type Stages, specification } from "../model/index.ts";
import type { CaseResult, Cause } from "../runner/index.ts";
import { type Stage, stageText } from "../suite/index.ts";

/** So many failures of one run are held against every fault; those after them only against the faults found till then. */
const MOST_SEARCHES = 150;

/** What stands where no value came: no fault gives it. */
const NO_VALUES = ["", "(nothing)", "(refused)", "(unsupported)"];

/** Values that come after the signature, or are it. All others stand without one, and RSA makes it slow. */
const SIGNED: readonly Stage[] = ["signature", "authorization-header", "url", "body", "valid"];

/**
 * An explainer for one run: all faults that give what an implementation gave. Up to a measure what it says of a failure
 * depends on no other one, so that the parts of a run say what the whole says.
 */
export function createExplainer(): (failure: CaseResult) => readonly Cause[] {
  const signing = { ...specification, signature: rememberingSignature() };
  const found = new Set<Fault>();
  let searches = 0;
  return (failure) => {
    const { difference } = failure;
    if (difference === undefined || NO_VALUES.includes(difference.actual)) return [];
    const suspects = searches < MOST_SEARCHES ? FAULTS : [...found];
    // A right value that a wrong vector does not expect is nobody's mistake.
    if (suspects.length === 0 || givesSame([], failure, signing)) return [];
    searches += 1;
    const isSigned = SIGNED.includes(difference.stage);
    const from = isSigned ? signing : UNSIGNED;
    const possible = isSigned ? suspects : suspects.filter(({ stage }) => stage !== "signature");
    const explaining = possible.filter((fault) => givesSame([fault], failure, from));
    for (const fault of explaining) found.add(fault);
    return explaining.map(causeOf);
  };
}

const UNSIGNED: Stages = { ...specification, signature: () => "" };

/** Most faults leave the base string as it is. */
function rememberingSignature(): Stages["signature"] {
  let last: { readonly input: string; readonly signature: string } | undefined;
  return (input: SignatureInput) => {
    const text = JSON.stringify(input);
    if (last?.input !== text) last = { input: text, signature: specification.signature(input) };
    return last.signature;
  };
}

function givesSame(faults: readonly Fault[], { vector, difference }: CaseResult, from: Stages): boolean {
  if (difference === undefined) return false;
  try {
    const answer = inProcessDriver(mutant(faults, from)).ask(vector.input);
    // The model answers at once, and refuses what a fault makes of this input.
    if (answer instanceof Promise || !answer.ok) return false;
    const value = answer.stages[difference.stage];
    return value !== undefined && stageText(difference.stage, value) === difference.actual;
  } catch {
    // A mutant refuses what its fault makes of this input.
    return false;
  }
}

function causeOf({ id, title, what, fix }: Fault): Cause {
  return { id, title, lines: adviceLines({ id, kind: "fault", title, what, fix }) };
}
