/**
 * From an HTTP response to an answer, or to the error that says why there is none.
 *
 * @module
 */

import { quote } from "../oauth1/errors.ts";
import { type Answers, answerOf, BAD_STATUSES, GOOD_STATUSES, missingIn } from "./answers.ts";
import { formOfBody, readBodyFields } from "./body-text.ts";
import { type GatewayErrorCode, GatewayResponseError } from "./errors.ts";
import { accessDeniedHint, MAY_HAVE_BEEN_TAKEN } from "./hints.ts";
import { MASKED, mask } from "./mask.ts";
import type { Operation } from "./operations.ts";

/** A response whose body was read. */
export interface ReceivedResponse {
  readonly status: number;
  readonly contentType: string | undefined;
  /** Where a redirect leads. */
  readonly location?: string | undefined;
  readonly octets: Uint8Array;
  /** Why the body ends where it does, if that is not its end. */
  readonly cutOff?: "too-large" | "broken" | undefined;
}

const KEPT_CHARACTERS = 4096;
/** Long enough for what the gateway says. */
const SHOWN_CHARACTERS = 300;

/**
 * Reads an answer.
 *
 * @param maskText - takes secrets out of what is kept in an error
 * @throws {@link GatewayResponseError}
 */
export function readAnswer<Kind extends Operation["answer"]>(
  response: ReceivedResponse,
  { answer: kind, movesMoney }: { readonly answer: Kind; readonly movesMoney: boolean },
  maskText: (text: string) => string,
): Answers[Kind] {
  const { contentType, octets } = response;
  const form = formOfBody(contentType, octets);
  const read = form === "pairs" || form === "json" ? readBodyFields(form, contentType, octets) : undefined;
  const fields = Object.fromEntries(read?.fields ?? []);
  const fail: Fail = (code, message, hint) => {
    const body = maskText(Buffer.from(octets).toString("utf8")).slice(0, KEPT_CHARACTERS);
    const kept = { status: response.status, contentType, body, fields: maskFields(fields, maskText) };
    throw new GatewayResponseError(code, maskText(message), kept, hint);
  };
  // What is no clear no leaves open what became of the order.
  const failUnsure: Fail = (code, message) => fail(code, message, movesMoney ? MAY_HAVE_BEEN_TAKEN : undefined);

  if (isRedirect(response)) fail("redirected", redirectMessage(response), REDIRECT_HINT);
  refuseCutOff(response, failUnsure);
  if (read !== undefined && read.problem === undefined) refuseNo(fields, fail);
  refuseStatus(response, fields, fail, failUnsure);
  if (read === undefined) return failUnsure("response-malformed", `expected pairs, got ${whatCame(form, contentType)}`);
  if (octets.length === 0) failUnsure("response-cut-off", "the body is empty");
  if (read.problem !== undefined) failUnsure(read.problem.code, read.problem.message);
  refuseUnexpected(fields, kind, failUnsure);
  return answerOf(fields, kind) as Answers[Kind];
}

type Fields = Readonly<Record<string, string>>;
type Fail = (code: GatewayErrorCode, message: string, hint?: string) => never;

function refuseCutOff({ cutOff, octets }: ReceivedResponse, fail: Fail): void {
  if (cutOff === "too-large") fail("response-too-large", "the body is larger than an answer of the gateway");
  if (cutOff === "broken") fail("response-cut-off", `the connection broke after ${octets.length} octets of body`);
}

/** A no that the gateway says itself, whatever status it comes with: in JSON that is not always 200. */
function refuseNo(fields: Fields, fail: Fail): void {
  const { type, status = "" } = fields;
  if (type === "validation-error" || type === "error") fail(type, toldBy(fields, type));
  if (BAD_STATUSES.includes(status)) fail(status === "error" ? "error" : "declined", toldBy(fields, status));
}

function refuseStatus({ status }: ReceivedResponse, fields: Fields, fail: Fail, failUnsure: Fail): void {
  if (status === 401 || status === 403) fail("access-denied", `the gateway answered ${status}`, accessDeniedHint());
  // In JSON an error has a status of its own, and need not say its type.
  if (status >= 400 && fields["error-message"] !== undefined) fail("error", toldBy(fields, "error"));
  if (status < 200 || status > 299) failUnsure("http-status", `expected status 200, got ${status}`);
}

/** Identifiers are needed to ask again, and can be as long as a card number. */
const IDENTIFIER_RE = /^(?:[a-z-]*-id|serial-number)$/; // paynet-order-id, card-ref-id

function maskFields(fields: Fields, maskText: (text: string) => string): Fields {
  const maskValue = (name: string, value: string): string => {
    if (/cv[vc]2?$/i.test(name)) return MASKED;
    return IDENTIFIER_RE.test(name) ? value : maskText(value);
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [maskText(name), maskValue(name, value)]));
}

function refuseUnexpected(fields: Fields, kind: Operation["answer"], fail: Fail): void {
  const { type, status } = fields;
  const isExpected = kind === "card-reference" ? type === "create-card-ref-response" : type?.startsWith("async-");
  if (!isExpected) {
    const expected = kind === "card-reference" ? "create-card-ref-response" : "async-response";
    fail("response-malformed", `expected the type ${expected}, got ${type === undefined ? "none" : quote(type)}`);
  }
  const missing = missingIn(fields, kind);
  if (missing !== undefined) fail("response-cut-off", `the answer has no ${missing}`);
  if (status !== undefined && !GOOD_STATUSES.includes(status)) {
    fail("response-malformed", `expected a status of the gateway's list, got ${quote(status)}`);
  }
}

function toldBy(fields: Fields, kind: string): string {
  const code = fields["error-code"];
  const message = fields["error-message"];
  const said = message === undefined ? "without a message" : quote(mask(message), SHOWN_CHARACTERS);
  return `the gateway answered ${kind}${code === undefined ? "" : ` (error-code ${quote(code)})`}: ${said}`;
}

function isRedirect({ status }: ReceivedResponse): boolean {
  return status === 0 || (status >= 300 && status < 400);
}

const REDIRECT_HINT =
  "no redirect is followed: what was signed is good for one address only; correct origin and pathPrefix of the environment";

function redirectMessage({ status, location }: ReceivedResponse): string {
  return `expected an answer, got a redirect (${status})${location === undefined ? "" : ` to ${quote(location)}`}`;
}

function whatCame(form: string, contentType: string | undefined): string {
  return form === "page" ? "an HTML page" : quote(contentType);
}
