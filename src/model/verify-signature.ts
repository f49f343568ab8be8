/**
 * Decides whether a signature is right for a base string and a key (RFC 5849 3.2).
 *
 * @module
 */

import { constants, createPublicKey, verify } from "node:crypto";
import { hashOf } from "./signature.ts";
import type { Stages } from "./stages.ts";
import { specification } from "./stages.ts";
import type { SignatureMethod } from "./types.ts";

/** A signature to be judged, and what it is judged by. */
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
 * Compares HMAC and PLAINTEXT signatures as text; checks RSA signatures with the public key, their base64 being exact.
 *
 * The comparison is not constant-time: the model judges tests and guards nothing.
 *
 * @throws Error if the key that the method needs is missing or no RSA key
 * @example
 * signatureIsRight({ signatureMethod: "PLAINTEXT", baseString: "", signature: "secret&", key: "secret&" }); // true
 */
export function signatureIsRight(claim: SignatureClaim, stages: Stages = specification): boolean {
  const { signatureMethod, baseString, signature, publicKey } = claim;
  if (signatureMethod === "PLAINTEXT" || signatureMethod.startsWith("HMAC-")) {
    return signature === stages.signature(claim);
  }
  if (publicKey === undefined) throw new Error(`${signatureMethod} needs publicKey`);
  const rsaKey = createPublicKey(publicKey);
  if (rsaKey.asymmetricKeyType !== "rsa") {
    throw new Error(`${signatureMethod} needs an RSA public key, not one of type ${rsaKey.asymmetricKeyType}`);
  }
  const octets = Buffer.from(signature, "base64");
  if (octets.toString("base64") !== signature) return false;
  return verify(
    hashOf(signatureMethod as Exclude<SignatureMethod, "PLAINTEXT">),
    Buffer.from(baseString),
    { key: rsaKey, padding: constants.RSA_PKCS1_PADDING },
    octets,
  );
}
