/** Makes the request of a case from a valid one. */

import type { HttpRequest } from "../../oauth1/http-request.ts";
import type { Pairs, ReceivedCase, TextChange } from "./case.ts";
import { type Draft, FORM_TYPE, isForm, joinPairs, withProtocol, write } from "./draft.ts";
import type { ValidRequests } from "./valid-requests.ts";

/** The request of a case, and what it is made from. */
export interface MadeRequest {
  /** The valid request, before the case changes it. */
  readonly unchanged: Draft;
  /** What the client signs. */
  readonly signed: Draft;
  /** What the server receives; differs from `signed` if the request is changed after signing. */
  readonly received: Draft;
  readonly request: HttpRequest;
}

/** Why a case cannot be tried. */
export const NEEDS_HARMLESS = "needs --repeats-are-harmless";
export const NO_SECRET = "the client has no secret";
export const NO_KEY = "the client has no RSA key";
export const NO_OTHER = "needs a second client: --other-consumer-key and --other-consumer-secret-file";
export const NO_DIFFERENCE = "the change makes no difference for the good request";

/** How many valid requests are tried until the change has an effect: for example, not every signature has a plus sign. */
const MOST_TRIES = 40;

/** Makes the request of a case, or returns why these valid requests do not allow it. */
export function makeRequest(one: ReceivedCase, valid: ValidRequests): MadeRequest | string {
  let made = tryRequest(one, valid);
  for (let tries = 1; made === NO_DIFFERENCE && tries < MOST_TRIES; tries++) made = tryRequest(one, valid);
  return made;
}

function tryRequest(one: ReceivedCase, valid: ValidRequests): MadeRequest | string {
  const start = startOf(one, valid);
  if (typeof start === "string") return start;
  const unchanged = withPairs(start, one, 0);
  const signed = (one.signed ?? same)(unchanged);
  const key = one.signer?.(valid, signed) ?? valid.key;
  if (typeof key === "string") return key;
  const sign = (draft: Draft): string => valid.sign(draft, key);
  const right = sign(signed);
  const received = (one.sent ?? same)(withPairs(start, one, 1), right);
  const isUsual = /^(?:GETX?|HEAD)$/.test(received.method) || received.method === valid.fresh().method;
  if (!isUsual && !valid.mayChangeMethod) return NEEDS_HARMLESS;
  const { signature: replaced = right } = one;
  const signature = typeof replaced === "string" ? replaced : replaced(right, received, sign, key);
  const written = write(received, signature);
  const edited = (one.edit ?? same)(written, received, sign);
  const request = one.header === undefined ? edited : withHeader(edited, one.header);
  const isUnchanged =
    (one.header !== undefined && JSON.stringify(request) === JSON.stringify(edited)) ||
    (one.signature !== undefined && signature === right);
  return isUnchanged ? NO_DIFFERENCE : { unchanged, signed, received, request };
}

/** The request with another value of its Authorization header. */
function withHeader(request: HttpRequest, change: TextChange): HttpRequest {
  const headers = request.headers.map(
    ([name, value]) => [name, name === "Authorization" ? changed(value, change) : value] as const,
  );
  return { ...request, headers };
}

function changed(text: string, change: TextChange): string {
  if (typeof change === "function") return change(text);
  return typeof change === "string" ? change : text.replace(...change);
}

function same<Value>(value: Value): Value {
  return value;
}

/** The valid request without the parameters of the case. */
function startOf(one: ReceivedCase, valid: ValidRequests): Draft | string {
  const { mayChangeMethod } = valid;
  let draft = valid.fresh();
  if (one.form !== undefined && !isForm(draft)) {
    if (!mayChangeMethod) return "the good request has no form, and --repeats-are-harmless is not given";
    draft = { ...draft, method: "POST", contentType: FORM_TYPE, body: "" };
  }
  if (one.body !== undefined) {
    const method = /^(?:GET|HEAD)$/.test(draft.method) ? "POST" : draft.method;
    draft = { ...draft, method, contentType: one.body.type, body: one.body.text };
  }
  if (one.contentType !== undefined) draft = { ...draft, contentType: one.contentType };
  if (one.method !== undefined) draft = { ...draft, method: one.method };
  if (one.realm !== undefined) draft = { ...draft, realm: one.realm };
  if (one.header !== undefined) draft = { ...draft, place: "header" };
  if (one.place !== undefined) draft = { ...draft, place: one.place };
  const { protocol = {} } = one;
  return withProtocol(draft, typeof protocol === "function" ? protocol(draft, valid) : protocol);
}

/** The draft with the parameters of the case: as signed (index 0) or as sent (index 1). */
function withPairs(draft: Draft, { query = "", form = "" }: ReceivedCase, index: 0 | 1): Draft {
  const text = (pairs: Pairs): string => (typeof pairs === "string" ? pairs : pairs[index]);
  return { ...draft, query: joinPairs(draft.query, text(query)), body: joinPairs(draft.body, text(form)) };
}
