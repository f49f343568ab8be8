/** Reads what the protocol parameters claim (RFC 5849 3.1, 3.2, 3.3). It checks each claim that needs no key. */

import { quote } from "../oauth1/errors.ts";
import { hasControlCharacter } from "../oauth1/protocol-parameters.ts";
import { HASH_OCTETS, methodTraits, type SignatureMethod } from "../oauth1/signature-methods.ts";
import { VerifierConfigurationError } from "./configuration-error.ts";
import { addLimitProblem, hasMoreOctets } from "./limits.ts";
import type { Policy } from "./policy.ts";
import type { Parameters } from "./read-parameters.ts";
import { type ProtocolParameters, protocolValue } from "./read-protocol-parameters.ts";
import { addProblem, type Problems } from "./rejections.ts";
import type { BodyCoverage, Problem } from "./verdict.ts";

/** The claims of a request, well-formed but not proven. */
export interface Claims {
  readonly consumerKey: string;
  readonly token: string | undefined;
  readonly signatureMethod: SignatureMethod;
  readonly signature: string;
  readonly timestamp: number;
  readonly nonce: string;
  readonly bodyHash: string | undefined;
  /** The verifier's clock when it checked the timestamp, in whole seconds. */
  readonly now: number;
}

/** Checks every claim and adds all problems, not only the first. */
export function readClaims(
  protocol: ProtocolParameters,
  isSecure: boolean,
  policy: Policy,
  problems: Problems,
): Claims | undefined {
  const before = problems.length;
  const consumerKey = required("oauth_consumer_key", protocol, problems);
  const token = protocolValue(protocol, "oauth_token");
  const methodName = required("oauth_signature_method", protocol, problems);
  const signatureText = required("oauth_signature", protocol, problems);
  const seconds = required("oauth_timestamp", protocol, problems);
  const nonceText = required("oauth_nonce", protocol, problems);
  if (policy.requireVersion) required("oauth_version", protocol, problems);
  checkVersion(protocolValue(protocol, "oauth_version"), problems);
  const signatureMethod = readMethod(methodName, isSecure, policy, problems);
  const now = clockOf(policy);
  const timestamp =
    seconds === undefined ? undefined : readTimestamp(seconds, now, policy.clockToleranceSeconds, problems);
  const nonce = nonceText === undefined ? undefined : readNonce(nonceText, policy.limits.nonce, problems);
  const signature = readSignature(signatureText, signatureMethod, problems);
  checkIdentifier("oauth_consumer_key", consumerKey, policy.limits.identifier, problems);
  checkIdentifier("oauth_token", token, policy.limits.identifier, problems);
  if (problems.length > before) return undefined;
  return {
    consumerKey: consumerKey!,
    token,
    signatureMethod: signatureMethod!,
    signature: signature!,
    timestamp: timestamp!,
    nonce: nonce!,
    bodyHash: protocolValue(protocol, "oauth_body_hash"),
    now,
  };
}

/**
 * RFC 5849 3.1 lets PLAINTEXT omit timestamp and nonce. The verifier requires them, because the request could otherwise
 * be replayed.
 */
function required(name: string, protocol: ProtocolParameters, problems: Problems): string | undefined {
  const value = protocolValue(protocol, name);
  if (value === undefined) addProblem(problems, "parameter-missing", `${name} is missing`);
  return value;
}

/** Checks an identifier before the look-up, stores and logs receive it. */
function checkIdentifier(name: string, value: string | undefined, limit: number, problems: Problems): void {
  if (value === undefined) return;
  if (hasMoreOctets(value, limit)) addLimitProblem(problems, name, limit);
  if (!hasControlCharacter(value)) return;
  addProblem(problems, "consumer-unknown", `${name} contains a control character: ${quote(value)}`);
}

/** @throws {@link VerifierConfigurationError} `clock-invalid`: without a time, no request may be accepted */
export function clockOf(policy: Policy): number {
  try {
    const now: unknown = policy.now();
    if (typeof now === "number" && Number.isFinite(now)) return Math.floor(now);
  } catch {
    // A clock that throws has no valid time either.
  }
  throw new VerifierConfigurationError("clock-invalid", "now() must return a number of seconds");
}

function checkVersion(version: string | undefined, problems: Problems): void {
  if (version === undefined || version === "1.0") return;
  addProblem(problems, "version-unsupported", `oauth_version must be "1.0" or absent, got ${quote(version)}`);
}

