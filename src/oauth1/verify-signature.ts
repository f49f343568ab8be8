/**
 * Whether a signature is right for a request and a key: arithmetic only, no policy.
 *
 * @module
 */

import { type BaseStringRequest, signatureBaseString } from "./base-string.ts";
import { type VerificationKey, verifyBaseString } from "./signature.ts";

/**
 * Computes the base string of a request and checks a signature over it (RFC 5849 3.2). Looks at no clock, no nonce and
 * no list of methods: that is the verifier's work.
 *
 * @param request - the request with its protocol parameters, decoded; an `oauth_signature` among them is left out
 * @param signature - the value of `oauth_signature`, percent-decoded
 * @param key - the method and the key that the server trusts for it, never what the request asks for
 * @throws {@link OAuth1Error} `url-malformed`, `text-malformed`, or for a key that cannot be used; never for a signature
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
