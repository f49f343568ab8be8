/** Formats an explanation as lines of text for a terminal, a log or a report. */

import type { FixCall } from "../../faults/helpers/fix-language.ts";
import { COUNTERSIGN } from "../../platform/index.ts";
import { plural } from "../../redaction/visible.ts";
import { comparedLines, PLAIN, type Segment, type TextStyle } from "./compared-text.ts";
import type { Explanation, NextStep } from "./explanation.ts";
import type { ShownCause, ShownDifference } from "./shown-cause.ts";

/**
 * An explanation as text. All lines after the first one are indented.
 *
 * @example
 * ```ts
 * import { diagnose, explanationOf, explanationText } from "countersign/diagnosis";
 *
 * const request = { method: "GET", url: "https://gateway.example/status", headers: [] };
 * explanationText(explanationOf(diagnose({ request, key: { consumerSecret: "secret" } })));
 * // => "not diagnosed: the request has no oauth_signature in its Authorization header, its query or its form body"
 * ```
 */
export function explanationText(explanation: Explanation): string {
  return explanationLines(explanation).join("\n");
}

/** The verdict in one line, with the causes. */
export function verdictLine(explanation: Explanation, style: TextStyle = PLAIN): string {
  const { headline, alternatives } = explanation;
  const only = onlyCause(explanation);
  if (only !== undefined) return causeLines(only, style)[0]!;
  const names = alternatives.map((causes) => causes.map(({ id, title }) => `${title} (${id})`).join(" with "));
  return [style.strong(headline), ...(names.length === 0 ? [] : [names.join(", or ")])].join(" ");
}

/** The only cause, if there is just one and it is the headline. */
export function onlyCause({ headline, alternatives }: Explanation): ShownCause | undefined {
  const [cause, ...more] = alternatives.flat();
  return more.length === 0 && cause?.what === headline ? cause : undefined;
}

/** An explanation as lines. */
export function explanationLines(explanation: Explanation, style: TextStyle = PLAIN): string[] {
  const { headline, alternatives, advice, notices, notes, next } = explanation;
  const only = onlyCause(explanation);
  const isOnly = only !== undefined;
  const [title = "", ...fix] = isOnly ? causeLines(only, style) : [style.strong(headline)];
  const blocks = isOnly ? [] : alternatives.flatMap((causes, at) => alternativeLines(causes, at, style));
  const rest = [
    ...blocks,
    ...differenceLines(explanation, style),
    ...(advice === undefined ? [] : [advice]),
    ...notices.map((notice) => noticeLine(notice, style)),
    ...notes,
    ...nextLines(next),
  ];
  return [title, ...fix, ...rest.map((line) => `  ${line}`)];
}

/** A problem that does not affect the signature. */
export function noticeLine({ id, text }: Explanation["notices"][number], style: TextStyle): string {
  return `also: ${text} ${style.soft(`(${id})`)}`;
}

/** Each alternative after the first begins with "or". */
function alternativeLines(causes: readonly ShownCause[], at: number, style: TextStyle): string[] {
  return [...(at === 0 ? [] : ["or"]), ...causes.flatMap((cause) => causeLines(cause, style))];
}

/** All code of the fix, in the order in which it is shown. */
export function callsOf({ code, otherCode = [] }: Pick<ShownCause, "code" | "otherCode">): readonly FixCall[] {
  return code === undefined ? [] : [code, ...otherCode];
}

/** The command that prints the page of a cause. */
export function commandForPage(id: string): string {
  return `${COUNTERSIGN} faults show ${id}`;
}

/** One cause: the sentence with its id, then the fix and the page. */
export function causeLines(cause: ShownCause, style: TextStyle = PLAIN): string[] {
  const { strong, soft } = style;
  const { id, what, fix, page, difference } = cause;
  return [
    `${strong(what)} ${soft(`(${id})`)}`,
    ...(fix === undefined ? [] : [`  fix: ${fix}`]),
    ...callsOf(cause).map(({ language, call }) => `    ${language}: ${call}`),
    ...(difference === undefined ? [] : pairLines(difference, style).map((line) => `  ${line}`)),
    ...(page === undefined ? [] : [soft(`  more: ${commandForPage(id)}`)]),
  ];
}

function differenceLines({ where, differences }: Explanation, style: TextStyle): string[] {
  const lines = differences.length === 1 ? pairLines(differences[0]!, style) : tableLines(differences);
  return [...(where === undefined ? [] : [`where: ${where}`]), ...lines.map((line) => `  ${line}`)];
}

/** The sent value, and below it the signed one. */
export function pairLines(difference: ShownDifference, style: TextStyle): string[] {
  const { name, sent, signed } = difference;
  if (sent === undefined && signed === undefined) return [name ?? ""];
  const side = (segments: readonly Segment[] | undefined, nothing: string): Segment[] =>
    segments === undefined
      ? [{ text: nothing, differs: false }]
      : [...(name === undefined ? [] : [{ text: `${name}=`, differs: false }]), ...segments];
  const [notSent, notSigned] = absentTexts(difference);
  return comparedLines(["sent", side(sent, notSent)], ["signed", side(signed, notSigned)], style);
}

/** The text shown instead of an absent value. */
export function absentTexts({ isMoved = false }: Pick<ShownDifference, "isMoved">): [sent: string, signed: string] {
  return isMoved ? ["(at another place)", "(at another place)"] : ["(not a parameter)", "(not signed)"];
}

/** The most characters of a value and of a name in the table, so that a row fits into 80 columns. */
const VALUE_WIDTH = 24;
const NAME_WIDTH = 22;

function tableLines(differences: readonly ShownDifference[]): string[] {
  if (differences.length === 0) return [];
  const moved = new Set(differences.filter(({ isMoved }) => isMoved).map(({ name }) => name));
  const areMany = moved.size > 1;
  const cells = differences.map((difference) => {
    const { name = "", sent, signed } = difference;
    const [notSent, notSigned] = areMany && difference.isMoved ? ["", ""] : absentTexts(difference);
    const isEqual = sent !== undefined && signed !== undefined && ![...sent, ...signed].some(({ differs }) => differs);
    return [isEqual ? " " : "≠", cut(name, NAME_WIDTH), cellOf(sent, notSent), cellOf(signed, notSigned)];
  });
  const all = [[" ", "parameter", "sent", "signed"], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => [...row[column]!].length)));
  const padded = (cell: string, column: number): string =>
    cell + " ".repeat(widths[column]! - [...cell].length + (column === 0 ? 0 : 1));
  const rows = all.map((row) => row.map(padded).join(" ").trimEnd());
  return areMany ? [...rows, `(at another place): ${plural(moved.size, "parameter")}`] : rows;
}

/** A cell; a long value begins just before its difference. */
function cellOf(segments: readonly Segment[] | undefined, nothing: string): string {
  if (segments === undefined) return nothing;
  const text = segments.map((segment) => segment.text).join("");
  if ([...text].length <= VALUE_WIDTH) return text || "(empty)";
  const [first] = segments;
  const before = first === undefined || first.differs ? 0 : [...first.text].length;
  return cut(before < VALUE_WIDTH - 4 ? text : `…${[...text].slice(before - 8).join("")}`, VALUE_WIDTH);
}

function cut(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join("")}…`;
}

function nextLines(steps: readonly NextStep[]): string[] {
  if (steps.length === 0) return [];
  return [
    "Check next, in this order:",
    ...steps.flatMap(({ text, command }, at) => [
      `  ${at + 1}. ${text}`,
      ...(command === undefined ? [] : [`     ${command}`]),
    ]),
  ];
}
