/**
 * One failure for a person to act on: the rule, the vector, the first difference with a caret, the meaning of percent
 * escapes there, and the command that repeats it.
 */

import type { Colors } from "picocolors/types.js";
import { comparedLines, comparedSegments } from "../../../diagnosis/text/compared-text.ts";
import { causeLines, pairLines } from "../../../diagnosis/text/explanation-text.ts";
import { mapTexts } from "../../../redaction/map-texts.ts";
import { counted, cut, firstOf, plural, visible } from "../../../redaction/visible.ts";
import type {
  CaseResult,
  Cause,
  Difference,
  Explained,
  FailureKind,
  PropertyResult,
  Result,
} from "../../runner/index.ts";
import { shownJson } from "../../vectors/index.ts";
import { alternativeLines, causeNames, causeTitle, type ExplainedCause, isOwnRule } from "../model/causes.ts";
import { decodedSides } from "../model/escapes.ts";
import { factsOf, nextSteps } from "../model/facts.ts";
import { type FalsifiedProperty, type Finding, findingOf, shownFailures } from "../model/findings.ts";
import type { RunRecord } from "../model/record.ts";
import type { RunAdvice } from "../model/reporter.ts";
import { inputText, requestLines } from "../model/request-text.ts";
import { stderrLines } from "./stderr.ts";
import { NO_COLORS, styleOf } from "./style.ts";

/** Most characters shown of a message. */
const LONGEST_MESSAGE = 400;
/** Most lines shown of a request. */
const REQUEST_LINES = 20;
/** Most failures listed of a cause. */
const MOST_IDS = 5;
/** Most rules listed of a property. */
const MOST_RULES = 3;
/** Most characters shown of a counterexample. */
export const LONGEST_CASE = 600;

/** What a report shows as one item: a cause, a finding or a falsified property. */
export interface Shown {
  /** What it is called in a title. */
  readonly title: string;
  /** An id of the item or rule, or the kind of failure. */
  readonly name: string;
  readonly statement: string;
  /** What a cause explains, or the kind of failure. */
  readonly remark: string;
  /** The ids of the vectors and properties that show it. */
  readonly failures: readonly string[];
  /** Several lines: the fix, the rule, and the values of its plainest failure. */
  readonly block: string;
  /** The values in two lines, where a block does not fit. */
  readonly detail: readonly string[];
  /** What the driver wrote about its plainest failure. */
  readonly traces: readonly (string | undefined)[];
}

/** What a run found, as text. */
export interface ShownRun extends Record<"causes" | "findings" | "falsified", readonly Shown[]> {}

/** The items of a run. Those of a kind are in the order in which to fix them. */
export function shownIn(run: Pick<RunRecord, keyof ShownRun>, advice: RunAdvice, colors: Colors = NO_COLORS): ShownRun {
  return {
    causes: run.causes.map((cause) => shownCause(cause, advice, colors)),
    findings: run.findings.map((finding) => shownFinding(finding, advice, colors)),
    falsified: run.falsified.map((result) => shownProperty(result, advice, colors)),
  };
}

/** A cause with what it explains, its fix, and the first of its failures. */
function shownCause(cause: ExplainedCause, advice: RunAdvice, colors: Colors): Shown {
  const { id, what, explains, cases, properties, evidence } = cause;
  const [result] = cases;
  const example =
    result === undefined
      ? properties.slice(0, 1).flatMap((property) => propertyLines(property, advice, colors))
      : [...violated(cause, result), ...caseLines(findingOf(result), result, advice, colors)];
  return {
    ...{ title: causeTitle(cause), name: id, statement: what, remark: evidence, failures: explains },
    block: [...causeHead(cause, colors), `  ${evidence}`, failureList(explains), ...example].join("\n"),
    ...{ detail: [], traces: [] },
  };
}

/** The rule that a mistake violates, if its plainest failure is about this rule. */
function violated(cause: Cause, result: CaseResult): string[] {
  const { rule, statement } = findingOf(result);
  return isOwnRule(cause, rule) ? [`  violates: ${statement}`] : [];
}

