/**
 * From an HTTP response to an answer, or to the error that says why there is none.
 *
 * @module
 */

import { quote } from "../oauth1/errors.ts";
import { utf8Text } from "../platform/index.ts";
import { REDACTED, type RedactorOptions } from "../redaction/index.ts";
import { type Answers, answerOf, BAD_STATUSES, GOOD_STATUSES, missingIn } from "./answers.ts";
import { formOfBody, readBodyFields } from "./body-text.ts";
import { type GatewayErrorCode, GatewayResponseError } from "./errors.ts";
import { accessDeniedHint, MAY_HAVE_BEEN_TAKEN } from "./hints.ts";
import type { Operation } from "./operations.ts";
import { gatewayRedactor } from "./redactors.ts";

/** A response whose body was read. */
export interface ReceivedResponse {
  readonly status: number;
  readonly contentType: string | undefined;
  /** Where a redirect leads. */
  readonly location?: string | undefined;
  /** Whether a redirect was followed all the same: what came is then no answer to what was signed. */
  readonly isFollowed?: boolean | undefined;
  readonly octets: Uint8Array;
  /** Why the body ends where it does, if that is not its end. */
  readonly cutOff?: CutOff | undefined;
}

/** What ended a body before its end. */
export interface CutOff {
  readonly code: Extract<GatewayErrorCode, "timeout" | "aborted" | "response-cut-off" | "response-too-large">;
  readonly message: string;
  readonly cause?: unknown;
}

/** What an answer is to. */
export interface Asked<Kind extends Operation["answer"]> {
  readonly answer: Kind;
  readonly movesMoney: boolean;
  /** Whether an earlier attempt may have been taken. */
  readonly isOpen?: boolean;
}

const KEPT_CHARACTERS = 4096;
/** Long enough for what the gateway says. */
const SHOWN_CHARACTERS = 300;

/**
 * Reads an answer.
 *
 * @param hidden - the secrets and the card data of this call, which no error shows
 * @throws {@link GatewayResponseError}
 */
export function readAnswer<Kind extends Operation["answer"]>(
  response: ReceivedResponse,
  { answer: kind, movesMoney, isOpen = false }: Asked<Kind>,
  hidden: RedactorOptions,
): Answers[Kind] {
  const { contentType, octets } = response;
  const { text: redact } = gatewayRedactor(hidden);
  const form = formOfBody(contentType, octets);
  // Redacted before it is cut short: half of a secret is not recognized.
  const show = (piece: string): string => quote(redact(piece));
  const read = form === "pairs" || form === "json" ? readBodyFields(form, contentType, octets, show) : undefined;
  const fields = Object.fromEntries(read?.fields ?? []);
  const shown = redactedFields(fields, hidden);
  const fail: Fail = (code, message, { hint, cause, isUnsure = false } = {}) => {
    const body = redact(utf8Text(octets)).slice(0, KEPT_CHARACTERS);
    const kept = { status: response.status, contentType: contentType && redact(contentType), body, fields: shown };
    const mayBeTaken = movesMoney && (isUnsure || isOpen) ? [MAY_HAVE_BEEN_TAKEN] : [];
    const hints = [...(hint === undefined ? [] : [hint]), ...mayBeTaken];
    const options = { ...(cause === undefined ? {} : { cause }), hint: hints.join("\n") || undefined };
    throw new GatewayResponseError(code, redact(message), kept, options);
  };
  // What is no clear no leaves open what became of the order.
  const failUnsure: Fail = (code, message, more) => fail(code, message, { ...more, isUnsure: true });

  refuseRedirect(response, show, fail);
  if (response.cutOff !== undefined) failUnsure(response.cutOff.code, response.cutOff.message, response.cutOff);
  if (read !== undefined && read.problem === undefined) refuseNo(shown, fields, fail);
  refuseStatus(response, shown, fail, failUnsure);
  if (read === undefined)
    return failUnsure(
      "response-malformed",
      `expected pairs, got ${form === "page" ? "an HTML page" : show(contentType ?? "")}`,
    );
  if (octets.length === 0) failUnsure("response-cut-off", "the body is empty");
  if (read.problem !== undefined) failUnsure(read.problem.code, read.problem.message);
  refuseUnexpected(fields, kind, failUnsure);
  return answerOf(fields, kind) as Answers[Kind];
}

type Fields = Readonly<Record<string, string>>;
type Fail = (
  code: GatewayErrorCode,
  message: string,
  more?: { readonly hint?: string; readonly cause?: unknown; readonly isUnsure?: boolean },
) => never;

function refuseRedirect(
  { status, location, isFollowed = false }: ReceivedResponse,
  show: (text: string) => string,
  fail: Fail,
): void {
  // A status of 0 hides a redirect that was not followed.
  if (!isFollowed && status !== 0 && (status < 300 || status > 399)) return;
  const where = location === undefined ? "" : ` to ${show(location)}`;
  const what = isFollowed ? "one that was redirected, and followed" : `a redirect (${status})${where}`;
  fail("redirected", `expected an answer, got ${what}`, { hint: REDIRECT_HINT, isUnsure: isFollowed });
}

const REDIRECT_HINT =
  "no redirect is to be followed: what was signed is good for one address only; correct origin and pathPrefix of the environment";

/** A no that the gateway says itself, whatever status it comes with: in JSON that is not always 200. */
function refuseNo(shown: Fields, { type, status = "" }: Fields, fail: Fail): void {
  if (type === "validation-error" || type === "error") fail(type, toldBy(shown, type));
  if (BAD_STATUSES.includes(status)) fail(status === "error" ? "error" : "declined", toldBy(shown, status));
}

function refuseStatus({ status }: ReceivedResponse, shown: Fields, fail: Fail, failUnsure: Fail): void {
  if (status === 401 || status === 403) {
    fail("access-denied", `the gateway answered ${status}`, { hint: accessDeniedHint() });
  }
  // In JSON an error has a status of its own, and need not say its type.
  if (status >= 400 && shown["error-message"] !== undefined) fail("error", toldBy(shown, "error"));
  if (status < 200 || status > 299) failUnsure("http-status", `expected status 200, got ${status}`);
}

/** Identifiers are needed to ask again, and can be as long as a card number. */
const IDENTIFIER_RE = /^(?:[a-z-]*-id|serial-number)$/; // paynet-order-id, card-ref-id

function redactedFields(fields: Fields, hidden: RedactorOptions): Fields {
  const { text: redact } = gatewayRedactor(hidden);
  const redactValue = (name: string, value: string): string => {
    if (/cv[vc]2?$/i.test(name)) return REDACTED;
    // An id may be a number of three or four digits, too.
    if (IDENTIFIER_RE.test(name)) return gatewayRedactor({ ...hidden, cvv2: [], publicTexts: [value] }).text(value);
    return redact(value);
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [redact(name), redactValue(name, value)]));
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

/** @param shown - the pairs, redacted */
function toldBy(shown: Fields, kind: string): string {
  const code = shown["error-code"];
  const message = shown["error-message"];
  const said = message === undefined ? "without a message" : quote(message, SHOWN_CHARACTERS);
  return `the gateway answered ${kind}${code === undefined ? "" : ` (error-code ${quote(code)})`}: ${said}`;
}
