/**
 * What was counted, as tables and last lines for a terminal.
 *
 * @module
 */

import type { Colors } from "picocolors/types.js";
import { type Counts, hasBrokenDriver, hasFailed, hasJudged, type Summary } from "../runner/index.ts";
import type { Rule } from "../vectors/index.ts";
import { compareIds } from "./json.ts";
import { labelOf } from "./label.ts";
import type { Terminal } from "./output.ts";
import { visible } from "./visible.ts";

/** A column for each count; `known` only where there is a baseline that excuses something. */
const COLUMNS = [
  ["passed", "passed"],
  ["failed", "failed"],
  ["known", "known"],
  ["refused", "refused"],
  ["notApplicable", "n/a"],
  ["disputed", "disputed"],
] as const;

type Column = (typeof COLUMNS)[number];

/** The whole summary of the implementation under test: by stage, then by rule. */
export function summaryTables(summary: Summary, rules: ReadonlyMap<string, Rule>, terminal: Terminal): string {
  const stages = [...summary.byStage].filter(([, counts]) => Object.values(counts).some((count) => count > 0));
  const ids = [...rules.keys()].sort(compareIds);
  const sorted = ids.flatMap((id) => {
    const rule = rules.get(id)!;
    const counts = summary.byRule.get(rule.id);
    return counts === undefined ? [] : [{ rule, counts }];
  });
  return [
    table(
      "values by stage",
      stages.map(([stage, counts]) => [stage, counts, ""]),
      terminal,
    ),
    table(
      "vectors by rule",
      sorted.map(({ rule, counts }) => [rule.id, counts, rule.statement]),
      terminal,
    ),
  ].join("\n");
}

function table(
  title: string,
  rows: readonly (readonly [name: string, counts: Counts, note: string])[],
  terminal: Terminal,
): string {
  const { colors, width } = terminal;
  const columns: Column[] = COLUMNS.filter(([key]) => key !== "known" || rows.some(([, { known }]) => known > 0));
  const first = Math.max(title.length, ...rows.map(([name]) => name.length));
  const head = `${title.padEnd(first)}  ${columns.map(([, heading]) => heading.padStart(8)).join(" ")}`;
  const lines = rows.map(([name, counts, remark]) => {
    const numbers = columns.map(([key]) => number(counts[key], key === "failed", colors));
    return `${name.padEnd(first)}  ${numbers.join(" ")}${note(remark, width - head.length, colors)}`.trimEnd();
  });
  return `${[colors.bold(head), ...lines].join("\n")}\n`;
}

function number(count: number, isBad: boolean, colors: Colors): string {
  const text = (count === 0 ? "·" : String(count)).padStart(8);
  if (count === 0) return colors.dim(text);
  return isBad ? colors.red(text) : text;
}

/** One line a law. */
export function propertyTable({ laws }: Summary, { colors, width }: Terminal): string {
  const first = Math.max(...laws.map(({ id }) => id.length), "laws on generated requests".length);
  const head = `${"laws on generated requests".padEnd(first)}  ${["passed", "failed", "n/a"].map((heading) => heading.padStart(8)).join(" ")}`;
  const lines = laws.map(({ id, title, verdict, runs, notApplicable }) => {
    const failed = verdict === "fail" || verdict === "known-failure" ? 1 : 0;
    const numbers = [runs - notApplicable - failed, failed, notApplicable].map((count, column) =>
      number(count, column === 1, colors),
    );
    return `${id.padEnd(first)}  ${numbers.join(" ")}${note(title, width - head.length, colors)}`.trimEnd();
  });
  return `${[colors.bold(head), ...lines].join("\n")}\n`;
}

/** A remark behind a row of numbers, cut to the room that is left. */
function note(text: string, room: number, colors: Colors): string {
  if (text === "" || room < 22) return "";
  return colors.dim(`  ${text.length > room - 2 ? `${text.slice(0, room - 3)}…` : text}`);
}

/** One line a reference: it is judged only where its own domain reaches. */
export function referenceTable(summaries: readonly Summary[], terminal: Terminal): string {
  const rows = summaries.map(({ implementation, vectors }) => [labelOf(implementation), vectors, ""] as const);
  return table("beside it", rows, terminal);
}

/** The last lines: of the implementation under test, and of each reference that failed anything. */
export function verdictLines([subject, ...references]: readonly Summary[], colors: Colors): string {
  const failed = references.filter(hasFailed);
  return [...subjectLines(subject!, colors), ...failed.flatMap((summary) => subjectLines(summary, colors))]
    .map((line) => `${line}\n`)
    .join("");
}

function subjectLines(summary: Summary, colors: Colors): string[] {
  const { implementation, vectors, total, laws } = summary;
  const name = visible(implementation.name);
  const lines: string[] = [];
  if (!hasJudged(summary)) lines.push(`${colors.yellow("?")} ${name}: nothing could be judged`);
  else if (total > 0) lines.push(`${mark(vectors.failed, summary, colors)} ${name}: ${vectorCounts(total, vectors)}`);
  if (hasJudged(summary) && laws.length > 0) lines.push(lawCounts(summary, colors));
  if (hasBrokenDriver(summary)) lines.push(`${colors.red("✗")} ${name}: ${driverWords(summary)}`);
  return lines;
}

/** The last word on a run whose driver was broken: what was counted says less than it seems to. */
export function driverWords({ troubles, isBroken }: Summary): string {
  const what = isBroken ? "the driver is broken" : `the driver had trouble at no vector, ${plural(troubles, "time")}`;
  return `${what}; this is no green run, whatever passed`;
}

function vectorCounts(total: number, { passed, failed, known, refused, notApplicable, disputed }: Counts): string {
  const parts = [`${passed} passed`, `${failed} failed`];
  if (known > 0) parts.push(plural(known, "known failure"));
  if (refused > 0) parts.push(`${refused} refused as they may`);
  if (notApplicable > 0) parts.push(`${notApplicable} not applicable`);
  const wrong = `; ${disputed} of them with a published value that is wrong, judged on the right one`;
  return `${plural(total, "vector")}, ${parts.join(", ")}${disputed > 0 ? wrong : ""}`;
}

function lawCounts(summary: Summary, colors: Colors): string {
  const { implementation, laws } = summary;
  const broken = laws.filter(({ verdict }) => verdict === "fail").length;
  const cases = laws.reduce((sum, { runs, notApplicable }) => sum + runs - notApplicable, 0);
  const known = laws.filter(({ verdict }) => verdict === "known-failure").length;
  const notAsked = laws.filter(({ verdict }) => verdict === "not-applicable").length;
  const held = laws.length - broken - known - notAsked;
  const parts = [`${held} hold on ${plural(cases, "generated case")}`, `${broken} broken`];
  if (known > 0) parts.push(`${known} known to be`);
  if (notAsked > 0) parts.push(`${notAsked} not applicable`);
  const counts = parts.join(", ");
  return `${mark(broken, summary, colors)} ${visible(implementation.name)}: ${plural(laws.length, "law")}, ${counts}`;
}

function mark(failed: number, summary: Summary, colors: Colors): string {
  if (failed > 0) return colors.red("✗");
  return hasBrokenDriver(summary) ? colors.yellow("!") : colors.green("✓");
}

/** A number and its noun. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
