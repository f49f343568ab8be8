/** Turns an HTTP response of the gateway into the answer, or into an error with the reason why it contains no answer. */

import { quote } from "../oauth1/errors.ts";
import { utf8Octets } from "../platform/index.ts";
import { REDACTED, type RedactorOptions } from "../redaction/index.ts";
import { ANSWER_READERS, type Answers, type GatewayStatus, isFailed, isPartOfStatus, isStatus } from "./answers.ts";
import {
  ACCESS_DENIED_HINT,
  CHECK_ORDER_STATUS,
  GatewayArgumentError,
  type GatewayErrorCode,
  GatewayResponseError,
} from "./errors.ts";
import { OPERATIONS, type Operation, type OperationName, operationNamed } from "./operations.ts";
import { gatewayRedactor } from "./redactors.ts";
import { decodedBody, parseBody } from "./response-body.ts";

/** A response as the gateway sent it. */
export interface GatewayResponse {
  /** The HTTP status. @default 200 */
  readonly status?: number | undefined;
  /** The value of the Content-Type header. @default "text/html;charset=utf-8" */
  readonly contentType?: string | undefined;
  /** Octets, or text, which is read as UTF-8. */
  readonly body: string | Uint8Array;
  /** The order id that was sent; an answer to another order is an error. @default not compared */
  readonly clientOrderId?: string | undefined;
}

/**
 * Parses the response to an operation: form-encoded pairs, or JSON, depending on the Content-Type. For programs that send
 * their requests with another HTTP client.
 *
 * @param operation - the name of a row of `OPERATIONS`
 * @throws {@link GatewayArgumentError} for an unknown operation, or a body that is neither text nor octets
 * @throws {@link GatewayResponseError} if the gateway did not carry out the operation, or the response is not a valid answer
 *
 * @example
 * ```ts
 * import { parseGatewayResponse } from "countersign/gateway";
 *
 * const body = "type=create-card-ref-response\n&card-ref-id=1000000001\n&status=approved\n";
 * parseGatewayResponse("createCardRef", { body }).cardRefId; // => "1000000001"
 * ```
 */
export function parseGatewayResponse<Name extends OperationName>(
  operation: Name,
  { status = 200, contentType, body, clientOrderId }: GatewayResponse,
): Answers[(typeof OPERATIONS)[Name]["answer"]] {
  if (!Object.hasOwn(OPERATIONS, operation)) {
    const known = Object.keys(OPERATIONS).join(", ");
    throw new GatewayArgumentError("operation", `expected one of ${known}, got ${quote(operation)}`);
  }
  const octets = typeof body === "string" ? utf8Octets(body) : body;
  if (!(octets instanceof Uint8Array)) {
    throw new GatewayArgumentError("body", `expected text or a Uint8Array, got ${quote(body)}`);
  }
  const answer = readAnswer({ status, contentType, octets }, operationNamed(operation), {}, { ids: { clientOrderId } });
  return answer as Answers[(typeof OPERATIONS)[Name]["answer"]];
}

/** A response whose body was read as far as it arrived. */
export interface ReceivedResponse {
  readonly status: number;
  readonly contentType: string | undefined;
  /** The target of a redirect. */
  readonly location?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** Whether `fetch` followed a redirect, so that the response does not answer the signed request. */
  readonly isRedirected?: boolean | undefined;
  readonly octets: Uint8Array;
  /** Why the body is incomplete. */
  readonly cutOff?: CutOff | undefined;
}

export interface CutOff {
  readonly code: Extract<GatewayErrorCode, "timeout" | "aborted" | "response-cut-off" | "response-too-large">;
  readonly message: string;
  readonly cause?: unknown;
}

const KEPT_CHARACTERS = 4096;
/** Enough for the messages of the gateway. */
const QUOTED_CHARACTERS = 300;

/** The ids of the order that a request was for. */
interface SentIds {
  readonly clientOrderId?: string | undefined;
  readonly orderId?: string | undefined;
}

/** Selects the ids among the arguments of a call. */
export function idsOf({ clientOrderId, orderId }: Partial<Record<keyof SentIds, unknown>>): SentIds {
  const text = (id: unknown): string | undefined => (typeof id === "string" ? id : undefined);
  return { clientOrderId: text(clientOrderId), orderId: text(orderId) };
}

interface Sent {
  readonly ids: SentIds;
  /** Whether the gateway may have accepted an earlier attempt. */
  readonly mayBeAccepted?: boolean;
}

/**
 * @param hidden - the secrets and the card data of this call, which no error shows
 * @throws {@link GatewayResponseError}
 */
export function readAnswer(
  response: ReceivedResponse,
  { answer: kind, movesMoney }: Operation,
  hidden: RedactorOptions,
  { ids, mayBeAccepted = false }: Sent,
): Answers[keyof Answers] {
  const { status, contentType, octets, cutOff, retryAfterSeconds } = response;
  // Creating a redactor costs more than the rest of an answer, so it is only created for a failure.
  const redact = (text: string): string => gatewayRedactor(hidden).text(text);
  // The text is redacted before it is shortened, because half of a secret would not be recognized.
  const show = (piece: string): string => quote(redact(piece));
  const { fields: parsed, problem } = parseBody(contentType, octets, show);
  const fields = Object.fromEntries(parsed);
  const shown = (): Fields => redactedFields(fields, hidden);
  const fail: Fail = (code, message, { hint, cause, isUnclear = !CLEAR_CODES.includes(code) } = {}) => {
    const body = redact(decodedBody(contentType, octets)).slice(0, KEPT_CHARACTERS);
    const kept = { status, contentType: contentType && redact(contentType), body, fields: shown() };
    const checkStatus = movesMoney && (isUnclear || mayBeAccepted) ? CHECK_ORDER_STATUS : undefined;
    const hints = [hint, checkStatus].filter((one) => one !== undefined).join("\n");
    throw new GatewayResponseError(code, redact(message), kept, { cause, hint: hints || undefined, retryAfterSeconds });
  };

  checkRedirect(response, show, fail);
  if (cutOff !== undefined) fail(cutOff.code, cutOff.message, cutOff);
  if (problem === undefined) {
    checkOrder(fields, ids, show, fail);
    checkOutcome(shown, ANSWER_READERS[kind].reportsFailures ? { ...fields, status: "" } : fields, fail);
  }
  // A declined order as JSON may have an HTTP status other than 200.
  if (fields.type !== ANSWER_READERS.status.type || status >= 500) checkHttpStatus(status, fields, shown, fail);
  if (problem !== undefined) fail(problem.code, problem.message);
  checkFields(fields, kind, fail);
  const common = { serialNumber: fields["serial-number"], status: statusOf(fields), fields };
  return ANSWER_READERS[kind].read(common);
}

