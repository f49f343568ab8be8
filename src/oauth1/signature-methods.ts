/**
 * The signature methods, with the kind of key and the hash function of each (RFC 5849 3.4.2 to 3.4.4, and their SHA-2
 * variants).
 */

import { OAuth1Error, quote } from "./errors.ts";

/** The methods with shared secrets. */
export type SecretMethod = "HMAC-SHA1" | "HMAC-SHA256" | "HMAC-SHA512" | "PLAINTEXT";

/** The methods with an RSA key. */
export type RsaMethod = "RSA-SHA1" | "RSA-SHA256" | "RSA-SHA512";

/** All supported methods. */
export type SignatureMethod = SecretMethod | RsaMethod;

/** Whether a value is the exact, case-sensitive name of a method (RFC 5849 3.1). */
export function isSignatureMethod(name: unknown): name is SignatureMethod {
  return typeof name === "string" && METHODS.has(name);
}

export function isRsaMethod(method: SignatureMethod): method is RsaMethod {
  return method.startsWith("RSA-");
}

/** The name of a hash function in the platform module. */
export type Hash = "sha1" | "sha256" | "sha512";

export interface MethodTraits {
  /** Decides the kind of key. */
  readonly family: "HMAC" | "RSA" | "PLAINTEXT";
  /** The hash function of the signature and of the body hash; PLAINTEXT uses it for the body hash only. */
  readonly hash: Hash;
}

const METHODS: ReadonlyMap<string, MethodTraits> = new Map<SignatureMethod, MethodTraits>([
  ["HMAC-SHA1", { family: "HMAC", hash: "sha1" }],
  ["HMAC-SHA256", { family: "HMAC", hash: "sha256" }],
  ["HMAC-SHA512", { family: "HMAC", hash: "sha512" }],
  ["RSA-SHA1", { family: "RSA", hash: "sha1" }],
  ["RSA-SHA256", { family: "RSA", hash: "sha256" }],
  ["RSA-SHA512", { family: "RSA", hash: "sha512" }],
  ["PLAINTEXT", { family: "PLAINTEXT", hash: "sha1" }],
]);

/** The names of all supported methods, as in `oauth_signature_method`. */
export const SIGNATURE_METHODS: readonly SignatureMethod[] = [...METHODS.keys()] as SignatureMethod[];

/**
 * @param name - case-sensitive (RFC 5849 3.1)
 * @throws {@link OAuth1Error} `signature-method-unknown`
 */
export function methodTraits(name: string): MethodTraits {
  const traits = METHODS.get(name);
  if (traits !== undefined) return traits;
  throw new OAuth1Error(
    "signature-method-unknown",
    `signatureMethod must be one of ${SIGNATURE_METHODS.join(", ")}, got ${quote(name)}`,
  );
}