/** A finding with one vector. */
export function shownFinding(finding: Finding, advice: RunAdvice, colors: Colors = NO_COLORS): Shown {
  const { statement, kind, rule, cases } = finding;
  const [first] = cases;
  const failures = cases.map(({ id }) => id);
  const [name, remark] = [rule?.id ?? kind, kind];
  const block = [
    `${colors.red("✗")} ${colors.bold(visible(statement))}`,
    ...(failures.length > 1 ? [failureList(failures)] : []),
    ...caseLines(finding, first!, advice, colors),
  ].join("\n");
  return { title: name, name, statement, remark, failures, block, detail: [], traces: [first!.message, first!.stderr] };
}

/** A property with its counterexample. Reports of single properties do not name others with the same defect. */
export function shownProperty(
  result: PropertyResult & Partial<FalsifiedProperty>,
  advice: RunAdvice,
  colors: Colors = NO_COLORS,
): Shown {
  const { id, title: statement, also = [], causes = [], counterexample, difference } = result;
  const name = [id, ...also].join(" and ");
  const cause = causes.length === 0 ? [] : [`cause: ${causeNames(causes)}`];
  const block = [
    `${colors.red("✗")} ${colors.bold(statement)}`,
    ...cause.map((line) => `  ${visible(line)}`),
    ...propertyLines(result, advice, colors),
  ].join("\n");
  const detail =
    counterexample === undefined || difference === undefined
      ? []
      : [
          ...cause,
          `counterexample: ${cut(shownJson(counterexample.case) ?? "", SHORT_CASE)}`,
          `expected ${cut(difference.expected, SHORT_VALUE)}, actual ${cut(difference.actual, SHORT_VALUE)}`,
        ];
  return { title: name, name, statement, remark: "falsified", failures: [], block, detail, traces: [] };
}

function failureList(ids: readonly string[]): string {
  return `  failures: ${visible(firstOf(ids, MOST_IDS))}`;
}

/** The cause as `explain` shows it, then its alternatives. */
function causeHead(cause: Cause, colors: Colors): string[] {
  const [title = "", ...lines] = causeLines(mapTexts(cause, visible), styleOf(colors));
  return [`${colors.red("✗")} ${title}`, ...lines, ...alternativeLines(cause).map((line) => `  ${visible(line)}`)];
}

/** One vector: the rule, the values, and what to do. */
function caseLines(finding: Finding, result: CaseResult, advice: RunAdvice, colors: Colors): string[] {
  const { id, title, difference, explained, stderr, question } = result;
  const { rule, kind } = finding;
  const about = rule === undefined ? kind : `${rule.id}, ${rule.level} (${rule.section})`;
  const input = inputText(question);
  return [
    `  ${about}, by ${advice.label}`,
    `  at ${colors.bold(visible(id))}: ${visible(title)}`,
    ...(input === "" ? [] : [`  input: ${visible(cut(input, LONGEST_CASE))}`]),
    ...(difference === undefined ? [] : shownLines(difference, explained, colors)),
    ...receivedLines(question, colors),
    ...factsOf(result).map(({ label, text }) => `  ${label}: ${visible(cut(text, LONGEST_MESSAGE))}`),
    ...stderrLines(stderr, colors),
    ...nextLines(result, advice, colors),
  ];
}

/** The request that a verifier received. */
function receivedLines(question: CaseResult["question"], colors: Colors): string[] {
  const request = requestLines(question).flatMap((line) => line.split(/\r?\n/));
  const rest = request.length > REQUEST_LINES ? [`… (${request.length} lines)`] : [];
  const shown = [...request.slice(0, REQUEST_LINES), ...rest];
  return shown.length === 0
    ? []
    : ["  request:", ...shown.map((line) => `    ${colors.dim("|")} ${visible(cut(line, LONGEST_CASE))}`)];
}

