/** The results of the good request: for each signature method and place, and with each HTTP method and kind of body. */

import type { CaseResult } from "../runner/index.ts";
import { describeAnswer, isAccepted, isLost } from "./acceptance.ts";
import type { Check } from "./check.ts";
import { curlLines } from "./curl.ts";
import type { RejectedWay, ShownMistake } from "./preflight.ts";
import { describeKind, kindName, type TriedKind } from "./request-kinds.ts";
import { type ResultContext, resultOf } from "./result.ts";
import type { Outcome } from "./run-case.ts";

const CHECK: Check = {
  id: "good-request",
  title: "correctly signed request",
  rule: "rfc5849-3.2-1",
  means: "The server rejects all correct requests of this kind, so the other checks of this kind show little.",
  cases: () => ({}),
};

/** The mistake that a server shows before the checks begin. */
export function shownResult({ fault, rule }: ShownMistake, message: string, context: ResultContext): CaseResult {
  const check = { ...CHECK, title: "the good request, and a wrong one", rule, means: "No other check can be run." };
  return goodRequestResult({ name: fault, check, outcome: { ...failed(message), mistake: fault } }, context);
}

/** The good request with its protocol parameters in this place, and with this signature method. */
export function wayResult(
  { good, answer }: Pick<RejectedWay, "good"> & Partial<RejectedWay>,
  context: ResultContext,
): CaseResult {
  const { place, key } = good;
  const how = `with ${key.method}, protocol parameters in the ${place}`;
  const message = answer && `the server accepts no request ${how}: ${describeAnswer(answer)}`;
  return goodRequestResult(
    {
      name: `${place}-${key.method}`.toLowerCase(),
      check: { ...CHECK, title: `correctly signed request ${how}` },
      outcome: message === undefined ? PASSED : { ...PASSED, verdict: "not-offered", message },
    },
    context,
  );
}

/** A correctly signed request of a kind. */
export function kindResult({ kind, request, answer, explanation }: TriedKind, context: ResultContext): CaseResult {
  const rejected = `the server rejects a correctly signed ${describeKind(kind)}: ${describeAnswer(answer)}`;
  const outcomeOf = (): Outcome => {
    if (isAccepted(answer, context.acceptance, kind.method)) return PASSED;
    if (isLost(answer)) return { ...PASSED, verdict: "timed-out", message: rejected };
    if (explanation === undefined) return { ...PASSED, verdict: "not-offered", message: rejected };
    const { how, hint, fault } = explanation;
    return { ...failed(`${rejected}; it accepts the same request ${how}: ${hint}`), mistake: fault, sent: [[request]] };
  };
  const check = { ...CHECK, title: `correctly signed ${describeKind(kind)}`, rule: explanation?.rule ?? CHECK.rule };
  const curl = explanation === undefined ? [] : curlLines([[request]], context.connectTo);
  return goodRequestResult({ name: kindName(kind), check, outcome: outcomeOf(), curl }, context);
}

const PASSED: Outcome = { verdict: "pass", sent: [], answers: [] };

function failed(message: string): Outcome {
  return { ...PASSED, verdict: "fail", message };
}

function goodRequestResult(
  { name, check, outcome, curl = [] }: { name: string; check: Check; outcome: Outcome; curl?: readonly string[] },
  context: ResultContext,
): CaseResult {
  const result = resultOf({ id: `probe/${check.id}/${name}`, name, check, outcome, curl }, context);
  // Every run sends the good requests, so no command sends only this one.
  return { ...result, title: check.title, repeat: [] };
}
