/**
 * Finds deviations from the specification, which the gateway may tolerate, in requests that the simulator accepts. With the
 * option `strict`, the simulator rejects such requests.
 */

import { splitAuthorizationHeader } from "../../oauth1/authorization-header.ts";
import { quote } from "../../oauth1/errors.ts";
import { type HttpRequest, headerValues } from "../../oauth1/http-request.ts";
import { latin1Text } from "../../platform/index.ts";
import { nearestName } from "../../platform/similar-text.ts";
import type { Accepted } from "../../verifier/index.ts";
import { namesOfBareValues } from "../../verifier/read-parameters.ts";
import { fitsType } from "../arguments.ts";
import { configurationError } from "../errors.ts";
import type { Operation } from "../operations.ts";
import { type Arguments, makesOrder } from "./order-answers.ts";
import type { Orders } from "./orders.ts";
import { readArguments } from "./respond.ts";
import type { Route } from "./routes.ts";
import { absentParties, amountWithoutPoint, unknownReferences } from "./specification-notices.ts";

/** How the option `strict` rejects a request, by the code of its notice: as unauthorized, or with a `validation-error`. */
const REFUSALS = {
  /** The nonce was in an earlier request with another timestamp. */
  "nonce-reused": "unauthorized",
  /** The request has no `oauth_version`. */
  "version-absent": "unauthorized",
  /** A value in the Authorization header contains characters that must be percent-encoded. */
  "header-not-encoded": "unauthorized",
  /** The specification prescribes another signature method for this operation. */
  "signature-method": "unauthorized",
  /** The operation has no such parameter. */
  "parameter-unknown": "validation-error",
  /** A parameter has a value that the specification does not list. */
  "value-unknown": "validation-error",
  /** A transfer has no source or no receiver, or a payout has no account. */
  "party-absent": "validation-error",
  /** A card reference or a recurring payment is not from an earlier payment. */
  "reference-unknown": "validation-error",
  /** The amount has no decimal point. */
  "amount-without-point": "validation-error",
  /** An earlier order has the same id. */
  "order-id-repeated": "validation-error",
  /** The octets of the body are not in the charset of its Content-Type. */
  "charset-differs": "validation-error",
} as const;

/** The code of a {@link Notice}. */
export type NoticeCode = keyof typeof REFUSALS;

/**
 * The codes of all notices.
 *
 * @example
 * ```ts
 * import { NOTICE_CODES } from "countersign/gateway/simulator";
 *
 * NOTICE_CODES.includes("nonce-reused"); // => true
 * ```
 */
export const NOTICE_CODES: readonly NoticeCode[] = Object.keys(REFUSALS) as NoticeCode[];

/** A deviation from the specification. */
export interface Notice {
  readonly code: NoticeCode;
  readonly message: string;
}

export function isUnauthorized({ code }: Notice): boolean {
  return REFUSALS[code] === "unauthorized";
}

/**
 * Reads the option `strict`: the codes of the notices for which a request is rejected.
 *
 * @throws {@link GatewayError} `configuration-invalid`
 */
export function strictCodes(strict: boolean | readonly NoticeCode[]): ReadonlySet<NoticeCode> {
  if (typeof strict === "boolean") return new Set(strict ? NOTICE_CODES : []);
  const codes: readonly unknown[] = Array.isArray(strict) ? strict : [strict];
  const unknown = codes.find((code) => !NOTICE_CODES.includes(code as NoticeCode));
  if (unknown === undefined) return new Set(strict);
  throw configurationError(`strict must be true, false or codes of ${NOTICE_CODES.join(", ")}, got ${quote(unknown)}`);
}

/** A code with its messages. */
type Found = readonly [code: NoticeCode, messages: readonly (string | undefined)[]];

/** Finds the notices of an accepted request, and remembers its nonce. */
export type FindNotices = (request: HttpRequest, route: Route, accepted: Accepted) => Notice[];

/** The number of nonces to keep: more than any test sends in a row. */
const MOST_NONCES = 100_000;

