/**
 * A run for a person at a terminal: failures as they come, then what was counted.
 *
 * @module
 */

import type { Colors } from "picocolors/types.js";
import {
  type CaseResult,
  type Counts,
  hasFailed,
  hasJudged,
  isFailure,
  type LawResult,
  type RunEvent,
  type Summary,
} from "../runner/index.ts";
import type { Rule } from "../suite/index.ts";
import { failureBlock, lawBlock } from "./failure-block.ts";

/** Where and how to write. */
export interface Terminal {
  /** Results. */
  readonly out: (text: string) => void;
  /** Progress; absent where nobody watches. */
  readonly progress?: (text: string) => void;
  readonly colors: Colors;
  /** Columns that a line may take. */
  readonly width: number;
}

const REDRAW_EVERY = 25;
const WIPE = "\r\x1b[K";

/** The command that runs only this vector, or only this law. */
export type Rerun = (failure: CaseResult | LawResult) => string;

/** Writes progress and failures while a run goes on. */
export function terminalReporter(terminal: Terminal, rerun: Rerun): (event: RunEvent) => void {
  let done = 0;
  let label = "";
  let total = 0;
  const draw = (what: string): void => terminal.progress?.(`${WIPE}${label}: ${what}`);
  const write = (block: string): void => {
    terminal.progress?.(WIPE);
    terminal.out(`${block}\n\n`);
  };
  return (event) => {
    switch (event.type) {
      case "start":
        label = `${event.implementation.name} ${event.implementation.version}`;
        total = event.total;
        return;
      case "case": {
        done++;
        if (done % REDRAW_EVERY === 0) draw(`vector ${done} of ${total}`);
        if (isFailure(event.result.verdict))
          write(failureBlock(event.result, label, rerun(event.result), terminal.colors));
        return;
      }
      case "law-progress":
        draw(`law ${event.id}, ${event.done} of ${event.total}`);
        return;
      case "law":
        if (event.result.verdict === "fail") write(lawBlock(event.result, label, rerun(event.result), terminal.colors));
        return;
      case "end":
        terminal.progress?.(WIPE);
    }
  };
}

const HEADINGS = ["passed", "failed", "refused", "n/a", "disputed"] as const;

function cells({ passed, failed, refused, notApplicable, disputed }: Counts): number[] {
  return [passed, failed, refused, notApplicable, disputed];
}

/** The whole summary of the implementation under test: by stage, then by rule. */
export function summaryTables(summary: Summary, rules: ReadonlyMap<string, Rule>, terminal: Terminal): string {
  const stages = [...summary.byStage].filter(([, counts]) => cells(counts).some((count) => count > 0));
  const sorted = [...rules.values()].flatMap((rule) => {
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
  const first = Math.max(title.length, ...rows.map(([name]) => name.length));
  const head = `${title.padEnd(first)}  ${HEADINGS.map((heading) => heading.padStart(8)).join(" ")}`;
  const lines = rows.map(([name, counts, remark]) => {
    const numbers = cells(counts).map((count, column) => number(count, HEADINGS[column] === "failed", colors));
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
export function lawTable({ laws }: Summary, { colors, width }: Terminal): string {
  const first = Math.max(...laws.map(({ law }) => law.id.length), "laws on generated requests".length);
  const head = `${"laws on generated requests".padEnd(first)}  ${["passed", "failed", "n/a"].map((heading) => heading.padStart(8)).join(" ")}`;
  const lines = laws.map(({ law, verdict, runs, notApplicable }) => {
    const failed = verdict === "fail" ? 1 : 0;
    const numbers = [runs - notApplicable - failed, failed, notApplicable].map((count, column) =>
      number(count, column === 1, colors),
    );
    return `${law.id.padEnd(first)}  ${numbers.join(" ")}${note(law.statement, width - head.length, colors)}`.trimEnd();
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
  const rows = summaries.map(
    ({ implementation, vectors }) => [`${implementation.name} ${implementation.version}`, vectors, ""] as const,
  );
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
  if (!hasJudged(summary)) return [`${colors.yellow("?")} ${implementation.name}: nothing could be judged`];
  const lines: string[] = [];
  if (total > 0) lines.push(`${mark(vectors.failed, colors)} ${implementation.name}: ${vectorCounts(total, vectors)}`);
  if (laws.length > 0) lines.push(lawCounts(summary, colors));
  return lines;
}

function vectorCounts(total: number, { passed, failed, refused, notApplicable, disputed }: Counts): string {
  const parts = [`${passed} passed`, `${failed} failed`];
  if (refused > 0) parts.push(`${refused} refused as they may`);
  if (notApplicable > 0) parts.push(`${notApplicable} not applicable`);
  const wrong = `; ${disputed} of them with a published value that is wrong, judged on the right one`;
  return `${plural(total, "vector")}, ${parts.join(", ")}${disputed > 0 ? wrong : ""}`;
}

function lawCounts({ implementation, laws }: Summary, colors: Colors): string {
  const broken = laws.filter(({ verdict }) => verdict === "fail").length;
  const cases = laws.reduce((sum, { runs, notApplicable }) => sum + runs - notApplicable, 0);
  const counts = `${laws.length - broken} hold on ${plural(cases, "generated case")}, ${broken} broken`;
  return `${mark(broken, colors)} ${implementation.name}: ${plural(laws.length, "law")}, ${counts}`;
}

function mark(failed: number, colors: Colors): string {
  return failed === 0 ? colors.green("✓") : colors.red("✗");
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
