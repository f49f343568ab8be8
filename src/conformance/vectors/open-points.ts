/**
 * Points that RFC 5849 leaves open. A vector whose input contains such a point has the level `MAY` and states the reason,
 * because another answer that the RFC allows is not a failure. Signers may always refuse such an input;
 * `open-decisions.ts` lists the other values that they may return.
 */

import { flagsOf } from "./flags.ts";
import type { Operation, VectorInput } from "./input.ts";
import type { Level } from "./vector.ts";

/** The flag of an open point. */
export type OpenPoint = keyof typeof OPEN_POINTS;

/** What is open, and which sentence of the RFC is missing, as the end of a sentence. */
const OPEN_POINTS = {
  "dot-segments":
    "whether a client resolves the path before it signs and sends it, as WHATWG URL parsers do; section 3.4.1.2 has no sentence on dot segments",
  "empty-realm":
    "whether a client sends an empty realm or leaves it out; section 3.5.1 calls the realm optional and has no sentence on an empty one",
  "empty-token":
    "whether a client sends an empty token or leaves it out; section 3.1 allows requests without oauth_token and has no sentence on an empty one",
  "escape-in-host":
    "whether a client decodes an escape in a host before it signs and sends it; section 3.4.1.2 requires a host in lower case, and has no sentence on escapes",
  "form-without-body":
    "whether a GET or HEAD request has a form-encoded body; section 3.4.1.3.1 has no sentence on which methods have one",
  "leading-zero-port":
    "whether a port with leading zeros is the default port; section 3.4.1.2 has no sentence on spellings of a port",
  "malformed-escape":
    "what a percent sign without two hexadecimal digits means; section 3.4.1.3.1 has no sentence on malformed forms",
  "no-http-url":
    "what a client does with text that is not an http or https URL; section 3.4.1.2 has no sentence that requires a refusal",
  "non-utf8":
    "what octets that are not UTF-8 mean; section 3.6 encodes text, and has no sentence on octets that are not text",
  "port-zero": "whether a URL with port 0 can be signed; section 3.4.1.2 has no sentence on which ports are valid",
  "raw-brackets":
    "whether a client signs a query with unencoded brackets, which RFC 3986 does not allow; section 3.4.1.3.1 has no sentence on invalid queries",
  "raw-in-url":
    "what a client does with a character that no URI may contain; section 3.4.1.2 has no sentence on encoding it",
  "signature-parameter":
    "whether a client signs a request that already has oauth_signature; section 3.1 forbids a second one, and has no sentence on who must refuse it",
  "tab-in-realm":
    "whether a client sends a realm with a tab; section 3.5.1 has no sentence on the characters of a realm",
} as const;

/** The operations of signers for which octets that are not UTF-8 are open. A verifier must keep such octets apart. */
const OF_TEXT: readonly Operation[] = ["sign", "sign-exactly", "base-string", "parameters", "parameter-string"];

/** The open points of an input. */
export function openPoints(input: VectorInput): readonly OpenPoint[] {
  const flags = flagsOf(input);
  const isOpen = (point: OpenPoint): boolean =>
    flags.includes(point) && (point !== "non-utf8" || OF_TEXT.includes(input.operation));
  return (Object.keys(OPEN_POINTS) as OpenPoint[]).filter(isOpen);
}

/** What RFC 5849 leaves open about an input, as the end of a sentence; `undefined` if nothing. */
export function openReason(input: VectorInput): string | undefined {
  const points = openPoints(input);
  return points.length === 0 ? undefined : points.map((point) => OPEN_POINTS[point]).join("; ");
}

/**
 * What a vector states about the open points of its input, with a level that replaces that of its rule; `undefined` if it
 * has none, or if the documentation of the gateway decides them.
 */
export function openMembers(
  level: Level | undefined,
  input: VectorInput,
): { readonly level: "MAY"; readonly open: string } | undefined {
  const open = openReason(input);
  return open === undefined || level === "gateway" ? undefined : { level: "MAY", open };
}
