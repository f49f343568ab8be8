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
import { alternativeLines, causeNames, type ExplainedCause } from "../model/causes.ts";
import { decodedAt } from "../model/escapes.ts";
import { type FalsifiedProperty, type Finding, findingOf, shownFailures } from "../model/findings.ts";
import type { RunAdvice } from "../model/reporter.ts";
import { inputText, requestLines } from "../model/request-text.ts";
import { stderrLines } from "./stderr.ts";
import { NO_COLORS, styleOf } from "./style.ts";

/** Characters of a message that are shown. */
const LONGEST_MESSAGE = 400;
/** Lines of a request that are shown. */
const REQUEST_LINES = 20;
/** Failures of a cause that are listed. */
const MOST_IDS = 5;
/** Rules of a property that are listed. */
const MOST_RULES = 3;
/** Characters of a counterexample that are shown. */
export const LONGEST_CASE = 600;

/** Several lines about a finding, with one of its vectors. */
export function failureBlock(finding: Finding, result: CaseResult, advice: RunAdvice, colors: Colors): string {
  return [
    `${colors.red("✗")} ${colors.bold(visible(finding.statement))}`,
    ...(finding.cases.length > 1 ? [failureList(finding.cases.map(({ id }) => id))] : []),
    ...caseLines(finding, result, advice, colors),
  ].join("\n");
}

/** Several lines about a cause: what it explains, how to fix it, and the first of its failures. */
export function causeBlock(cause: ExplainedCause, advice: RunAdvice, colors: Colors): string {
  const { explains, cases, properties } = cause;
  const [result] = cases;
  const example =
    result === undefined
      ? properties.slice(0, 1).flatMap((property) => propertyLines(property, advice, colors))
      : [`  violates: ${findingOf(result).statement}`, ...caseLines(findingOf(result), result, advice, colors)];
  return [...causeHead(cause, colors), `  ${cause.evidence}`, failureList(explains), ...example].join("\n");
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
  const { id, title, difference, explained, message, stderr, disputed, curl = [] } = result;
  const { rule, kind } = finding;
  const about = rule === undefined ? kind : `${rule.id}, ${rule.level} (${rule.section})`;
  return [
    `  ${about}, by ${advice.label}`,
    `  at ${colors.bold(visible(id))}: ${visible(title)}`,
    ...inputLines(result),
    ...(difference === undefined ? [] : shownLines(difference, explained, colors)),
    ...verifierLines(result, colors),
    ...(message === undefined ? [] : [`  message: ${visible(cut(message, LONGEST_MESSAGE))}`]),
    ...stderrLines(stderr, colors),
    ...curl.map((command) => `  ${colors.dim("send again:")} ${visible(command)}`),
    ...(disputed === undefined ? [] : [`  the published source prints another value: ${visible(disputed.reason)}`]),
    ...adviceLines(result, advice, colors),
  ];
}

/** What the implementation was asked to sign or to compute, in one line. */
function inputLines({ question }: CaseResult): string[] {
  const text = inputText(question);
  return text === "" ? [] : [`  input: ${visible(cut(text, LONGEST_CASE))}`];
}

/** The request that a verifier received, the policy, and what a wrong verdict shows. */
function verifierLines({ question, verifier }: CaseResult, colors: Colors): string[] {
  const request = requestLines(question).flatMap((line) => line.split(/\r?\n/));
  const shown = request
    .slice(0, REQUEST_LINES)
    .map((line) => `    ${colors.dim("|")} ${visible(cut(line, LONGEST_CASE))}`);
  const more = request.length > REQUEST_LINES ? [`    ${colors.dim("|")} … (${request.length} lines)`] : [];
  if (verifier === undefined) return request.length === 0 ? [] : ["  request:", ...shown, ...more];
  const { policy, mistakes, cves } = verifier;
  return [
    ...["  request:", ...shown, ...more, `  policy: ${policy}`],
    ...mistakes.map(({ id, what }) => `  detects: ${visible(what)} ${colors.dim(`(${visible(id)})`)}`),
    ...(cves.length === 0 ? [] : [`  as in: ${visible(cves.join(", "))}`]),
  ];
}

/** Characters of a counterexample, and of a value, where only a short form is shown. */
const SHORT_CASE = 300;
const SHORT_VALUE = 160;

/** The counterexample of a falsified property and its values in two lines. */
export function shortCounterexample(result: ShownProperty): readonly string[] {
  const { counterexample, difference } = result;
  if (counterexample === undefined || difference === undefined) return [];
  const { expected, actual } = difference;
  return [
    ...propertyCauses(result),
    `counterexample: ${cut(shownJson(counterexample.case) ?? "", SHORT_CASE)}`,
    `expected ${cut(expected, SHORT_VALUE)}, actual ${cut(actual, SHORT_VALUE)}`,
  ];
}

