/**
 * What the protocol parameters claim, each of them looked at, before anybody asks who the client is.
 *
 * @module
 */

import type { SignatureMethod } from "../oauth1/signature-methods.ts";
import { utf8Octets } from "../platform/index.ts";
import { VerifierConfigurationError } from "./configuration-error.ts";
import { addLimitProblem } from "./limits.ts";
import type { Policy } from "./policy.ts";
import type { ProtocolValues } from "./protocol-parameters.ts";
import { quote } from "./quote.ts";
import { isSignatureText } from "./signature-text.ts";
import { readTimestamp } from "./timestamp-window.ts";
import { addProblem, type Problems } from "./verdicts.ts";

/** The claims of a request that is worth looking a key up for. */
export interface Claims {
  readonly consumerKey: string;
  readonly token: string | undefined;
  readonly signatureMethod: SignatureMethod;
  readonly signature: string;
  readonly timestamp: number;
  readonly nonce: string;
  readonly bodyHash: string | undefined;
  /** The verifier's clock when it looked, in whole seconds. */
  readonly now: number;
}

/** Looks at every claim and tells all that is wrong with them, not only the first. */
export function readClaims(
  values: ProtocolValues,
  isSecure: boolean,
  policy: Policy,
  problems: Problems,
): Claims | undefined {
  const before = problems.length;
  const consumerKey = required(values.consumerKey, "oauth_consumer_key", problems);
  const methodName = required(values.signatureMethod, "oauth_signature_method", problems);
  const signatureText = required(values.signature, "oauth_signature", problems);
  const seconds = required(values.timestamp, "oauth_timestamp", problems);
  const nonceText = required(values.nonce, "oauth_nonce", problems);
  checkVersion(values.version, problems);
  const signatureMethod = readMethod(methodName, isSecure, policy, problems);
  const now = clockOf(policy);
  const timestamp =
    seconds === undefined ? undefined : readTimestamp(seconds, now, policy.clockToleranceSeconds, problems);
  const nonce = nonceText === undefined ? undefined : readNonce(nonceText, policy.limits.nonce, problems);
  const signature = readSignature(signatureText, signatureMethod, problems);
  if (problems.length > before) return undefined;
  return {
    consumerKey: consumerKey!,
    token: values.token,
    signatureMethod: signatureMethod!,
    signature: signature!,
    timestamp: timestamp!,
    nonce: nonce!,
    bodyHash: values.bodyHash,
    now,
  };
}

/** PLAINTEXT may do without timestamp and nonce (RFC 5849 3.1); here it may not, or it could be replayed. */
function required(value: string | undefined, name: string, problems: Problems): string | undefined {
  if (value === undefined) addProblem(problems, "parameter-missing", `${name} is missing`);
  return value;
}

function timeOf(clock: () => number): unknown {
  try {
    return clock();
  } catch {
    return undefined;
  }
}

/** A clock that tells no time must not let anything pass. */
function clockOf(policy: Policy): number {
  const now = timeOf(policy.now);
  if (typeof now === "number" && Number.isFinite(now)) return Math.floor(now);
  throw new VerifierConfigurationError("clock-invalid", "now() must give a number of seconds");
}

function checkVersion(version: string | undefined, problems: Problems): void {
  if (version === undefined || version === "1.0") return;
  addProblem(problems, "version-unsupported", `oauth_version must be "1.0" or absent, got ${quote(version)}`);
}

/** The request only says which of the allowed methods it used; the names are exact (RFC 5849 3.1). */
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
    return addProblem(problems, "insecure-transport", "PLAINTEXT shows the secrets and needs https");
  }
  return method;
}

function readNonce(nonce: string, limit: number, problems: Problems): string | undefined {
  if (nonce === "") return addProblem(problems, "nonce-malformed", "oauth_nonce is empty");
  if (utf8Octets(nonce).length > limit) return addLimitProblem(problems, "oauth_nonce", limit, "octets");
  if (!/[\x00-\x1f\x7f]/.test(nonce)) return nonce;
  return addProblem(problems, "nonce-malformed", `oauth_nonce holds a control character: ${quote(nonce)}`);
}

/** Says nothing of the text: under PLAINTEXT it is the secret. */
function readSignature(
  signature: string | undefined,
  method: SignatureMethod | undefined,
  problems: Problems,
): string | undefined {
  if (signature === undefined || method === undefined) return undefined;
  if (isSignatureText(signature, method)) return signature;
  return addProblem(problems, "signature-malformed", `oauth_signature is no canonical base64 of a ${method} signature`);
}
