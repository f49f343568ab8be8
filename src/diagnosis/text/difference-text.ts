/** Describes where two base strings differ: as a sentence, and as the texts around the difference. */

import { CONTEXT } from "../compare/difference.ts";
import type { ParameterMismatch, Place, StageDifference } from "../search/diagnosis.ts";
import { comparedLines, comparedSegments, PLAIN } from "./compared-text.ts";

/** What the client did at the first difference, and where it is. */
export function differenceSentence({ stage, part, parameter, mismatch, at }: StageDifference): string {
  if (at === undefined)
    return stage === "base-string"
      ? "the base string is wrong"
      : `the base string is correct, but the ${stage} is wrong`;
  const where =
    at.expected === ""
      ? `the expected base string ends before character ${at.position}`
      : `the expected base string has ${tokenOf(at.expected)} at character ${at.position}`;
  if (part === "method") {
    // The method itself is correct if only the & after it was encoded.
    const isEncoded = at.expected.startsWith("&") && at.actual.startsWith("%26");
    const other = /^[A-Za-z]+&/.test(at.before + at.actual)
      ? "signed a different method"
      : "did not write the method first";
    const what = at.expected.startsWith("&") ? `wrote ${shown(tokenOf(at.actual))} after the method` : other;
    return `your client ${isEncoded ? "encoded the `&` after the method" : what}; ${where}`;
  }
  if (part === "base-string-uri") {
    return `your client ${actionInUri(at)}; ${where}, yours ${at.actual === "" ? "ends there" : `has ${tokenOf(at.actual)}`}`;
  }
  if (mismatch !== undefined) return `your client ${mismatchText(mismatch)}; ${where}`;
  return `your client ${action(at)}${parameter === undefined ? "" : ` in ${parameter}`}; ${where}`;
}

function actionInUri(at: Place): string {
  const added = at.actual.slice(0, Math.max(0, at.actual.indexOf(at.expected.slice(0, ENOUGH))));
  if (added !== "") return `wrote ${shown(added)} before the rest of the URL`;
  return at.expectedMeans === at.actualMeans ? `${action(at)} in the URL` : "signed a different URL";
}

/** This many equal characters are no coincidence. */
const ENOUGH = 8;

/** The texts around a difference, with the difference marked. */
export function placeSegments({ position, before, expected, actual }: Place): ReturnType<typeof comparedSegments> {
  const start = position - 1 > before.length ? `…${before}` : before;
  const areCut = Math.min(expected.length, actual.length) === CONTEXT;
  const whole = (text: string): string => `${start}${areCut ? text.replace(PART_OF_ESCAPE_RE, "") : text}`;
  return comparedSegments(whole(expected), whole(actual), areCut);
}

const PART_OF_ESCAPE_RE = /%(?:2|25)*[0-9A-Fa-f]?$/; // at the end of a text that was cut

/** The same as lines of text. `names` contains the names of the two texts. */
export function placeLines(at: Place, names: readonly [expected: string, actual: string]): string[] {
  const [expected, actual] = placeSegments(at);
  return comparedLines([names[0], expected], [names[1], actual], PLAIN);
}

function mismatchText({ kind, expected, actual, isRepeated = false }: ParameterMismatch): string {
  if (kind === "missing")
    return isRepeated ? `did not sign each ${nameShown(expected)}` : `did not sign ${nameShown(expected)}`;
  if (kind === "extra" && isRepeated) return `signed ${nameShown(actual)} more often than a server does`;
  if (kind === "extra") {
    // A server never signs these two, whether they were sent or not.
    const isLeftOut = actual === "oauth_signature" || actual === "realm";
    return `signed ${nameShown(actual)}, which ${isLeftOut ? "must not be signed" : "was not sent as a parameter"}`;
  }
  return `put ${nameShown(actual)} in the place of ${nameShown(expected)}`;
}

function nameShown(name: string | undefined): string {
  return name === undefined || name === "" ? "a parameter without a name" : name;
}

function action({ expected, actual, expectedMeans, actualMeans }: Place): string {
  const [right, wrong] = [tokenOf(expected), tokenOf(actual)];
  if (actual === "") return "signed a base string that ends too early";
  if (expected === "") return "signed a base string that is too long";
  // The difference may be redacted.
  if (right === wrong) return "signed something else";
  if (right.startsWith("%") && right.toUpperCase() === wrong.toUpperCase()) return "wrote an escape in lower case";
  // A separator of parameters belongs to no value.
  if (/^%26/.test(actual) && !/^%26/.test(expected)) return "signed less";
  if (/^%26/.test(expected) && !/^%26/.test(actual)) return "signed more";
  // Octets that are not UTF-8 all mean U+FFFD.
  if (expectedMeans === "\ufffd" && right.length === wrong.length) return "signed another octet";
  if (expectedMeans !== actualMeans) return `signed ${shown(actualMeans)} instead of ${shown(expectedMeans)}`;
  if (wrong.length < right.length) return `left ${shown(expectedMeans)} unencoded`;
  return right.length === 1
    ? `encoded ${shown(expectedMeans)}, which must stay unencoded,`
    : `encoded ${shown(expectedMeans)} once too often`;
}

/** One escape, which may itself be escaped, or one character. */
function tokenOf(text: string): string {
  return /^%(?:25)*[0-9A-Fa-f]{2}/.exec(text)?.[0] ?? Array.from(text.slice(0, 2))[0] ?? "";
}

function shown(text: string): string {
  return text === "" ? "nothing" : `\`${text}\``;
}