/** Characters of a counterexample, and of a value, where only a short form is shown. */
const SHORT_CASE = 300;
const SHORT_VALUE = 160;

/** Shows values of the first failure only. */
function propertyLines(
  result: PropertyResult & Partial<FalsifiedProperty>,
  advice: RunAdvice,
  colors: Colors,
): string[] {
  const { id, rules, runs, notOffered, failedCases, also = [] } = result;
  return [
    `  property ${[id, ...also].map(colors.bold).join(" and ")} (${ruleList(rules)}), by ${advice.label}`,
    `  fails on ${counted(failedCases)} of ${plural(runs - notOffered, "case")}`,
    ...shownFailures(result).flatMap(({ kind, cases, counterexample, difference, explained }, at) => [
      `  ${[plural(cases, kind.replace("-", " ")), ...(explained?.differences ?? [])].map(visible).join("; ")}`,
      `  counterexample: ${visible(cut(shownJson(counterexample.case) ?? "no case", at === 0 ? LONGEST_CASE : SHORT_CASE))}`,
      ...(at === 0 ? falsificationLines(kind, difference, explained, colors) : []),
    ]),
    ...nextLines(result, advice, colors),
  ];
}

/** Values that differ, or what was received in place of a value. */
function falsificationLines(
  kind: FailureKind,
  difference: Difference,
  explained: Explained | undefined,
  colors: Colors,
): string[] {
  if (kind === "wrong-value") return shownLines(difference, explained, colors);
  return [`  message: ${visible(cut(difference.actual, LONGEST_MESSAGE))}`];
}

/** The rules of a property in one line. */
function ruleList(rules: readonly string[]): string {
  const more = rules.length > MOST_RULES ? ` and ${rules.length - MOST_RULES} more rules` : "";
  return `${rules.slice(0, MOST_RULES).join(", ")}${more}`;
}

/** A vector that failed, with all of its causes: one sentence, and a block. */
export function plainFailure(result: CaseResult, advice: RunAdvice): Pick<Shown, "statement" | "block"> {
  const { causes = [] } = result;
  const { statement, remark, block } = shownFinding(findingOf(result), advice);
  if (causes.length === 0) return { statement: visible(`${statement} (${remark})`), block };
  const heads = causes.flatMap((cause) => causeHead(cause, NO_COLORS));
  const names = causes.map(({ what, id }) => `${what} (${id})`);
  return { statement: visible(names.join("; ")), block: [...heads, block].join("\n") };
}

function nextLines(failure: Result, advice: RunAdvice, colors: Colors): string[] {
  return nextSteps(failure, advice).map(
    ({ label, text, isCode }) => `  ${isCode ? colors.dim(`${label}:`) : `${label}:`} ${visible(text)}`,
  );
}

/** The difference between what was sent and what was signed, if it is known, because signatures tell a person nothing. */
function shownLines(difference: Difference, explained: Explained | undefined, colors: Colors): string[] {
  if (explained?.signed === undefined || difference.stage !== "signature") return differenceLines(difference, colors);
  return pairLines(mapTexts(explained.signed, visible), styleOf(colors)).map((line) => `    ${line}`);
}

/** Both values around the first difference, with what differs underlined, and the meaning of percent escapes there. */
export function differenceLines(difference: Difference, colors: Colors): string[] {
  const { stage, expected, actual, index } = difference;
  const octet = Buffer.byteLength(expected.slice(0, index));
  const place = `character ${index + 1}${octet === index ? "" : ` (octet ${octet + 1})`}`;
  const [one, other] = comparedSegments(expected, actual);
  const meaning = Object.entries(decodedSides(difference)).map(([side, text]) => `${side} ${text}`);
  const lines = comparedLines(["expected", one], ["actual", other], styleOf(colors));
  return [
    `  first difference: ${colors.bold(stage)}, ${place}`,
    ...lines.map((line) => `    ${line}`),
    ...(meaning.length === 0 ? [] : [`    decoded   ${meaning.join("; ")}`]),
  ];
}
