/** Writes the Authorization header (RFC 5849 3.5.1). */

import type { OctetPair } from "./octets.ts";
import { toOctets } from "./octets.ts";
import type { AuthorizationHeaderInput, Stages } from "./stages.ts";

const NOT_IN_QUOTED_STRING_RE = /[\x00-\x08\x0a-\x1f\x7f]/; // RFC 7230 3.2.6

/**
 * `OAuth realm="…", name="value", …, oauth_signature="…"`. Names and values are percent-encoded; the realm is a plain
 * quoted string.
 *
 * @throws Error if the realm contains control characters, which a header cannot contain
 */
export function authorizationHeader(input: AuthorizationHeaderInput, stages: Stages): string {
  const pairs = withSignature(input.protocolParameters, input.signature).map(
    ([name, value]) => `${stages.encodeForSending(name)}="${stages.encodeForSending(value)}"`,
  );
  if (input.realm !== null) pairs.unshift(`realm=${quotedString(input.realm)}`);
  return `OAuth ${pairs.join(", ")}`;
}

export function withSignature(protocolParameters: readonly OctetPair[], signature: string | undefined): OctetPair[] {
  if (signature === undefined) return [...protocolParameters];
  return [...protocolParameters, [toOctets("oauth_signature"), toOctets(signature)]];
}

function quotedString(text: string): string {
  if (NOT_IN_QUOTED_STRING_RE.test(text)) throw new Error("realm holds control characters");
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
