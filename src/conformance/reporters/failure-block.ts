/**
 * One failure as a person can act on it: rule, vector, first stage that differs, a caret, what the escapes there mean, why
 * it usually happens, and the command to rerun it.
 *
 * @module
 */

import type { Colors } from "picocolors/types.js";
import type { CaseResult, Difference, PropertyResult, Result } from "../runner/index.ts";
import { decodedAt } from "./escapes.ts";
import { causeLines, type Finding, titleOf } from "./findings.ts";
import { usualCause } from "./hints.ts";
import type { RunAdvice } from "./reporter.ts";
import { boundary, cut, visible } from "./visible.ts";

/** How much of a long value is shown on each side of the difference, in characters. */
const BEFORE = 40;
const AFTER = 60;
/** How much of what an implementation says is shown, in characters and lines. */
const LONGEST_MESSAGE = 400;
const STDERR_LINES = 8;
/** How much of a counterexample is shown; the whole of it is in the file that it is saved to. */
const SHOWN_CASE = 600;

/** The block of a finding, several lines, shown on one of its vectors. */
export function failureBlock(finding: Finding, result: CaseResult, advice: RunAdvice, colors: Colors): string {
  const { id, title, difference, message, stderr, disputed } = result;
  const { rule, kind } = finding;
  const broken = rule === undefined ? kind : `${rule.id}, ${rule.level} (${rule.section})`;
  return [
    ...headLines(finding, colors),
    `  ${broken}, by ${advice.label}`,
    `  at ${colors.bold(visible(id))}: ${visible(title)}`,
    ...(difference === undefined ? [] : differenceLines(difference, colors)),
    ...(message === undefined ? [] : [`  it said: ${visible(cut(message, LONGEST_MESSAGE))}`]),
    ...stderrLines(stderr, colors),
    ...(disputed === undefined ? [] : [`  the source prints another value: ${visible(disputed.reason)}`]),
    ...adviceLines(result, advice, colors),
  ].join("\n");
}

/** The name of the mistake before the rule that it breaks. */
function headLines(finding: Finding, colors: Colors): string[] {
  return [
    `${colors.red("✗")} ${colors.bold(visible(titleOf(finding)))}`,
    ...causeLines(finding).map((line) => `  ${visible(line)}`),
    ...(finding.causes.length === 0 ? [] : [`  breaks: ${finding.statement}`]),
  ];
}

/** The block of a falsified property, with the shrunk counterexample. */
export function propertyBlock(result: PropertyResult, advice: RunAdvice, colors: Colors): string {
  const { id, title, rules, counterexample, difference } = result;
  const shown = cut(JSON.stringify(counterexample?.case) ?? "no case", SHOWN_CASE);
  return [
    `${colors.red("✗")} ${colors.bold(title)}`,
    `  law ${colors.bold(id)} (${rules.join(", ")}), by ${advice.label}`,
    `  with ${visible(shown)}`,
    ...(difference === undefined ? [] : differenceLines(difference, colors)),
    ...adviceLines(result, advice, colors),
  ].join("\n");
}

/** The last lines that something wrote to stderr. */
export function stderrLines(stderr: string | undefined, colors: Colors): string[] {
  const lines = (stderr ?? "").trimEnd().split(/\r?\n/);
  if (lines.join("") === "") return [];
  const shown = lines
    .slice(-STDERR_LINES)
    .map((line) => `    ${colors.dim("|")} ${visible(cut(line, LONGEST_MESSAGE))}`);
  return [
    `  its stderr${lines.length > STDERR_LINES ? `, last ${STDERR_LINES} of ${lines.length} lines` : ""}:`,
    ...shown,
  ];
}

function adviceLines(failure: Result, { rerun, baselineEntry }: RunAdvice, colors: Colors): string[] {
  const hint = usualCause(failure);
  const entry = baselineEntry?.(failure);
  const command = rerun(failure);
  return [
    ...(hint === "" ? [] : [`  usually: ${hint}`]),
    ...(failure.unexcused === undefined ? [] : [`  not excused: ${visible(failure.unexcused)}`]),
    ...(entry === undefined ? [] : [`  ${colors.dim("to excuse it:")} ${visible(entry)}`]),
    ...(command === undefined ? [] : [`  ${colors.dim("only this:")} ${command}`]),
  ];
}

/** Both values around the place where they part, with a caret under it, and what the escapes there mean. */
export function differenceLines(difference: Difference, colors: Colors): string[] {
  const { stage, expected, actual } = difference;
  const index = Math.min(boundary(expected, difference.index), boundary(actual, difference.index));
  const head = visible(ellipsis(expected, index));
  const octet = Buffer.byteLength(expected.slice(0, index));
  const place = `character ${index + 1}${octet === index ? "" : ` (octet ${octet + 1})`}`;
  return [
    `  first difference: ${colors.bold(stage)}, ${place}`,
    `    expected  ${head}${colors.green(visible(tail(expected, index)))}`,
    `    actual    ${head}${colors.red(visible(tail(actual, index)))}`,
    `${" ".repeat("    expected  ".length)}${blank(head)}${colors.yellow("^")}`,
    ...decodedLine(expected, actual, index),
  ];
}

/** What the escapes on both sides mean, where there are any. */
function decodedLine(expected: string, actual: string, index: number): string[] {
  const [right, wrong] = [decodedAt(expected, index), decodedAt(actual, index)];
  if (right === wrong) return [];
  const parts = [
    ...(right === undefined ? [] : [`expected ${right}`]),
    ...(wrong === undefined ? [] : [`actual ${wrong}`]),
  ];
  return [`    decoded   ${parts.join("; ")}`];
}

/** As many columns as a text takes, empty. */
function blank(text: string): string {
  return text.replace(/\p{M}/gu, "").replace(/./gsu, (character) => (WIDE.test(character) ? "\u3000" : " "));
}

/** Characters that take two columns. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;

/** The part before the difference, which both values share, cut at its beginning. */
function ellipsis(text: string, index: number): string {
  return index > BEFORE ? `…${text.slice(boundary(text, index - BEFORE), index)}` : text.slice(0, index);
}

function tail(text: string, index: number): string {
  return cut(text.slice(index), AFTER);
}
