/**
 * One failure as a person can act on it: rule, vector, first stage that differs, a caret, and the command to rerun it.
 *
 * @module
 */

import type { Colors } from "picocolors/types.js";
import type { CaseResult, Difference, LawResult } from "../runner/index.ts";
import { visible } from "./visible.ts";

/** How much of a long value is shown on each side of the difference, in characters. */
const BEFORE = 40;
const AFTER = 60;

/** The block, several lines; `label` names the implementation, `rerun` is the command that runs only this vector. */
export function failureBlock(result: CaseResult, label: string, rerun: string, colors: Colors): string {
  const { vector, rule, difference, message } = result;
  const lines = [
    `${colors.red("✗")} ${colors.bold(vector.id)}  ${visible(vector.comment)}`,
    `  ${label}, ${vector.rule}: ${rule?.statement ?? "a rule that does not exist"}`,
    ...(difference === undefined ? [] : differenceLines(difference, colors)),
    ...(message === undefined ? [] : [`  it said: ${visible(message)}`]),
    ...(vector.disputed === undefined ? [] : [`  the source prints another value: ${visible(vector.disputed.reason)}`]),
    `  ${colors.dim("only this:")} ${rerun}`,
  ];
  return lines.join("\n");
}

/** How much of a counterexample is shown; the whole of it is in the file that it is saved to. */
const SHOWN_CASE = 600;

/** The block of a law that does not hold, with the smallest case that was found. */
export function lawBlock({ law, counterexample }: LawResult, label: string, rerun: string, colors: Colors): string {
  const json = JSON.stringify(counterexample?.case);
  const shown = json.length > SHOWN_CASE ? `${json.slice(0, SHOWN_CASE)}…` : json;
  return [
    `${colors.red("✗")} ${colors.bold(law.id)}  ${law.statement}`,
    `  ${label}, ${law.rules.join(" ")}`,
    `  with ${visible(shown)}`,
    ...(counterexample === undefined ? [] : differenceLines(counterexample.difference, colors)),
    `  ${colors.dim("only this:")} ${rerun}`,
  ].join("\n");
}

/** Both values around the place where they part, with a caret under it. */
export function differenceLines({ stage, expected, actual, index }: Difference, colors: Colors): string[] {
  const head = visible(ellipsis(expected, index, BEFORE));
  const indent = " ".repeat("    expected  ".length + [...head].length);
  return [
    `  first difference: ${colors.bold(stage)}, character ${index + 1}`,
    `    expected  ${head}${colors.green(visible(tail(expected, index)))}`,
    `    actual    ${head}${colors.red(visible(tail(actual, index)))}`,
    `${indent}${colors.yellow("^")}`,
  ];
}

/** The part before the difference, which both values share, cut at its beginning. */
function ellipsis(text: string, index: number, length: number): string {
  return index > length ? `…${text.slice(index - length, index)}` : text.slice(0, index);
}

function tail(text: string, index: number): string {
  return text.length > index + AFTER ? `${text.slice(index, index + AFTER)}…` : text.slice(index);
}
