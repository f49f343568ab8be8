/** The counts as tables and last lines for a terminal. */

import type { Colors } from "picocolors/types.js";
import { counted, cut, plural, visible } from "../../../redaction/visible.ts";
import {
  type CaseResult,
  type Corroborated,
  type Counts,
  hasDriverProblems,
  hasResults,
  type PropertyResult,
  type ReferenceDifference,
  type Summary,
} from "../../runner/index.ts";
import { shownJson } from "../../vectors/index.ts";
import { type ReasonCount, reasonTexts, totalOf } from "../model/counts.ts";
import { compareIds } from "../model/group-by.ts";
import { labelOf, type Terminal } from "../model/reporter.ts";
import { differenceLines, LONGEST_CASE } from "./failure-block.ts";

/** The columns of a table. */
const COLUMNS = [
  ["passed", "passed"],
  ["failed", "failed"],
  ["known", "known"],
  ["refused", "refused"],
  ["open", "RFC open"],
  ["disputed", "disputed"],
  ["notOffered", "not offered"],
] as const;

/** Columns that are left out if all their counts are 0. */
const RARE: readonly string[] = ["known", "open", "notOffered"];

/** Characters of the narrowest column of numbers. */
const NARROWEST = 8;

type Row = readonly [name: string, counts: readonly number[], note: string];

/** Two tables about the implementation under test: by stage, then by rule. */
export function summaryTables(summary: Summary, cases: readonly CaseResult[], terminal: Terminal): string {
  const rules = new Map(cases.flatMap(({ rule }) => (rule === undefined ? [] : [[rule.id, rule] as const])));
  const byRule = [...rules.keys()].sort(compareIds).flatMap((id) => {
    const counts = summary.byRule.get(id);
    return counts === undefined ? [] : [[id, counts, rules.get(id)!.statement] as const];
  });
  return [
    countsTable("values by stage", [...summary.byStage], terminal),
    countsTable(`${summary.unit}s by rule`, byRule, terminal),
  ].join("\n");
}

function countsTable(
  title: string,
  rows: readonly (readonly [name: string, counts: Counts, note?: string])[],
  terminal: Terminal,
): string {
  const columns = COLUMNS.filter(([key]) => !RARE.includes(key) || rows.some(([, counts]) => counts[key] > 0));
  const headings = columns.map(([, heading]) => heading);
  const cells = rows.map(([name, counts, note = ""]): Row => [name, columns.map(([key]) => counts[key]), note]);
  return table(title, headings, cells, terminal);
}

/** Columns of the table of properties that are left out if all their counts are 0. */
const RARE_CASES = [
  ["knownCases", "known"],
  ["explainedCases", "explained"],
  ["refusedCases", "refused"],
] as const;

/** One row for each property, with the numbers of its cases. */
export function propertyTable({ properties }: Summary, terminal: Terminal): string {
  const rare = RARE_CASES.filter(([key]) => properties.some((one) => one[key] > 0));
  const rows = properties.map((one): Row => {
    const { id, title, runs, notOffered, knownCases, failedCases, explainedCases, refusedCases } = one;
    const passed = runs - notOffered - knownCases - failedCases - explainedCases - refusedCases;
    return [id, [passed, failedCases, ...rare.map(([key]) => one[key]), notOffered], title];
  });
  const headings = ["passed", "failed", ...rare.map(([, heading]) => heading), "not offered"];
  return table("properties on generated requests", headings, rows, terminal);
}

function table(title: string, headings: readonly string[], rows: readonly Row[], { colors, width }: Terminal): string {
  const first = Math.max(title.length, ...rows.map(([name]) => name.length));
  const head = `${title.padEnd(first)}  ${headings.map((heading) => heading.padStart(NARROWEST)).join(" ")}`;
  const lines = rows.map(([name, counts, note]) => {
    const numbers = counts.map((count, at) => numberCell(count, headings[at]!, colors));
    return `${name.padEnd(first)}  ${numbers.join(" ")}${noteCell(note, width - head.length, colors)}`.trimEnd();
  });
  return `${[colors.bold(head), ...lines].join("\n")}\n`;
}

