/** The kind of key and the hash function of each signature method (RFC 5849 3.4.2 to 3.4.4, and their SHA-2 variants). */

import type { FamilyOf, RsaMethod, SecretMethod, SignatureMethod } from "../spec/signature-methods.ts";
import { OAuth1Error, quote } from "./errors.ts";

export type { RsaMethod, SecretMethod, SignatureMethod };

/** Whether a value is the exact, case-sensitive name of a method (RFC 5849 3.1). */
export function isSignatureMethod(name: unknown): name is SignatureMethod {
  return typeof name === "string" && METHODS.has(name);
}

export function isRsaMethod(method: SignatureMethod): method is RsaMethod {
  return METHODS.get(method)?.family === "RSA";
}

/** The length of each hash in octets, by its name in the platform module. */
export const HASH_OCTETS = { sha1: 20, sha256: 32, sha512: 64 } as const;

export type Hash = keyof typeof HASH_OCTETS;

export interface MethodTraits<Method extends SignatureMethod = SignatureMethod> {
  /** Decides the kind of key. */
  readonly family: FamilyOf<Method>;
  /** The hash function of the signature and of the body hash; PLAINTEXT uses it for the body hash only. */
  readonly hash: Hash;
}

/** A Map has no inherited members that a caller could name. */
const METHODS: ReadonlyMap<string, MethodTraits> = new Map(
  Object.entries({
    "HMAC-SHA1": { family: "HMAC", hash: "sha1" },
    "HMAC-SHA256": { family: "HMAC", hash: "sha256" },
    "HMAC-SHA512": { family: "HMAC", hash: "sha512" },
    "RSA-SHA1": { family: "RSA", hash: "sha1" },
    "RSA-SHA256": { family: "RSA", hash: "sha256" },
    "RSA-SHA512": { family: "RSA", hash: "sha512" },
    PLAINTEXT: { family: "PLAINTEXT", hash: "sha1" },
  } satisfies { readonly [Method in SignatureMethod]: MethodTraits<Method> }),
);

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
