/** Creates the protocol parameters of one request (RFC 5849 3.1), without the signature. */

import { randomDigits } from "../platform/index.ts";
import { bodyHash } from "./body-hash.ts";
import { kindOf, OAuth1Error, quote } from "./errors.ts";
import type { NameValue } from "./form.ts";
import { type EncodedParameter, encodeParameter } from "./parameter.ts";
import { isOctetText, type OctetText, percentEncode } from "./percent-encoding.ts";
import { type CheckedRequest, isList, notText } from "./request-to-sign.ts";
import type { SignatureMethod } from "./signature-methods.ts";

/** The client, its token and its method: the same for all requests of a signer. */
export interface Identity {
  readonly signatureMethod: SignatureMethod;
  /** `oauth_consumer_key`, `oauth_token` if the client has a token, `oauth_signature_method`. */
  readonly parameters: readonly EncodedParameter[];
}

/** @throws {@link OAuth1Error} `parameter-malformed`, `text-malformed` */
export function createIdentity(
  consumerKey: string,
  token: string | undefined,
  signatureMethod: SignatureMethod,
): Identity {
  mustBeText(consumerKey, "consumerKey");
  if (token !== undefined) mustBeText(token, "token");
  const parameters = [protocolParameter("oauth_consumer_key", consumerKey)];
  if (token !== undefined) parameters.push(protocolParameter("oauth_token", token));
  parameters.push(protocolParameter("oauth_signature_method", signatureMethod));
  return { signatureMethod, parameters };
}

function protocolParameter(name: OctetText, value: OctetText): EncodedParameter {
  return encodeParameter(name, value, "header");
}

function mustBeText(value: unknown, name: string): void {
  if (typeof value !== "string") {
    throw new OAuth1Error("parameter-malformed", `${name} must be text, got ${quote(value)}`);
  }
}

/** The protocol parameters of one request. */
export interface ProtocolOptions {
  /** Unique for its timestamp, client and token. @default 32 hexadecimal digits with 122 random bits */
  readonly nonce?: string | undefined;
  /** Whole seconds since 1970-01-01T00:00:00Z. @default now */
  readonly timestamp?: number | string | undefined;
  /** `null` omits `oauth_version`. @default "1.0" */
  readonly version?: "1.0" | null | undefined;
  /** More protocol parameters, such as `oauth_callback` and `oauth_verifier`, decoded. */
  readonly protocolParameters?: readonly NameValue[] | undefined;
  /** Adds `oauth_body_hash`: `true` uses the method's hash function, `"SHA-1"` the function in the draft. @default false */
  readonly bodyHash?: boolean | "SHA-1" | undefined;
}

/**
 * Creates a nonce (RFC 5849 3.3): 32 hexadecimal digits with 122 random bits.
 *
 * @example
 * ```ts
 * import { createNonce } from "countersign/oauth1";
 *
 * createNonce().length; // => 32
 * ```
 */
export function createNonce(): string {
  return randomDigits();
}

const VERSION: EncodedParameter = {
  name: "oauth_version",
  value: "1.0",
  origin: "header",
  encodedName: "oauth_version",
  encodedValue: "1.0",
};

/** Returns the protocol parameters in the order in which they are sent, without `oauth_signature`. */
export function protocolParameters(
  request: CheckedRequest,
  identity: Identity,
  options: Omit<ProtocolOptions, "bodyHash">,
  hashBody: boolean | "SHA-1",
): EncodedParameter[] {
  const { nonce = createNonce(), timestamp = Math.floor(Date.now() / 1000), version, protocolParameters } = options;
  const parameters = [
    ...identity.parameters,
    protocolParameter("oauth_timestamp", checkTimestamp(timestamp)),
    protocolParameter("oauth_nonce", checkNonce(nonce)),
  ];
  if (checkVersion(version) !== null) parameters.push(VERSION);
  if (hashBody !== false) {
    const hash = hashOf(request, hashBody === true ? identity.signatureMethod : "HMAC-SHA1");
    parameters.push(protocolParameter("oauth_body_hash", hash));
  }
  if (protocolParameters !== undefined) addFurther(request, parameters, protocolParameters);
  return parameters;
}

function checkTimestamp(timestamp: unknown): string {
  const text = typeof timestamp === "number" && Number.isSafeInteger(timestamp) ? String(timestamp) : timestamp;
  if (typeof text === "string" && /^[1-9][0-9]*$/.test(text)) return text;
  throw new OAuth1Error(
    "timestamp-malformed",
    `timestamp must be a positive whole number of seconds, got ${typeof timestamp === "number" ? timestamp : quote(timestamp)}`,
  );
}

/**
 * Whether a text contains a character that a terminal or a log viewer obeys instead of showing: a control character (C0,
 * C1, DEL), a line or paragraph separator, or a mark that changes the direction of text, such as U+202E.
 */
export function hasControlCharacter(text: string): boolean {
  return /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text);
}

function checkNonce(nonce: unknown): string {
  if (typeof nonce === "string" && nonce !== "" && !hasControlCharacter(nonce)) return nonce;
  throw new OAuth1Error("nonce-malformed", `nonce must be text without control characters, got ${quote(nonce)}`);
}

function checkVersion(version: unknown): unknown {
  if (version === undefined || version === null || version === "1.0") return version;
  throw new OAuth1Error("version-unsupported", `version must be "1.0", or null to omit it, got ${quote(version)}`);
}

/** A form must not have a body hash: its parameters are already signed (body hash draft 4, 3.1). */
function hashOf(request: CheckedRequest, signatureMethod: SignatureMethod): string {
  if (request.form !== undefined) throw new OAuth1Error("body-hash-conflict", "bodyHash is for a body, got a form");
  return bodyHash(request.body ?? "", signatureMethod);
}

/** Each name may occur once (RFC 5849 3.1). Names that the signer sets itself are not allowed. */
function addFurther(request: CheckedRequest, parameters: EncodedParameter[], further: readonly NameValue[]): void {
  if (!Array.isArray(further)) {
    throw new OAuth1Error("parameter-malformed", `protocolParameters must be a list of pairs, got ${kindOf(further)}`);
  }
  const taken = new Set([
    "oauth_token",
    "oauth_version",
    "oauth_signature",
    ...parameters.map(({ encodedName }) => encodedName),
  ]);
  for (const pair of further) {
    if (!isList(pair) || pair.length !== 2) {
      throw new OAuth1Error("parameter-malformed", "each of protocolParameters must be a [name, value] pair");
    }
    const [plainName, value] = pair;
    if (!isOctetText(plainName)) throw notText("each name in protocolParameters", plainName);
    const name = percentEncode(plainName);
    if (!name.startsWith("oauth_")) {
      throw new OAuth1Error("parameter-malformed", `protocolParameters must be named oauth_…, got ${quote(name)}`);
    }
    if (name === "oauth_body_hash" && request.form !== undefined) {
      throw new OAuth1Error("body-hash-conflict", "oauth_body_hash is for a body, got a form");
    }
    if (taken.has(name)) {
      throw new OAuth1Error("parameter-duplicated", `protocolParameters must not set ${quote(name)} again`);
    }
    if (!isOctetText(value)) throw notText(`${quote(name)} in protocolParameters`, value);
    taken.add(name);
    parameters.push(protocolParameter(plainName, value));
  }
}
