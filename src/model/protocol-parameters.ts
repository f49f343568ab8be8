/** The protocol parameters of a request, with the hash of its body (RFC 5849 3.1; OAuth Request Body Hash 1.0, draft 4, 3). */

import { base64Text, digest } from "../platform/index.ts";
import type { HashAlgorithm } from "../spec/signature-methods.ts";
import type { OctetPair } from "./octets.ts";
import { toOctetPairs, toOctets } from "./octets.ts";
import { bodyHashOf, HASH_NAMES } from "./signature-methods.ts";
import type { Stages } from "./stages.ts";
import type { SigningInput } from "./types.ts";

/**
 * The protocol parameters of the input in order, then oauth_body_hash if it is requested and the request has no form. If
 * the request has no body, an empty body is hashed.
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

/**
 * The value of oauth_body_hash: the octets of the body hashed, in base64.
 *
 * @param hash such as `SHA-256`
 */
export function bodyHash(body: Uint8Array, hash: HashAlgorithm): string {
  return base64Text(digest(HASH_NAMES[hash], body));
}
