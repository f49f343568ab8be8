/** The HTTP methods and kinds of body that a run sends, and whether the server accepts a correctly signed request of each. */

import { bodyHashOf, isForm as isFormRequest, specification } from "../../model/index.ts";
import type { HttpRequest } from "../../oauth1/http-request.ts";
import { latin1Octets } from "../../platform/index.ts";
import { type Draft, FORM_TYPE, isForm, withProtocol, write } from "../cases/draft.ts";
import { unusedPair } from "../cases/unused-names.ts";
import {
  type Acceptance,
  describeAnswer,
  isAccepted,
  isBusy,
  isLost,
  isServerError,
  isUnrouted,
} from "./acceptance.ts";
import type { Case, Good } from "./check.ts";
import { type Explanation, explainRejection } from "./explain-rejection.ts";
import type { Answer, Send } from "./send.ts";

/** An HTTP method with a kind of body. */
export interface RequestKind {
  readonly method: string;
  readonly body: "none" | "form" | "JSON";
}

/** What the server did with a correctly signed request of a kind. */
export interface TriedKind {
  readonly kind: RequestKind;
  readonly request: HttpRequest;
  readonly answer: Answer;
  /** What the server accepts in place of a request that it rejects. */
  readonly explanation?: Explanation | undefined;
}

/** A method that no server has. */
const UNKNOWN_METHOD = "GETX";

/** Contains each character that cases replace. */
const NO_SIGNATURE = "bm90+/c2lnbmVkLCBidXQgYXMgbG8=";

const JSON_TEXT = '{"probe":"1"}';

/** Returns the kind of a request. */
export function kindOf(request: HttpRequest): RequestKind {
  const { method, body = new Uint8Array() } = request;
  if (isFormRequest(request)) return { method, body: "form" };
  return { method, body: body.length > 0 ? "JSON" : "none" };
}

/**
 * The kinds of the requests that a server must accept, or must accept for a case to run; each kind once. A server may drop
 * the body of GET and HEAD, and no server has to take an unknown method.
 */
export function kindsIn(cases: readonly Case[]): RequestKind[] {
  const signed = cases.flatMap((one) => (typeof one === "string" ? [] : one.filter(({ accepted }) => accepted > 0)));
  const kinds = signed
    .flatMap(({ send }) => send.map(kindOf))
    .filter(({ method, body }) => method !== UNKNOWN_METHOD && (body === "none" || !/^(?:GET|HEAD)$/.test(method)));
  return [...new Map(kinds.map((kind) => [kindName(kind), kind])).values()];
}

/** Part of the id of a result, such as `post-form`. */
export function kindName({ method, body }: RequestKind): string {
  return `${method}${body === "none" ? "" : `-${body}`}`.toLowerCase();
}

/** The kind of the good request. */
export function usualKind(good: Good): RequestKind {
  return kindOf(unsigned(good).signed(good.fresh()));
}

/** Creates requests with a constant in place of each signature, for requests that are not sent. */
export function unsigned(good: Good): Good {
  return { ...good, sign: () => NO_SIGNATURE, signed: (draft) => write(draft, NO_SIGNATURE) };
}

/** A kind in a few words, such as `POST with a form`. */
export function describeKind({ method, body }: RequestKind): string {
  return body === "none" ? method : `${method} with ${body === "form" ? "a form" : "JSON"}`;
}

/** A new draft of the good request as a request of this kind. */
export function draftOf({ method, body }: RequestKind, good: Good): Draft {
  const draft = good.fresh();
  if (body === "none") return { ...draft, method, contentType: undefined, body: "" };
  if (body === "form")
    return { ...draft, method, contentType: FORM_TYPE, body: isForm(draft) ? draft.body : unusedPair(draft) };
  const hash = specification.bodyHash(latin1Octets(JSON_TEXT), bodyHashOf(good.key.method));
  const json = { ...draft, method, contentType: "application/json", body: JSON_TEXT };
  return withProtocol(json, { oauth_body_hash: hash });
}

/**
 * Sends a correctly signed request of a kind.
 *
 * @param wrong the answer to a wrong signature
 */
export async function tryKind(
  kind: RequestKind,
  good: Good,
  { send, acceptance, wrong }: { readonly send: Send; readonly acceptance: Acceptance; readonly wrong: Answer },
): Promise<TriedKind> {
  const ofKind: Good = { ...good, fresh: () => draftOf(kind, good) };
  const request = ofKind.signed(ofKind.fresh());
  const answer = await send(request);
  const tried = { kind, request, answer };
  if (isAccepted(answer, acceptance, kind.method)) return tried;
  const hasFailed = isBusy(answer) || (isServerError(answer) && !isServerError(wrong));
  if (isLost(answer) || hasFailed || isUnrouted(answer, wrong)) return tried;
  return { ...tried, explanation: await explainRejection(ofKind, send, acceptance) };
}

/** The HTTP methods that an application is likely to have. */
const METHODS: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/**
 * What the run cannot check because the server rejects every correctly signed request of a kind. A method that the server
 * does not have is left out, because nothing handles it.
 *
 * @param accepted the kind of the good request
 * @param wrong the answer to a wrong signature
 */
export function uncheckedParts(
  tried: readonly TriedKind[],
  accepted: RequestKind,
  { acceptance, wrong }: { readonly acceptance: Acceptance; readonly wrong: Answer },
): readonly string[] {
  const isTaken = ({ answer, kind }: TriedKind): boolean => isAccepted(answer, acceptance, kind.method);
  const taken = [accepted, ...tried.filter(isTaken).map(({ kind }) => kind)];
  const rejected = tried.filter((one) => !isTaken(one) && METHODS.includes(one.kind.method));
  const methods = METHODS.flatMap((method) => {
    const example = rejected.find(({ kind, answer }) => kind.method === method && !isUnrouted(answer, wrong));
    const isChecked = example === undefined || taken.some((kind) => kind.method === method);
    return isChecked ? [] : [unchecked(method, example)];
  });
  const form = rejected.find(({ kind }) => kind.body === "form");
  const areFormsChecked = form === undefined || taken.some(({ body }) => body === "form");
  return areFormsChecked ? methods : [...methods, unchecked("forms", form)];
}

function unchecked(what: string, { kind, answer }: TriedKind): string {
  return `${what}: the server rejects a correctly signed ${describeKind(kind)}: ${describeAnswer(answer)}`;
}