function numberCell(count: number, heading: string, colors: Colors): string {
  const text = (count === 0 ? "·" : String(count)).padStart(Math.max(NARROWEST, heading.length));
  if (count === 0) return colors.dim(text);
  return heading === "failed" ? colors.red(text) : text;
}

/** A note after the numbers, cut to the columns that are left. */
function noteCell(text: string, columns: number, colors: Colors): string {
  if (text === "" || columns < 22) return "";
  return colors.dim(`  ${text.length > columns - 2 ? `${text.slice(0, columns - 3)}…` : text}`);
}

/** The last lines: the verdict on the implementation under test; if verbose, also what was not asked, and how references agree. */
export function verdictLines(summary: Summary, colors: Colors, isVerbose = false): string {
  const { milliseconds } = summary;
  const isTimed = milliseconds !== undefined && hasResults(summary);
  const time = !isTimed ? [] : [colors.dim(`  ${(milliseconds / 1000).toFixed(1)} s`)];
  return [...linesOf(summary, colors, isVerbose), ...time].map((line) => `${line}\n`).join("");
}

function linesOf(summary: Summary, colors: Colors, isVerbose: boolean): string[] {
  const { implementation, vectors, total, properties, unchecked } = summary;
  const name = visible(implementation.name);
  // Properties explained by causes of vectors did not pass either.
  const falsified = properties.filter(({ verdict }) => verdict === "fail" || verdict === "explained").length;
  const mark = (failed: number): string => {
    if (failed > 0) return colors.red("✗");
    if (hasDriverProblems(summary)) return colors.yellow("!");
    return unchecked.length > 0 ? colors.yellow("?") : colors.green("✓");
  };
  const lines: string[] = [];
  if (!hasResults(summary) && hasDriverProblems(summary))
    return [`${colors.red("✗")} ${name === "(unknown)" ? "" : `${name}: `}${NOTHING_CHECKED}`];
  if (!hasResults(summary)) lines.push(`${colors.yellow("?")} ${name}: ${NOTHING_ASKED[summary.unit]}`);
  else if (total > 0)
    lines.push(
      `${vectors.notOffered === total ? colors.yellow("?") : mark(vectors.failed)} ${name}: ${vectorCounts(summary)}`,
      ...(isVerbose && summary.unit !== "case" ? notOfferedLines(summary).map((line) => colors.dim(`  ${line}`)) : []),
    );
  if (hasResults(summary) && properties.length > 0) {
    const propertyMark = casesOf(properties) === 0 ? colors.yellow("?") : mark(falsified);
    lines.push(`${propertyMark} ${name}: ${propertyCounts(summary)}`);
  }
  lines.push(...notGatedLines(summary).map((line) => colors.yellow(`  ${line}`)));
  const { corroborated } = summary;
  if (corroborated !== undefined && (isVerbose || corroborated.references.some(({ different }) => different > 0)))
    lines.push(...corroborationLines(corroborated, colors));
  lines.push(...unchecked.map((text) => `  not checked: ${visible(text)}`));
  if (hasDriverProblems(summary)) lines.push(`${colors.red("✗")} ${name}: ${driverVerdict(summary)}`);
  return lines;
}

/** The cases that the baseline suppresses whatever the failure, as a sentence; empty if there are none. */
export function notGatedLines({ notGated, unit }: Summary): string[] {
  const cases = [...notGated].map(([what, count]) =>
    what === unit ? plural(count, unit) : `${plural(count, "case")} of ${what}`,
  );
  return cases.length === 0 ? [] : [`not gated: ${cases.join("; ")}`];
}

/** How the references computed the same inputs. This is about the expected values, not the implementation under test. */
function corroborationLines({ references, requests, corroborated }: Corroborated, colors: Colors): string[] {
  const asked = references.filter(({ compared }) => compared.vectors + compared.generated > 0);
  const lines = asked.flatMap((reference) => {
    const { compared, different, differences, outside = {} } = reference;
    const inputs = `${plural(compared.vectors, "vector")} and ${plural(compared.generated, "generated input")}`;
    const mark = different === 0 ? " " : colors.red("✗");
    return [
      `${mark} expected values compared with ${labelOf(reference.implementation)}: ${inputs}, ${different} different`,
      ...differences.slice(0, 1).flatMap((first) => referenceDifferenceLines(first, colors)),
      ...outsideLines(Object.entries(outside)),
    ];
  });
  if (requests === 0) return lines;
  return [...lines, `  references checked ${counted(corroborated)} of ${plural(requests, "generated request")}`];
}

