/**
 * The first difference of two base strings, as a sentence and as lines with a caret.
 *
 * @module
 */

import type { Place, StageDifference, WrongOrder } from "./difference.ts";

/** What the client did at the place, and where the place is. */
export function differenceSentence({ stage, part, parameter, order, at }: StageDifference): string {
  if (at === undefined)
    return stage === "base-string" ? "the base string is wrong" : `the base string is right; the ${stage} is not`;
  const where = `in the expected base string character ${at.position} ${starts(tokenOf(at.expected))}`;
  if (part === "method") return `your client signed another method; ${where}`;
  if (part === "base-string-uri") {
    const isOther = at.expectedMeans !== at.actualMeans;
    const what = isOther ? "signed another address" : `${deed(at)} in the address`;
    return `your client ${what}; ${where}, yours ${starts(tokenOf(at.actual))}`;
  }
  if (order !== undefined) return `your client ${orderWords(order)}; ${where}`;
  return `your client ${deed(at)}${parameter === undefined ? "" : ` in ${parameter}`}; ${where}`;
}

/** Both values under each other, from a little before the place. */
export function placeLines(difference: StageDifference | undefined): string[] {
  const at = difference?.at;
  if (at === undefined) return [];
  const before = at.position - 1 > at.before.length ? `…${at.before}` : at.before;
  const decoded =
    at.expectedMeans === at.actualMeans
      ? []
      : [`decoded   expected ${shown(at.expectedMeans)}, actual ${shown(at.actualMeans)}`];
  return [
    `expected  ${before}${at.expected}`,
    `actual    ${before}${at.actual}`,
    `${" ".repeat("expected  ".length + [...before].length)}^`,
    ...decoded,
  ];
}

function orderWords({ kind, expected, actual }: WrongOrder): string {
  if (kind === "missing") return `did not sign ${nameShown(expected)}`;
  if (kind === "extra") return `signed ${nameShown(actual)}, which was not sent`;
  return `put ${nameShown(actual)} where ${nameShown(expected)} belongs`;
}

function nameShown(name: string | undefined): string {
  return name === undefined || name === "" ? "a parameter without a name" : name;
}

function deed({ expected, actual, expectedMeans, actualMeans }: Place): string {
  const [right, wrong] = [tokenOf(expected), tokenOf(actual)];
  if (actual === "") return "signed less: its base string ends here";
  if (expected === "") return "signed more: the base string should have ended here";
  if (right.toUpperCase() === wrong.toUpperCase()) return "wrote an escape in lower case";
  if (expectedMeans !== actualMeans) return `signed ${shown(actualMeans)} where ${shown(expectedMeans)} belongs`;
  if (wrong.length < right.length) return `left ${shown(expectedMeans)} unencoded`;
  return right.length === 1
    ? `encoded ${shown(expectedMeans)}, which stays as it is,`
    : `encoded ${shown(expectedMeans)} once too often`;
}

/** One escape, of one octet or of an escape's percent sign and digits; else one character. */
function tokenOf(text: string): string {
  return /^%(?:25)*[0-9A-Fa-f]{2}/.exec(text)?.[0] ?? Array.from(text.slice(0, 2))[0] ?? "";
}

function starts(token: string): string {
  return token === "" ? "is the end" : `starts ${token}`;
}

function shown(text: string): string {
  return text === "" ? "nothing" : `\`${text}\``;
}
