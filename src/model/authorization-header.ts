/**
 * Writes the Authorization header (RFC 5849 3.5.1).
 *
 * @module
 */

import type { OctetPair } from "./octets.ts";
import { toOctets } from "./octets.ts";
import type { AuthorizationHeaderInput, Stages } from "./stages.ts";

const NOT_IN_QUOTED_STRING_RE = /[\x00-\x08\x0a-\x1f\x7f]/; // RFC 7230 3.2.6

/**
 * `OAuth realm="…", name="value", …, oauth_signature="…"`: names and values percent-encoded, the realm a plain quoted
 * string.
 *
 * @returns the value of the header field; "OAuth " where there is nothing to write
 * @throws Error if the realm holds control characters, which no header can carry
 * @example
 * authorizationHeader({ protocolParameters: toOctetPairs([["oauth_token", "x%y"]]), realm: "Photos" }, specification);
 * // 'OAuth realm="Photos", oauth_token="x%25y"'
 */
export function authorizationHeader(input: AuthorizationHeaderInput, stages: Stages): string {
  const pairs = withSignature(input.protocolParameters, input.signature).map(
    ([name, value]) => `${stages.encodeForSending(name)}="${stages.encodeForSending(value)}"`,
  );
  if (input.realm !== null) pairs.unshift(`realm=${quotedString(input.realm)}`);
  return `OAuth ${pairs.join(", ")}`;
}

/**
 * The protocol parameters, then oauth_signature where there is a signature.
 *
 * @example
 * withSignature(toOctetPairs([["oauth_nonce", "x"]]), "y=").length; // 2
 */
export function withSignature(protocolParameters: readonly OctetPair[], signature: string | undefined): OctetPair[] {
  if (signature === undefined) return [...protocolParameters];
  return [...protocolParameters, [toOctets("oauth_signature"), toOctets(signature)]];
}

function quotedString(text: string): string {
  if (NOT_IN_QUOTED_STRING_RE.test(text)) throw new Error("realm holds control characters");
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
