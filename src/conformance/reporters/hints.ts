/**
 * In what way two values differ first, and how that usually comes about.
 *
 * @module
 */

import type { Difference, Result } from "../runner/index.ts";
import type { Stage } from "../vectors/index.ts";
import { depthOf, isEscape, tokenAt } from "./escapes.ts";

/** In what way, in words; two failures of one rule and one way are one finding. */
export type DifferenceKind = keyof typeof HINTS;

/** See {@link DifferenceKind}. */
const HINTS = {
  "no answer": "the answer lacks the value that the operation owes",
  "declared and not done":
    "hello declares what the driver then calls unsupported: leave it out of operations, signatureMethods or transports, or name it in limits.without",
  "refused what is legal": "a check that is stricter than the RFC, or an input that was taken for another",
  "answered what must be refused": "a check is missing, or the parser is more lenient than the RFC lets it be",
  "lower-case escapes": "the encoder writes hexadecimal digits in lower case; they are signed in upper case",
  "a plus for a space": "a form encoder writes a space as +; for signing it is %20",
  "encoded too often": "a value that was encoded already is encoded again, or a decoded form is wanted",
  "encoded too seldom":
    "an encoding is left out: names and values are encoded, then the parameter string as a whole again",
  "not encoded": "an encoder that leaves more than letters, digits, - . _ ~ as it is, as encodeURIComponent does",
  "encoded without need":
    "an encoder that does not leave all of letters, digits, - . _ ~ as they are, as form encoders do not",
  "another escape": "the octets are others: another charset than UTF-8, or another order",
  "ends early": "something is left out at the end: an empty value, a last parameter, an ampersand, padding",
  "goes on": "something is there that does not belong, such as a fragment, a default port or oauth_signature",
  "another value": "",
} as const;

const BY_STAGE: { readonly [stage in Stage]?: string } = {
  "percent-decoding": "a form decoder in the place of a percent-decoder takes + for a space",
  parameters: "a parameter of query, header or body is left out, doubled, or decoded in another way",
  "parameter-string":
    "parameters are sorted by encoded name, then encoded value, octet by octet; not by locale or insertion",
  "base-string-uri": "scheme and host in lower case, no default port, no query, the path as it stands",
  "base-string": "method, base string URI and parameter string, each encoded, are joined with &",
  key: "both secrets are encoded and joined with &, which stands even beside an empty one",
  signature:
    "where the base string is right: the key (encoding of the secrets, the & between them), the hash, or base64",
  "authorization-header": "each name and value is encoded, the value in quotes, parameters separated by commas",
  realm: "the realm is a quoted string and is not percent-encoded",
  url: "what is sent is not what was signed",
  body: "what is sent is not what was signed",
  "body-hash": "the hash of the whole body as octets, in base64, by the hash of the signature method",
  valid: "the signature is made again from what came and compared octet by octet",
};

/** Stages in whose values a percent sign is an escape. */
const HAS_ESCAPES: ReadonlySet<Stage> = new Set<Stage>([
  "percent-encoding",
  "parameters",
  "parameter-string",
  "base-string-uri",
  "base-string",
  "key",
  "authorization-header",
  "url",
  "body",
]);

/** See {@link DifferenceKind}. */
export function kindOf({ stage, expected, actual, index }: Difference): DifferenceKind {
  if (actual === "(nothing)") return "no answer";
  if (actual === "(unsupported)") return "declared and not done";
  if (actual === "(refused)") return "refused what is legal";
  if (expected === "(a refusal)") return "answered what must be refused";
  if (index >= actual.length) return "ends early";
  if (index >= expected.length) return "goes on";
  if (!HAS_ESCAPES.has(stage)) return "another value";
  return kindOfTokens(tokenAt(expected, index), tokenAt(actual, index));
}

function kindOfTokens(expected: string, actual: string): DifferenceKind {
  if (isEscape(expected) && isEscape(actual)) {
    if (expected.toUpperCase() === actual.toUpperCase()) return "lower-case escapes";
    const deeper = depthOf(actual) - depthOf(expected);
    return deeper === 0 ? "another escape" : deeper > 0 ? "encoded too often" : "encoded too seldom";
  }
  if (isEscape(expected)) return actual === "+" ? "a plus for a space" : "not encoded";
  return isEscape(actual) ? "encoded without need" : "another value";
}

/** How such a failure usually comes about; empty where a cause is known, and where nothing can be said. */
export function usualCause({ difference, causes }: Pick<Result, "difference" | "causes">): string {
  if (difference === undefined || causes !== undefined) return "";
  return HINTS[kindOf(difference)] || (BY_STAGE[difference.stage] ?? "");
}
