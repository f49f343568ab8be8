/**
 * The signature methods: which key each takes and which hash it uses (RFC 5849 3.4.2 to 3.4.4, and the same
 * constructions with SHA-2).
 *
 * @module
 */

import { OAuth1Error, quote } from "./errors.ts";

/** The methods whose key is made of shared secrets. */
export type SecretMethod = "HMAC-SHA1" | "HMAC-SHA256" | "HMAC-SHA512" | "PLAINTEXT";

/** The methods whose key is an RSA key. */
export type RsaMethod = "RSA-SHA1" | "RSA-SHA256" | "RSA-SHA512";

/** The methods that can be signed with and verified. */
export type SignatureMethod = SecretMethod | RsaMethod;

/** Whether a value is the exact, case-sensitive name of a method (RFC 5849 3.1). */
export function isSignatureMethod(name: unknown): name is SignatureMethod {
  return typeof name === "string" && METHODS.has(name);
}

/** Whether the key of a method is an RSA key. */
export function isRsaMethod(method: SignatureMethod): method is RsaMethod {
  return method.startsWith("RSA-");
}

/** The name of a hash, as the platform module takes it. */
export type Hash = "sha1" | "sha256" | "sha512";

/** A method as data: the family decides the kind of key. */
export interface MethodTraits {
  readonly family: "HMAC" | "RSA" | "PLAINTEXT";
  /** The hash that is signed with; PLAINTEXT signs nothing, its hash is the body hash's only. */
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

/** The names of all methods. */
export const SIGNATURE_METHODS: readonly SignatureMethod[] = [...METHODS.keys()] as SignatureMethod[];

/**
 * The traits of a method by its exact, case-sensitive name (RFC 5849 3.1).
 *
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
