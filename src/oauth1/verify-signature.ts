/**
 * Verifies a signature over a request. It applies no policy.
 *
 * @module
 */

import { type BaseStringRequest, signatureBaseString } from "./base-string.ts";
import { type VerificationKey, verifyBaseString } from "./signature.ts";

/**
 * Computes the base string of a request and verifies a signature over it (RFC 5849 3.2). It does not check timestamp,
 * nonce or the allowed methods: a server needs `verify`, or it accepts replays.
 *
 * @param request - the request and its protocol parameters, decoded; `oauth_signature` is ignored
 * @param signature - the value of `oauth_signature`, percent-decoded
 * @param key - the method and the key that the server expects of this client, never the method that the request names
 * @throws {@link OAuth1Error} `url-malformed`, `method-malformed`, `parameter-malformed`, `text-malformed`, and for a key
 * as `verifyBaseString`; never for a signature
 *
 * @example
 * ```ts
 * import { verifySignature } from "countersign";
 *
 * const request = {
 *   method: "GET",
 *   url: "http://photos.example.net/photos?file=vacation.jpg&size=original",
 *   protocolParameters: [
 *     ["oauth_consumer_key", "dpf43f3p2l4k3l03"],
 *     ["oauth_token", "nnch734d00sl2jdk"],
 *     ["oauth_signature_method", "HMAC-SHA1"],
 *     ["oauth_timestamp", "137131202"],
 *     ["oauth_nonce", "chapoH"],
 *   ] as const,
 * };
 * const key = {
 *   signatureMethod: "HMAC-SHA1",
 *   consumerSecret: "kd94hf93k423kf44",
 *   tokenSecret: "pfkkdhi9sl3r4s00",
 * } as const;
 * verifySignature(request, "MdpQcU8iPSUjWoN/UDMsK2sui9I=", key); // => true
 * ```
 */
export function verifySignature(request: BaseStringRequest, signature: string, key: VerificationKey): boolean {
  return verifyBaseString(signatureBaseString(request), signature, key);
}