export function createNoticeFinder(orders: Orders): FindNotices {
  /** The most recent nonces of all clients, with their timestamps. */
  const nonces = new Map<string, number>();

  function reusedNonce({ consumerKey, nonce, timestamp }: Accepted): string | undefined {
    const key = JSON.stringify([consumerKey, nonce]);
    const earlier = nonces.get(key);
    if (nonces.size >= MOST_NONCES) nonces.delete(nonces.keys().next().value!);
    nonces.set(key, timestamp);
    if (earlier === undefined || earlier === timestamp) return undefined;
    return `oauth_nonce was sent before, with the timestamp ${earlier}: each request needs a new one`;
  }

  return (request, { name: operationName, operation }, accepted) => {
    const { consumerKey, parameters } = accepted;
    const names = parameters.flatMap(({ name, origin }) =>
      origin === "body" && typeof name === "string" ? [name] : [],
    );
    const { args } = readArguments(parameters, operation);
    const isRepeated = makesOrder(operationName) && orders.find(consumerKey, args.clientOrderId ?? "").length > 0;
    const ofArguments = (): readonly Found[] => [
      ["signature-method", [otherMethod(operation, accepted)]],
      ["parameter-unknown", unknownNames(names, operation)],
      ["value-unknown", unknownValues(args, operation)],
      ["party-absent", absentParties(operation, args)],
      ["reference-unknown", unknownReferences(operation, args, (id) => orders.cards.find(consumerKey, id))],
      ["amount-without-point", [amountWithoutPoint(args)]],
    ];
    const found: readonly Found[] = [
      ["nonce-reused", [reusedNonce(accepted)]],
      ["version-absent", [absentVersion(accepted)]],
      ["header-not-encoded", valuesNotEncoded(request)],
      // No rules are known for an operation that only the data lists.
      ...(operationName === undefined ? [] : ofArguments()),
      ["order-id-repeated", [isRepeated ? repeatedOrder(names, operation) : undefined]],
      ["charset-differs", [otherCharset(request)]],
    ];
    return found.flatMap(([code, messages]) =>
      messages.flatMap((message) => (message === undefined ? [] : [{ code, message }])),
    );
  };
}

function absentVersion({ parameters }: Accepted): string | undefined {
  if (parameters.some(({ name }) => name === "oauth_version")) return undefined;
  return "oauth_version is absent: the specification sends 1.0";
}

function valuesNotEncoded(request: HttpRequest): string[] {
  const header = headerValues(request, "authorization")[0] ?? "";
  return namesOfBareValues(splitAuthorizationHeader(header).pairs).map(
    (name) => `the value of ${name} in the header is not percent-encoded: encode each value on its own`,
  );
}

function otherMethod({ path, methodFrom, signatureMethod }: Operation, accepted: Accepted): string | undefined {
  if (methodFrom !== "specification" || accepted.signatureMethod === signatureMethod) return undefined;
  return `${path} is to be signed with ${signatureMethod}, but the request uses ${accepted.signatureMethod}`;
}

function unknownNames(names: readonly string[], { path, parameters }: Operation): string[] {
  const known = Object.values(parameters).flatMap(({ name, otherNames = [] }) => [name, ...otherNames]);
  return names
    .filter((name) => !known.includes(name) && !name.startsWith("oauth_"))
    .map((name) => {
      const near = nearestName(name, known);
      const question = near === undefined ? "" : `; did you mean ${near}?`;
      return `${path} has no parameter ${quote(name)}${question}`;
    });
}

function unknownValues(args: Arguments, { parameters }: Operation): string[] {
  return Object.entries(args)
    .filter(([argument, value]) => parameters[argument]!.type === "boolean" && !fitsType("boolean", value))
    .map(([argument]) => `${parameters[argument]!.name} must be true or false`);
}

function repeatedOrder(names: readonly string[], { parameters: { clientOrderId } }: Operation): string {
  const { name = "", otherNames = [] } = clientOrderId ?? {};
  const sent = names.find((one) => otherNames.includes(one)) ?? name;
  return `an earlier order has the same ${sent}: status cannot find either by this id alone`;
}

/** The gateway reads values as UTF-8, so another charset is wrong for any value that is not ASCII. */
function otherCharset(request: HttpRequest): string | undefined {
  const [type = ""] = headerValues(request, "content-type");
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1] ?? "utf-8";
  if (/^(?:utf-?8|us-ascii)$/i.test(charset)) return undefined;
  const isAscii = !/%[89A-Fa-f][0-9A-Fa-f]|[\x80-\xff]/.test(latin1Text(request.body ?? new Uint8Array()));
  if (isAscii && /^(?:iso-8859|windows-125|latin)/i.test(charset)) return undefined;
  return `Content-Type names the charset ${quote(charset)}, but the gateway reads the values as UTF-8`;
}
