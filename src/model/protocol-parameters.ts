/** The protocol parameters of a request, with the hash of its body (RFC 5849 3.1; OAuth Request Body Hash 1.0, draft 4, 3). */

import type { SignatureMethod } from "../oauth1/index.ts";
import { base64Text, digest, type HashName } from "../platform/index.ts";
import type { OctetPair } from "./octets.ts";
import { toOctetPairs, toOctets } from "./octets.ts";
import type { Stages } from "./stages.ts";
import type { SigningInput } from "./types.ts";

type BodyHash = "SHA-1" | "SHA-256" | "SHA-512";

const HASHES: Readonly<Record<BodyHash, HashName>> = { "SHA-1": "sha1", "SHA-256": "sha256", "SHA-512": "sha512" };

/**
 * The protocol parameters of the input in order, then oauth_body_hash if it is requested and the request has no form. For
 * a request without a body, it hashes an empty body.
 */
export function protocolParameters(request: SigningInput, stages: Stages): OctetPair[] {
  const { bodyHash = false, form, body = "", signatureMethod } = request;
  const hash =
    bodyHash && form === undefined ? stages.bodyHash(toOctets(body), bodyHashOf(signatureMethod)) : undefined;
  return toOctetPairs([
    ...request.protocolParameters,
    ...(hash === undefined ? [] : [["oauth_body_hash", hash] as const]),
  ]);
}

/** The hash of the signature method; SHA-1 for PLAINTEXT, which has none. */
export function bodyHashOf(signatureMethod: SignatureMethod): BodyHash {
  if (signatureMethod.endsWith("256")) return "SHA-256";
  return signatureMethod.endsWith("512") ? "SHA-512" : "SHA-1";
}

/**
 * The value of oauth_body_hash: the octets of the body hashed, in base64.
 *
 * @param hash as the draft writes it
 */
export function bodyHash(body: Uint8Array, hash: BodyHash): string {
  return base64Text(digest(HASHES[hash], body));
}