type Fields = Readonly<Record<string, string>>;

/** `isUnclear`: the response does not show whether the gateway carried out the operation. */
type Fail = (
  code: GatewayErrorCode,
  message: string,
  more?: { readonly hint?: string; readonly cause?: unknown; readonly isUnclear?: boolean },
) => never;

/** With these codes the gateway did not carry out the operation. */
const CLEAR_CODES: readonly GatewayErrorCode[] = ["access-denied", "validation-error", "error", "declined"];

function checkRedirect(
  { status, location, isRedirected = false }: ReceivedResponse,
  show: (text: string) => string,
  fail: Fail,
): void {
  // Browsers report a redirect that was not followed as status 0.
  if (!isRedirected && status !== 0 && (status < 300 || status > 399)) return;
  const where = location === undefined ? "" : ` to ${show(location)}`;
  const found = isRedirected ? "the answer to a redirected request" : `a redirect (${status})${where}`;
  fail("redirected", `expected an answer, got ${found}`, { hint: REDIRECT_HINT, isUnclear: isRedirected });
}

const REDIRECT_HINT =
  "the signature is valid for one URL only, so a redirect must not be followed; correct origin and pathPrefix of the environment";

/** Throws the gateway's own errors, which in JSON may have an HTTP status other than 200. */
function checkOutcome(shown: () => Fields, { type, status = "" }: Fields, fail: Fail): void {
  if (type === "validation-error" || type === "error") fail(type, errorMessage(shown(), type));
  if (isFailed(status)) fail(status === "error" ? "error" : "declined", errorMessage(shown(), status));
}

function checkHttpStatus(status: number, fields: Fields, shown: () => Fields, fail: Fail): void {
  if (status === 401 || status === 403) {
    fail("access-denied", `the gateway answered ${status}`, { hint: ACCESS_DENIED_HINT });
  }
  // An error in JSON has its own HTTP status, and may lack a type.
  if (status >= 400 && fields["error-message"] !== undefined) fail("error", errorMessage(shown(), "error"));
  if (status < 200 || status > 299) fail("http-status", `expected status 200, got ${status}`);
}

/** Ids that the next request needs, although they can be as long as a card number. */
const IDENTIFIER_RE = /^(?:[a-z-]*-id|serial-number)$/; // paynet-order-id, card-ref-id

function redactedFields(fields: Fields, hidden: RedactorOptions): Fields {
  const { text: redact } = gatewayRedactor(hidden);
  const redactValue = (name: string, value: string): string => {
    if (/cv[vc]2?$/i.test(name)) return REDACTED;
    // An id may have three or four digits, as a cvv2 does.
    if (IDENTIFIER_RE.test(name)) return gatewayRedactor({ ...hidden, cvv2: [], publicTexts: [value] }).text(value);
    return redact(value);
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [redact(name), redactValue(name, value)]));
}

function checkFields(fields: Fields, kind: Operation["answer"], fail: Fail): void {
  const { type, status } = fields;
  const { type: expected, otherTypes, missing: missingIn } = ANSWER_READERS[kind];
  if (type !== expected && !otherTypes?.test(type ?? "")) {
    fail("response-malformed", `expected the type ${expected}, got ${type === undefined ? "none" : quote(type)}`);
  }
  const missing = missingIn(fields);
  if (missing !== undefined) fail("response-cut-off", `the answer has no ${missing}`);
  // Without line feeds, the end of the last value can be missing unnoticed.
  if (status !== undefined && isPartOfStatus(status)) {
    fail("response-cut-off", `expected a whole status, got ${quote(status)}`);
  }
}

/** The status, or `unknown` if no document lists it, as happens with some operations. */
function statusOf({ status = "processing" }: Fields): GatewayStatus {
  return isStatus(status) ? status : "unknown";
}

/** Rejects the answer to another order, due to a proxy or a fault. */
function checkOrder(fields: Fields, ids: SentIds, show: (text: string) => string, fail: Fail): void {
  for (const [name, sent] of [
    ["merchant-order-id", ids.clientOrderId],
    ["paynet-order-id", ids.orderId],
  ] as const) {
    const received = fields[name];
    if (sent === undefined || received === undefined || received === sent.trim()) continue;
    fail("response-for-other-order", `expected an answer to the order ${show(sent)}, got ${name} ${show(received)}`);
  }
}

/** @param shown - the fields, redacted */
function errorMessage(shown: Fields, kind: string): string {
  const code = shown["error-code"];
  const message = shown["error-message"];
  const text = message === undefined ? "without a message" : quote(message, QUOTED_CHARACTERS);
  return `the gateway answered ${kind}${code === undefined ? "" : ` (error-code ${quote(code)})`}: ${text}`;
}
