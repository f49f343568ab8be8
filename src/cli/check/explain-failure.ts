/** Names the cause of a failure: the fault which, put into the specification, gives the same wrong value. */

import { inProcessDriver } from "../../conformance/drivers/index.ts";
import { mutant } from "../../conformance/implementations/index.ts";
import type { Cause, Difference, Run } from "../../conformance/runner/index.ts";
import { type Stage, stageText, type TestCase } from "../../conformance/vectors/index.ts";
import { fixLines } from "../../diagnosis/explanation.ts";
import { FAULTS, type Fault } from "../../faults/index.ts";
import { type SignatureInput, type Stages, specification } from "../../model/index.ts";

/** The first failures of a run are compared with every fault, later ones only with the faults found so far. */
const MOST_SEARCHES = 150;

/** Texts of missing values: no fault produces them. */
const NO_VALUES = ["", "(nothing)", "(refused)", "(unsupported)"];

/** Stages that need the signature. For all others it is not computed: RSA is slow. */
const SIGNED: readonly Stage[] = ["signature", "authorization-header", "url", "body", "valid"];

/**
 * Finds all faults that reproduce what an implementation answered; one explainer for each run. Up to {@link MOST_SEARCHES} failures, the
 * causes of one do not depend on the others, so that shards find the same causes as a whole run.
 */
export function createExplainer(): NonNullable<Run["explain"]> {
  const signing = { ...specification, signature: rememberingSignature() };
  const found = new Set<Fault>();
  let searches = 0;
  return (asked, { difference }) => {
    if (difference === undefined || NO_VALUES.includes(difference.actual)) return [];
    const candidates = searches < MOST_SEARCHES ? FAULTS : [...found];
    // Where the specification gives the same value, the vector is wrong and not the implementation.
    if (candidates.length === 0 || givesSame([], asked, difference, signing)) return [];
    searches += 1;
    const isSigned = SIGNED.includes(difference.stage);
    const from = isSigned ? signing : UNSIGNED;
    const possible = isSigned ? candidates : candidates.filter(({ stage }) => stage !== "signature");
    const explaining = possible.filter((fault) => givesSame([fault], asked, difference, from));
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

function givesSame(
  faults: readonly Fault[],
  { input }: TestCase,
  { stage, actual }: Difference,
  from: Stages,
): boolean {
  try {
    const answer = inProcessDriver(mutant(faults, from)).ask(input);
    // The model answers at once, and refuses what a fault makes of this input.
    if (answer instanceof Promise || !answer.ok) return false;
    const value = answer.stages[stage];
    return value !== undefined && stageText(stage, value) === actual;
  } catch {
    // The faulty specification cannot process this input.
    return false;
  }
}

function causeOf({ id, title, what, fix }: Fault): Cause {
  return { id, title, lines: fixLines({ id, kind: "fault", title, what, fix }) };
}