/** How many inputs are outside of the domain of a reference, with the most frequent reasons. */
function outsideLines(outside: readonly ReasonCount[]): string[] {
  const total = totalOf(outside);
  return total === 0
    ? []
    : [`    ${plural(total, "input")} not asked: ${reasonTexts(outside, MOST_REASONS).join("; ")}`];
}

function referenceDifferenceLines(
  { operation, input, difference, message }: ReferenceDifference,
  colors: Colors,
): string[] {
  return [
    `  for example: ${operation} ${visible(cut(shownJson(input) ?? "", LONGEST_CASE))}`,
    ...(difference === undefined ? [] : differenceLines(difference, colors)),
    ...(message === undefined ? [] : [`  message: ${visible(cut(message, LONGEST_CASE))}`]),
  ].map((line) => `  ${line}`);
}

const NOTHING_CHECKED = "the driver is broken, so nothing was checked";
/** Says that nothing was asked. A captured program sends requests itself. */
const NOTHING_ASKED: { readonly [unit in Summary["unit"]]: string } = {
  vector: "no vector or property was offered",
  case: "no request was verified",
  request: "no request was verified",
};

/** Why a run fails because of its driver, whatever passed. */
export function driverVerdict({ driverProblems, isDriverBroken }: Summary): string {
  const what = isDriverBroken ? "the driver is broken" : `the driver had ${plural(driverProblems, "problem")}`;
  return `${what}, so the run failed, even if every case passed`;
}

/** What was not asked and why, as a sentence; empty if everything was asked. */
export function notOfferedLines({ unit, vectors, notOfferedBecause }: Summary, most = MOST_REASONS): string[] {
  if (vectors.notOffered === 0) return [];
  return [notOfferedText(plural(vectors.notOffered, unit), notOfferedBecause, most)];
}

/** Maximum number of reasons in a line. */
const MOST_REASONS = 3;

/** What was not offered, with the most frequent reasons. */
export function notOfferedText(what: string, reasons: readonly ReasonCount[], most = MOST_REASONS): string {
  return `${what} not offered: ${reasonTexts(reasons, most).join("; ")}`;
}

function vectorCounts({ unit, total, sources, vectors }: Summary): string {
  const { passed, failed, known, refused, open, notOffered } = vectors;
  const parts = [`${counted(passed)} passed`, `${counted(failed)} failed`];
  if (known > 0) parts.push(plural(known, "known failure"));
  if (refused > 0) parts.push(`${counted(refused)} refused (allowed)`);
  if (open > 0) parts.push(`${plural(open, "difference")} where the RFC is open`);
  if (notOffered > 0) parts.push(`${counted(notOffered)} not offered`);
  const from = sources === undefined ? "" : `; ${plural(sources, "published source")}, and generated vectors`;
  return `${plural(total - notOffered, unit)}, ${parts.join(", ")}${from}`;
}

/** Generated cases that were offered. */
function casesOf(properties: Summary["properties"]): number {
  return properties.reduce((sum, { runs, notOffered }) => sum + runs - notOffered, 0);
}

function propertyCounts({ properties }: Summary): string {
  const cases = casesOf(properties);
  const of = (wanted: PropertyResult["verdict"]): PropertyResult[] =>
    properties.filter(({ verdict }) => verdict === wanted);
  const [explained, known] = [of("explained").length, of("known-failure").length];
  const [refused, notAsked] = [of("refused").length, of("not-offered").length];
  const parts = [`${of("pass").length} passed on ${plural(cases, "generated case")}`, `${of("fail").length} falsified`];
  if (explained > 0) parts.push(`${explained} explained by the causes`);
  if (known > 0) parts.push(plural(known, "known failure"));
  if (refused > 0) parts.push(`${refused} refused`);
  if (notAsked > 0) parts.push(`${notAsked} not offered`);
  return `${plural(properties.length, "property")}, ${parts.join(", ")}`;
}
