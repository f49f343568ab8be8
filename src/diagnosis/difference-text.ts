/** Describes where two base strings differ: as a sentence, as lines with a caret, or as a table of parameters. */

import type { ChangedParameter, Diagnosis, ParameterMismatch, Place, StageDifference } from "./diagnosis.ts";

/** Where the client's base string differs: a sentence, then the table if there is one, or the place with a caret. */
export function whereLines(diagnosis: Diagnosis): string[] {
  if (diagnosis.kind === "not-diagnosed" || diagnosis.difference === undefined) return [];
  const { difference, parameterTable, parametersDiffering } = diagnosis;
  // The cause says more: the client computes the signature wrongly, or writes it wrongly into the request.
  if (difference.stage === "signature") return [];
  const lines = parameterTable === undefined ? placeLines(difference) : tableLines(parameterTable);
  const cut =
    parametersDiffering === undefined ? "" : `; ${parametersDiffering} parameters differ, of which the first are shown`;
  return [`where: ${differenceSentence(difference)}${cut}`, ...lines.map((line) => `  ${line}`)];
}

/** What the client did at the first difference, and where it is. */
export function differenceSentence({ stage, part, parameter, mismatch, at }: StageDifference): string {
  if (at === undefined)
    return stage === "base-string" ? "the base string is wrong" : `the base string is right, but the ${stage} is wrong`;
  const where =
    at.expected === ""
      ? `the expected base string ends before character ${at.position}`
      : `the expected base string has ${tokenOf(at.expected)} at character ${at.position}`;
  if (part === "method") {
    // The method itself is right if only the & after it is encoded.
    const isEncoded = at.expected.startsWith("&") && at.actual.startsWith("%26");
    return `your client ${isEncoded ? "encoded the `&` after the method" : "signed a different method"}; ${where}`;
  }
  if (part === "base-string-uri") {
    const isOther = at.expectedMeans !== at.actualMeans;
    const what = isOther ? "signed a different URL" : `${action(at)} in the URL`;
    return `your client ${what}; ${where}, yours ${at.actual === "" ? "ends there" : `has ${tokenOf(at.actual)}`}`;
  }
  if (mismatch !== undefined) return `your client ${mismatchText(mismatch)}; ${where}`;
  return `your client ${action(at)}${parameter === undefined ? "" : ` in ${parameter}`}; ${where}`;
}

/** The expected and the actual value around the difference, one below the other. */
export function placeLines({ at }: StageDifference): string[] {
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

/** Characters of a value and of a name in the table, so that a row fits into 80 columns. */
const VALUE_WIDTH = 24;
const NAME_WIDTH = 22;

function tableLines(rows: readonly ChangedParameter[]): string[] {
  const cells = rows.map((row) => {
    const { name, sent, signed, isMoved } = row;
    const absent = isMoved ? ["(at another place)", "(at another place)"] : ["(not sent)", "(not signed)"];
    const values = [sent ?? absent[0]!, signed ?? absent[1]!].map((value) => value || "(empty)");
    const start = sent === undefined || signed === undefined ? 0 : startOfCut(sent, signed);
    return [sent === signed ? " " : "≠", shortened(name, 0, NAME_WIDTH), ...values.map((one) => shortened(one, start))];
  });
  const all = [[" ", "parameter", "sent", "signed"], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => [...row[column]!].length)));
  const padded = (cell: string, column: number): string =>
    cell + " ".repeat(widths[column]! - [...cell].length + (column === 0 ? 0 : 1));
  return all.map((row) => row.map(padded).join(" ").trimEnd());
}

/** Where to begin so that the difference of two long values is visible. */
function startOfCut(sent: string, signed: string): number {
  const [one, other] = [[...sent], [...signed]];
  if (Math.max(one.length, other.length) <= VALUE_WIDTH) return 0;
  const at = one.findIndex((character, index) => character !== other[index]);
  const difference = at === -1 ? Math.min(one.length, other.length) : at;
  return difference < VALUE_WIDTH - 4 ? 0 : difference - 8;
}

function shortened(text: string, start: number, width = VALUE_WIDTH): string {
  const characters = [...text].slice(start);
  const from = start === 0 ? characters : ["…", ...characters];
  return from.length <= width ? from.join("") : `${from.slice(0, width - 1).join("")}…`;
}

function mismatchText({ kind, expected, actual }: ParameterMismatch): string {
  if (kind === "missing") return `did not sign ${nameShown(expected)}`;
  if (kind === "extra") return `signed ${nameShown(actual)}, which was not sent`;
  return `put ${nameShown(actual)} in the place of ${nameShown(expected)}`;
}

function nameShown(name: string | undefined): string {
  return name === undefined || name === "" ? "a parameter without a name" : name;
}

function action({ expected, actual, expectedMeans, actualMeans }: Place): string {
  const [right, wrong] = [tokenOf(expected), tokenOf(actual)];
  if (actual === "") return "signed a base string that ends too early";
  if (expected === "") return "signed a base string that is too long";
  if (right.toUpperCase() === wrong.toUpperCase()) return "wrote an escape in lower case";
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
