/**
 * A run for a person at a terminal: failures as they come, then what was counted.
 *
 * @module
 */

import type { Colors } from "picocolors/types.js";
import type { CaseResult, Counts, RunEvent, Summary } from "../runner/index.ts";
import type { Rule } from "../suite/index.ts";
import { failureBlock } from "./failure-block.ts";

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

/** Writes progress and failures while a run goes on. */
export function terminalReporter(terminal: Terminal, rerun: (result: CaseResult) => string): (event: RunEvent) => void {
  let done = 0;
  let label = "";
  let total = 0;
  return (event) => {
    if (event.type === "start") {
      label = `${event.implementation.name} ${event.implementation.version}`;
      total = event.total;
    } else if (event.type === "case") {
      done++;
      if (done % REDRAW_EVERY === 0) terminal.progress?.(`\r\x1b[K${label}: ${done} of ${total}`);
      const { verdict } = event.result;
      if (verdict !== "fail" && verdict !== "crashed") return;
      terminal.progress?.("\r\x1b[K");
      terminal.out(`${failureBlock(event.result, rerun(event.result), terminal.colors)}\n\n`);
    } else {
      terminal.progress?.("\r\x1b[K");
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
  const lines = rows.map(([name, counts, note]) => {
    const numbers = cells(counts).map((count, column) => number(count, HEADINGS[column] === "failed", colors));
    const room = width - head.length - 2;
    const text = room < 20 ? "" : `  ${note.length > room ? `${note.slice(0, room - 1)}…` : note}`;
    return `${name.padEnd(first)}  ${numbers.join(" ")}${colors.dim(text)}`.trimEnd();
  });
  return `${[colors.bold(head), ...lines].join("\n")}\n`;
}

function number(count: number, isBad: boolean, colors: Colors): string {
  const text = (count === 0 ? "·" : String(count)).padStart(8);
  if (count === 0) return colors.dim(text);
  return isBad ? colors.red(text) : text;
}

/** One line a reference: it is judged only where its own domain reaches. */
export function referenceTable(summaries: readonly Summary[], terminal: Terminal): string {
  const rows = summaries.map(
    ({ implementation, vectors }) => [`${implementation.name} ${implementation.version}`, vectors, ""] as const,
  );
  return table("beside it", rows, terminal);
}

/** The last line. */
export function verdictLine({ vectors, total }: Summary, colors: Colors): string {
  const parts = [
    `${vectors.passed} passed`,
    `${vectors.failed} failed`,
    `${vectors.refused} refused as they may`,
    `${vectors.notApplicable} not applicable`,
  ];
  const mark = vectors.failed === 0 ? colors.green("✓") : colors.red("✗");
  const disputed = `${vectors.disputed} of them with a published value that is wrong, judged on the right one`;
  return `${mark} ${total} vectors: ${parts.join(", ")}; ${disputed}\n`;
}
