/** What each signature method means: its kind of key and its hash (RFC 5849 3.4.2 to 3.4.4, and their SHA-2 variants). */

import type { HashName } from "../platform/index.ts";
import type { FamilyOf, HashAlgorithm, RsaMethod, SignatureMethod } from "../spec/signature-methods.ts";

/** PLAINTEXT has no hash; its body hash uses SHA-1. */
const METHODS: { readonly [Method in SignatureMethod]: readonly [FamilyOf<Method>, HashAlgorithm] } = {
  "HMAC-SHA1": ["HMAC", "SHA-1"],
  "HMAC-SHA256": ["HMAC", "SHA-256"],
  "HMAC-SHA512": ["HMAC", "SHA-512"],
  "RSA-SHA1": ["RSA", "SHA-1"],
  "RSA-SHA256": ["RSA", "SHA-256"],
  "RSA-SHA512": ["RSA", "SHA-512"],
  PLAINTEXT: ["PLAINTEXT", "SHA-1"],
};

/** The hashes by the names that the draft of the body hash uses. */
export const HASH_NAMES: Readonly<Record<HashAlgorithm, HashName>> = {
  "SHA-1": "sha1",
  "SHA-256": "sha256",
  "SHA-512": "sha512",
};

export function isSignatureMethod(name: string): name is SignatureMethod {
  return Object.hasOwn(METHODS, name);
}

export function isRsaMethod(signatureMethod: SignatureMethod): signatureMethod is RsaMethod {
  return meaningOf(signatureMethod)[0] === "RSA";
}

/** The hash of the body (OAuth Request Body Hash 1.0, draft 4, 3.2). */
export function bodyHashOf(signatureMethod: SignatureMethod): HashAlgorithm {
  return meaningOf(signatureMethod)[1];
}

export function hashOf(signatureMethod: Exclude<SignatureMethod, "PLAINTEXT">): HashName {
  return HASH_NAMES[bodyHashOf(signatureMethod)];
}

function meaningOf(signatureMethod: SignatureMethod): (typeof METHODS)[SignatureMethod] {
  if (isSignatureMethod(signatureMethod)) return METHODS[signatureMethod];
  throw new Error(`unknown signature method ${JSON.stringify(signatureMethod satisfies never)}`);
}
