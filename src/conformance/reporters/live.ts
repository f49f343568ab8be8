/**
 * A run for a person while it goes on: the first failure of each kind as it comes, progress, and at the end of the run
 * which vectors fail in the same way.
 *
 * @module
 */

import { type CaseResult, isFailure, type PropertyResult, type RunEvent, UNKNOWN } from "../runner/index.ts";
import { failureBlock, propertyBlock, stderrLines } from "./failure-block.ts";
import { createFindings, type Finding } from "./findings.ts";
import type { Terminal } from "./output.ts";
import { createProgress, type Progress } from "./progress.ts";
import type { DriverTrouble } from "./record.ts";
import { type Advice, adviceFor, type Reporter, type RunAdvice } from "./reporter.ts";
import { plural } from "./tables.ts";
import { type RepeatedTrouble, TROUBLE_HINTS, troubleKey, troubleTitle } from "./troubles.ts";
import { cut, visible } from "./visible.ts";

/** More blocks than this nobody reads; what comes after is counted. */
const MOST_BLOCKS = 25;
/** As many notes about the driver. */
const MOST_TROUBLES = 10;
/** Ids in the line of a finding. */
const MOST_IDS = 5;
const LONGEST_MESSAGE = 400;

/** Writes to a terminal; `now` is in milliseconds. */
export function liveReporter(
  terminal: Terminal,
  advice: Advice,
  now: () => number = () => performance.now(),
): Reporter {
  const progress = createProgress(terminal.progress, terminal.width, now);
  let runs = 0;
  let run = liveRun(terminal, adviceFor(advice, UNKNOWN, 0), progress);
  return {
    listen(event) {
      if (event.type === "start") run = liveRun(terminal, adviceFor(advice, event.implementation, runs++), progress);
      run(event);
    },
    finish: progress.wipe,
  };
}

/** Listens to one run. */
function liveRun(terminal: Terminal, advice: RunAdvice, progress: Progress): (event: RunEvent) => void {
  const { colors } = terminal;
  const findings = createFindings();
  const shown = new Set<Finding>();
  const troubles = new Map<string, RepeatedTrouble>();
  let [blocks, done, failed, total] = [0, 0, 0, 0];

  function write(block: string): void {
    progress.wipe();
    terminal.out(`${block}\n\n`);
  }

  function onCase(result: CaseResult): void {
    done++;
    const finding = findings.add(result);
    if (isFailure(result.verdict)) failed++;
    if (finding !== undefined && finding.cases.length === 1 && blocks < MOST_BLOCKS) {
      blocks++;
      shown.add(finding);
      write(failureBlock(finding, result, advice, colors));
    }
    progress.tell(`${advice.label}: ${failed > 0 ? `${failed} failed, ` : ""}vector`, done, total);
  }

  function onLaw(result: PropertyResult): void {
    progress.begin();
    if (result.verdict !== "fail") return;
    if (blocks++ < MOST_BLOCKS) write(propertyBlock(result, advice, colors));
  }

  function onTrouble(told: DriverTrouble): void {
    const known = troubles.get(troubleKey(told));
    troubles.set(troubleKey(told), { ...told, count: (known?.count ?? 0) + 1 });
    if (known !== undefined || troubles.size > MOST_TROUBLES) return;
    write([troubleLine({ ...told, count: 1 }), ...stderrLines(told.stderr, colors)].join("\n"));
  }

  function troubleLine(told: RepeatedTrouble): string {
    const title = colors.bold(troubleTitle(told));
    return `${colors.yellow("!")} ${title}, at no vector: ${visible(cut(told.message, LONGEST_MESSAGE))}`;
  }

  function onEnd(): void {
    const repeated = [...shown].filter(({ cases }) => cases.length > 1);
    if (repeated.length > 0)
      write(["Failures of the same kind or cause as a block above", ...repeated.map(andMore)].join("\n"));
    const hidden = findings.all().filter((finding) => !shown.has(finding));
    const vectors = hidden.reduce((sum, { cases }) => sum + cases.length, 0);
    if (vectors > 0)
      write(
        `… and ${plural(hidden.length, "more kind")} of failure, at ${plural(vectors, "vector")}: the other reports have all`,
      );
    const repeatedly = [...troubles.values()].slice(0, MOST_TROUBLES).filter(({ count }) => count > 1);
    for (const told of repeatedly) write([troubleLine(told), ...usually(told)].join("\n"));
    const others = troubles.size - MOST_TROUBLES;
    if (others > 0) write(`… and ${plural(others, "more trouble")} of the driver`);
    progress.wipe();
  }

  return (event) => {
    switch (event.type) {
      case "start":
        total = event.total;
        return progress.begin();
      case "case":
        return onCase(event.result);
      case "law-progress":
        return progress.tell(`${advice.label}: law ${event.id},`, event.done, event.total);
      case "law":
        return onLaw(event.result);
      case "driver-trouble":
        return onTrouble(event);
      case "stopped":
        return write(
          `${colors.yellow("!")} stopped early (${event.reason}): ${visible(cut(event.message, LONGEST_MESSAGE))}`,
        );
      case "end":
        return onEnd();
    }
  };
}

function usually({ trouble }: RepeatedTrouble): string[] {
  const hint = TROUBLE_HINTS[trouble];
  return hint === undefined ? [] : [`  usually: ${hint}`];
}

/** One line: the finding, its first vector, and which others are of the same kind. */
function andMore({ rule, kind, causes, cases }: Finding): string {
  const [first, ...others] = cases.map(({ id }) => id);
  const ids = others.slice(0, MOST_IDS).join(", ");
  const way = rule === undefined ? kind : `${rule.id} (${kind})`;
  const name = causes.length === 0 ? way : visible(causes.map(({ id }) => id).join(" or "));
  return `  ${name}: ${first} and ${others.length} more: ${ids}${others.length > MOST_IDS ? ", …" : ""}`;
}
