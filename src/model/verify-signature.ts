/** Decides whether a signature is valid for a base string and a key (RFC 5849 3.2). */

import { base64Octets, keyFacts, parsePublicKey, rsaVerify, utf8Octets } from "../platform/index.ts";
import type { SignatureMethod } from "../spec/signature-methods.ts";
import { hashOf, isRsaMethod } from "./signature-methods.ts";
import { specification } from "./specification.ts";
import type { Stages } from "./stages.ts";

/** A signature to check, with the key. */
export interface SignatureClaim {
  readonly signatureMethod: SignatureMethod;
  readonly baseString: string;
  /** The value of oauth_signature, percent-decoded. */
  readonly signature: string;
  /** The key text of RFC 5849 3.4.2; needed by HMAC and PLAINTEXT. */
  readonly key?: string;
  /** PEM of an RSA public key or of a certificate; needed by the RSA methods. */
  readonly publicKey?: string;
}

/**
 * Whether a signature is valid. The base64 of an RSA signature must be canonical.
 *
 * The comparison is not constant-time, because the model protects nothing.
 *
 * @throws Error if the key that the method needs is missing, or if it is not an RSA key
 */
export function signatureIsRight(claim: SignatureClaim, stages: Stages = specification): boolean {
  const { signatureMethod, baseString, signature, publicKey } = claim;
  if (!isRsaMethod(signatureMethod)) return signature === stages.signature(claim);
  if (publicKey === undefined) throw new Error(`${signatureMethod} needs publicKey`);
  const rsaKey = parsePublicKey(publicKey);
  const { algorithm } = keyFacts(rsaKey);
  if (algorithm !== "rsa") {
    throw new Error(`${signatureMethod} needs an RSA public key, not one of type ${algorithm}`);
  }
  const octets = base64Octets(signature);
  return octets !== undefined && rsaVerify(hashOf(signatureMethod), utf8Octets(baseString), rsaKey, octets);
}