/** A falsified property; a report of single properties shows nothing else that the same defect falsifies. */
type ShownProperty = PropertyResult & Partial<FalsifiedProperty>;

/** Several lines about a falsified property, with its counterexample. */
export function propertyBlock(result: ShownProperty, advice: RunAdvice, colors: Colors): string {
  return [
    `${colors.red("✗")} ${colors.bold(result.title)}`,
    ...propertyCauses(result).map((line) => `  ${visible(line)}`),
    ...propertyLines(result, advice, colors),
  ].join("\n");
}

function propertyCauses({ causes = [] }: ShownProperty): string[] {
  return causes.length === 0 ? [] : [`cause: ${causeNames(causes)}`];
}

function propertyLines(result: ShownProperty, advice: RunAdvice, colors: Colors): string[] {
  const { id, rules, runs, notOffered, failedCases, also = [] } = result;
  return [
    `  property ${[id, ...also].map(colors.bold).join(" and ")} (${ruleList(rules)}), by ${advice.label}`,
    `  fails on ${counted(failedCases)} of ${plural(runs - notOffered, "case")}`,
    ...shownFailures(result).flatMap(({ kind, cases, counterexample, difference, explained }) => [
      `  ${[plural(cases, KIND_NAMES[kind]), ...(explained?.differences ?? [])].map(visible).join("; ")}`,
      `  counterexample: ${visible(cut(shownJson(counterexample.case) ?? "no case", LONGEST_CASE))}`,
      ...falsificationLines(kind, difference, explained, colors),
    ]),
    ...adviceLines(result, advice, colors),
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

const KIND_NAMES: Readonly<Record<FailureKind, string>> = {
  "wrong-value": "wrong value",
  refusal: "refusal",
  error: "error",
};

/** The rules of a property in one line. */
function ruleList(rules: readonly string[]): string {
  const more = rules.length > MOST_RULES ? ` and ${rules.length - MOST_RULES} more rules` : "";
  return `${rules.slice(0, MOST_RULES).join(", ")}${more}`;
}

/** A failure for reports that show it inside something else: one sentence, and the block without colours. */
export interface PlainFailure {
  readonly summary: string;
  readonly text: string;
}

/** A vector that failed. */
export function plainFailure(result: CaseResult, advice: RunAdvice): PlainFailure {
  const { causes = [] } = result;
  const finding = plainFinding(findingOf(result), advice);
  if (causes.length === 0) return finding;
  const heads = causes.flatMap((cause) => causeHead(cause, NO_COLORS));
  return {
    summary: visible(causes.map(({ what, id }) => `${what} (${id})`).join("; ")),
    text: [...heads, finding.text].join("\n"),
  };
}

/** A cause, with the first of its failures. */
export function plainCause(cause: ExplainedCause, advice: RunAdvice): PlainFailure {
  return { summary: visible(cause.what), text: causeBlock(cause, advice, NO_COLORS) };
}

/** A finding, with its first vector. */
export function plainFinding(finding: Finding, advice: RunAdvice): PlainFailure {
  return {
    summary: visible(`${finding.statement} (${finding.kind})`),
    text: failureBlock(finding, finding.cases[0]!, advice, NO_COLORS),
  };
}

/** A falsified property. */
export function plainPropertyFailure(result: ShownProperty, advice: RunAdvice): PlainFailure {
  return { summary: result.title, text: propertyBlock(result, advice, NO_COLORS) };
}

function adviceLines(failure: Result, { rerun, baselineEntry }: RunAdvice, colors: Colors): string[] {
  const entry = baselineEntry?.(failure);
  const command = rerun(failure);
  return [
    ...(failure.notSuppressed === undefined ? [] : [`  not suppressed: ${visible(failure.notSuppressed)}`]),
    ...(entry === undefined ? [] : [`  ${colors.dim("baseline entry:")} ${visible(entry)}`]),
    ...(command === undefined ? [] : [`  ${colors.dim("run only this:")} ${command}`]),
  ];
}

/** Where what was signed differs from what was sent, if that is known; the signatures themselves show nothing to a person. */
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
  const lines = comparedLines(["expected", one], ["actual", other], styleOf(colors));
  return [
    `  first difference: ${colors.bold(stage)}, ${place}`,
    ...lines.map((line) => `    ${line}`),
    ...decodedLine(expected, actual, index),
  ];
}

function decodedLine(expected: string, actual: string, index: number): string[] {
  const [right, wrong] = [decodedAt(expected, index), decodedAt(actual, index)];
  if (right === wrong) return [];
  const parts = [
    ...(right === undefined ? [] : [`expected ${right}`]),
    ...(wrong === undefined ? [] : [`actual ${wrong}`]),
  ];
  return [`    decoded   ${parts.join("; ")}`];
}
