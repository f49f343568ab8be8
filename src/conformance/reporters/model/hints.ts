/** How two values first differ, and the usual cause. */

import type { Difference, Result } from "../../runner/index.ts";
import type { Stage } from "../../vectors/index.ts";
import { depthOf, endOfCharacter, isEscape, tokenAt } from "./escapes.ts";

/** The kind of a difference in words. Failures of one rule and one kind are one finding. */
export type DifferenceKind = keyof typeof HINTS;

/** The usual cause by kind; empty if the stage is more specific. */
const HINTS = {
  "no answer": "the answer lacks the value that the operation must return",
  "refused valid input": "a check is stricter than the RFC, or the input was read as something else",
  "accepted invalid input": "a check is missing, or the parser is more lenient than the RFC",
  "lower-case escapes": "the encoder writes hexadecimal digits in lower case; RFC 5849 3.6 requires upper case",
  "plus instead of %20": "a form encoder writes a space as +; RFC 5849 3.6 requires %20",
  "encoded too often": "a value is encoded that was encoded already, or the value should be decoded",
  "encoded too few times":
    "an encoding is missing: names and values are encoded, then the whole parameter string is encoded again",
  "not encoded":
    "the encoder leaves other characters than letters, digits, - . _ ~ unchanged, as encodeURIComponent does",
  "encoded unnecessarily": "the encoder encodes some of the characters - . _ ~, letters or digits, as form encoders do",
  "different escape": "the octets differ: the text is not in UTF-8, or the order is different",
  "ends early": "something is missing at the end: an empty value, the last parameter, an ampersand or padding",
  "too long": "the value has a part that does not belong to it, such as a fragment, a default port or oauth_signature",
  "different value": "",
} as const;

const BY_STAGE: { readonly [stage in Stage]?: string } = {
  "percent-decoding": "a form decoder instead of a percent-decoder reads + as a space",
  parameters: "a parameter of query, header or body is missing, occurs twice, or is decoded differently",
  "parameter-string":
    "parameters are sorted by encoded name, then by encoded value, octet by octet; not by locale or insertion",
  "base-string-uri": "scheme and host are in lower case, without default port and query, with the path unchanged",
  "base-string": "method, base string URI and parameter string are each encoded, then joined with &",
  key: "both secrets are encoded and joined with &, even if a secret is empty",
  signature:
    "if the base string is correct: the key (encoding of the secrets, the & between them), the hash, or base64",
  "authorization-header": "each name and value is encoded, values are quoted, parameters are separated by commas",
  realm: "the realm is a quoted string and is not percent-encoded",
  url: "the request that was sent differs from the one that was signed",
  body: "the request that was sent differs from the one that was signed",
  "body-hash": "the hash covers the octets of the whole body, in base64, with the hash of the signature method",
  valid: "the verifier computes the signature from the received request and compares it octet by octet",
};

/** Stages whose values contain percent escapes. */
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

/** What a report shows instead of a missing value. */
const NO_VALUE_RE = /^\((?:nothing|refused|a refusal)\)$/;

/** The kind of a difference. */
export function kindOf({ stage, expected, actual, index }: Difference): DifferenceKind {
  if (actual === "(nothing)") return "no answer";
  if (actual === "(refused)") return "refused valid input";
  if (expected === "(a refusal)") return "accepted invalid input";
  if (index >= actual.length) return "ends early";
  if (index >= expected.length) return "too long";
  if (!HAS_ESCAPES.has(stage)) return "different value";
  return kindOfTokens(tokenAt(expected, index), tokenAt(actual, index));
}

function kindOfTokens(expected: string, actual: string): DifferenceKind {
  if (isEscape(expected) && isEscape(actual)) {
    if (expected.toUpperCase() === actual.toUpperCase()) return "lower-case escapes";
    const deeper = depthOf(actual) - depthOf(expected);
    return deeper === 0 ? "different escape" : deeper > 0 ? "encoded too often" : "encoded too few times";
  }
  if (isEscape(expected)) return actual === "+" ? "plus instead of %20" : "not encoded";
  return isEscape(actual) ? "encoded unnecessarily" : "different value";
}

/** Whether two values are equal but for the character at their first difference, or one of them ends there. */
function isRestEqual({ expected, actual, index }: Difference): boolean {
  const restOf = (text: string): string => text.slice(endOfCharacter(text, index));
  return index >= expected.length || index >= actual.length || restOf(expected) === restOf(actual);
}

/**
 * The usual cause of a failure. It is empty if its actual cause is known, if there is no usual cause, or if the values differ in
 * more than one place, because then the first place means little.
 */
export function usualCause({ difference, causes }: Pick<Result, "difference" | "causes">): string {
  if (difference === undefined || causes !== undefined) return "";
  const hasBothValues = ![difference.expected, difference.actual].some((text) => NO_VALUE_RE.test(text));
  if (hasBothValues && !isRestEqual(difference)) return "";
  return HINTS[kindOf(difference)] || (BY_STAGE[difference.stage] ?? "");
}
