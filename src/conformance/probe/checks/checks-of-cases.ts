/** The checks of the probe that send cases of `src/conformance/cases`. */

import { type CaseGroup, casesOf, type Pairs, type ReceivedCase } from "../../cases/case.ts";
import { baseStringOf, isForm } from "../../cases/draft.ts";
import { type MadeRequest, makeRequest, NO_DIFFERENCE } from "../../cases/make-request.ts";
import { conflictOf, withUnusedNames } from "../../cases/unused-names.ts";
import { accepts, type Case, type Check, type Good, offers, open, rejects } from "../check.ts";

/** The checks of groups, in their order. */
export function checksOf(groups: readonly CaseGroup[]): readonly Check[] {
  return groups.flatMap((group) => (group.check === undefined ? [] : [checkOf(group, group.check)]));
}

function checkOf(group: CaseGroup, check: NonNullable<CaseGroup["check"]>): Check {
  const named = casesOf(group).flatMap((one) => namesOf(one));
  const { rule } = group;
  return {
    rule,
    ...check,
    cases: (good) => Object.fromEntries(named.map(([name, one]) => [name, () => caseOf(one, good)])),
  };
}

/** A case with its name; two cases if its parameters are sent in the query and in the form. */
function namesOf({ pairs, ...one }: ReceivedCase): readonly (readonly [name: string, one: ReceivedCase])[] {
  if (one.probe === undefined) return [];
  if (pairs === undefined) return [[one.probe, one]];
  return [
    [one.probe, { ...one, query: pairs }],
    [`${one.probe}-in-form`, { ...one, form: pairs }],
  ];
}

function caseOf(one: ReceivedCase, good: Good): Case {
  const isOpen = (one.isOpenForProbe ?? false) || (one.mayAccept ?? one.mayRefuse) !== undefined;
  const steps = stepsOf(one, good);
  if (typeof steps === "string" || !isOpen) return steps;
  return steps.map((step) => (step.otherwise === undefined ? open(step) : step));
}

function stepsOf(one: ReceivedCase, good: Good): Case {
  if (one.earlier !== undefined) return inOrder([...one.earlier, one], good);
  const steps = isAccepted(one) ? acceptance(one, good) : rejection(one, good);
  if (typeof steps === "string" || one.ifAccepted === undefined) return steps;
  const needed = madeRequest(one.ifAccepted, good);
  return typeof needed === "string" ? needed : [offers(needed.request), ...steps];
}

/** The request of a case, which adds only names that the good request does not have; or why there is no request. */
function madeRequest(one: ReceivedCase, good: Good): MadeRequest | string {
  const draft = good.fresh();
  const made = makeRequest(withUnusedNames(one, draft), good);
  return typeof made === "string" ? made : (conflictOf(one, made, draft, good.credentials) ?? made);
}

function isAccepted({ refuse = null }: ReceivedCase): boolean {
  return refuse === null;
}

/** Requests that are made from one valid request and sent one after the other. */
function inOrder(all: readonly ReceivedCase[], good: Good): Case {
  const draft = good.fresh();
  const made = all.map((one) => madeRequest(one, { ...good, fresh: () => draft }));
  const reason = made.find((one) => typeof one === "string");
  if (reason !== undefined) return reason as string;
  return all.map((one, index) => {
    const { request } = made[index] as MadeRequest;
    if (!isAccepted(one)) return rejects(request);
    return one.mayRefuse === undefined ? accepts(request) : offers(request);
  });
}

/**
 * The server must reject the request. If the request was changed after it was signed, and the server also rejects it when it
 * is signed correctly, the case proves nothing. This is tested second, because a server that accepts the changed request may
 * reject the correct one, for example if it joins values with commas.
 */
function rejection(one: ReceivedCase, good: Good): Case {
  const made = madeRequest(one, good);
  if (typeof made === "string") return made;
  const { unchanged, signed, received, request } = made;
  if (baseStringOf(signed) === baseStringOf(received)) {
    const isUnchanged = JSON.stringify(received) === JSON.stringify(unchanged);
    return isTampered(one) && isUnchanged ? NO_DIFFERENCE : [rejects(request)];
  }
  // The server need not accept the request as it was received, even with a valid signature.
  if (one.refuse !== "signature-mismatch" || (!isForm(received) && received.body !== "")) return [rejects(request)];
  const again = madeRequest(one, good) as MadeRequest;
  return [rejects(request), offers(good.signed(again.received))];
}

/** Whether a part of the request is changed after it was signed. */
function isTampered({ sent, signed, query = "", form = "" }: ReceivedCase): boolean {
  return (sent ?? signed) !== undefined || typeof query !== "string" || typeof form !== "string";
}

/** The server must accept the request, provided that it accepts a plain one with such parameters. */
function acceptance(one: ReceivedCase, good: Good): Case {
  const made = madeRequest(one, good);
  if (typeof made === "string") return made;
  const { query, form } = one;
  if (query === undefined && form === undefined) return [accepts(made.request)];
  const plain = {
    ...(query !== undefined && { query: plainer(query) }),
    ...(form !== undefined && { form: plainer(form) }),
  };
  return [offers((madeRequest(plain, good) as MadeRequest).request), accepts(made.request)];
}

/** What is signed in place of what is sent; parameters of the probe in place of unusual ones. */
function plainer(pairs: Pairs): string {
  return typeof pairs === "string" ? "probe=1" : pairs[0];
}
