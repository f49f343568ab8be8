/**
 * The protocol parameters that a `sign` input stands for, for implementations that take them as a list.
 *
 * @module
 */

import type { JsonPair, VectorInput } from "./vector.ts";

/** All of them but the signature; those that are given as a list stand last, or alone. */
export function fullProtocolParameters(input: VectorInput): JsonPair[] {
  const { credentials = {}, signatureMethod, nonce, timestamp, version, protocolParameters = [] } = input;
  if (credentials.consumerKey === undefined) return [...protocolParameters];
  const pairs: (readonly [string, string | null | undefined])[] = [
    ["oauth_consumer_key", credentials.consumerKey],
    ["oauth_token", credentials.token],
    ["oauth_signature_method", signatureMethod],
    ["oauth_timestamp", timestamp],
    ["oauth_nonce", nonce],
    ["oauth_version", version],
  ];
  const present = pairs.filter((pair): pair is readonly [string, string] => typeof pair[1] === "string");
  return [...present, ...protocolParameters];
}