/** The policy decides which methods are allowed. The names are case-sensitive (RFC 5849 3.1). */
function readMethod(
  name: string | undefined,
  isSecure: boolean,
  { signatureMethods }: Policy,
  problems: Problems,
): SignatureMethod | undefined {
  if (name === undefined) return undefined;
  const method = signatureMethods.find((allowed) => allowed === name);
  if (method === undefined) {
    const message = `oauth_signature_method must be one of ${signatureMethods.join(", ")}, got ${quote(name)}`;
    return addProblem(problems, "signature-method-not-allowed", message);
  }
  if (method === "PLAINTEXT" && !isSecure) {
    return addProblem(problems, "insecure-transport", "PLAINTEXT sends the secrets themselves and needs https");
  }
  return method;
}

/** Decimal digits (RFC 5849 3.3) without leading zeros: one spelling for each second. A number of 15 digits is exact. */
const SECONDS_RE = /^[1-9][0-9]{0,14}$/;

/** Parses a number of seconds in decimal digits; `undefined` for any other text. */
export function secondsOf(text: string): number | undefined {
  return SECONDS_RE.test(text) ? Number(text) : undefined;
}

function readTimestamp(text: string, now: number, tolerance: number, problems: Problems): number | undefined {
  const timestamp = secondsOf(text);
  if (timestamp === undefined) {
    const message = `oauth_timestamp must be a positive whole number of seconds in decimal digits, got ${quote(text)}`;
    return addProblem(problems, "timestamp-malformed", message);
  }
  const problem = timestampProblem(timestamp, now, tolerance);
  if (problem !== undefined) problems.push(problem);
  return timestamp;
}

/** The problem of a timestamp too far from `now`. All numbers are seconds. */
export function timestampProblem(timestamp: number, now: number, tolerance: number): Problem | undefined {
  const age = now - timestamp;
  if (Math.abs(age) <= tolerance) return undefined;
  const side = age > 0 ? "behind" : "ahead of";
  const message = `oauth_timestamp is ${Math.abs(age)} s ${side} the clock, the tolerance is ${tolerance} s`;
  return { code: age > 0 ? "timestamp-too-old" : "timestamp-in-future", message };
}

function readNonce(nonce: string, limit: number, problems: Problems): string | undefined {
  if (nonce === "") return addProblem(problems, "nonce-malformed", "oauth_nonce is empty");
  if (hasMoreOctets(nonce, limit)) return addLimitProblem(problems, "oauth_nonce", limit);
  if (!hasControlCharacter(nonce)) return nonce;
  return addProblem(problems, "nonce-malformed", `oauth_nonce contains a control character: ${quote(nonce)}`);
}

/** The message does not quote the signature: a PLAINTEXT signature is the secret. */
function readSignature(
  signature: string | undefined,
  method: SignatureMethod | undefined,
  problems: Problems,
): string | undefined {
  if (signature === undefined || method === undefined) return undefined;
  if (isSignatureText(signature, method)) return signature;
  return addProblem(problems, "signature-malformed", `oauth_signature ${signatureProblem(signature, method)}`);
}

/** RSA signatures have 1024 bits or more, hashes 512 or less. */
const LEAST_RSA_OCTETS = 128;

function signatureProblem(signature: string, method: SignatureMethod): string {
  if (method === "PLAINTEXT") return "is empty";
  if (!isBase64(signature)) return `is not canonical base64 for an ${method} signature`;
  const octets = octetsIn(signature);
  const kind = octets >= LEAST_RSA_OCTETS ? ", as an RSA signature has" : "";
  return `has ${octets} octets${kind}, so it is no ${method} signature`;
}

const BASE64_RE = /^[A-Za-z0-9+/]+(?:[AEIMQUYcgkosw048]=|[AQgw]==)?$/;

/** Whether a text is the canonical base64 of one or more octets. */
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && BASE64_RE.test(text);
}

/**
 * Whether a text can be a signature of the method: canonical base64 (RFC 4648 3.5, 4) of the correct length. If other
 * spellings of the same octets were accepted, one signature would have several texts. The length of an RSA signature
 * depends on the key.
 */
function isSignatureText(text: string, method: SignatureMethod): boolean {
  const { family, hash } = methodTraits(method);
  if (family === "PLAINTEXT") return text !== "";
  return isBase64(text) && (family === "RSA" || octetsIn(text) === HASH_OCTETS[hash]);
}

/** The number of octets that a canonical base64 text encodes. */
function octetsIn(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return (base64.length * 3) / 4 - padding;
}

/** What the signature covers of the body. A body that is not a form is covered only by its hash. */
export function bodyCoverage({ body }: Parameters, protocol: ProtocolParameters): BodyCoverage {
  if (body !== "other") return body;
  return protocolValue(protocol, "oauth_body_hash") === undefined ? "unsigned" : "hashed";
}
