/**
 * Shows a run on the terminal: progress and problems with the driver while it lasts; at its end the causes, then the first
 * failure of each finding, the worst first, as far as they fit on two screens, and a line for each of the others.
 */

import { cut, plural, visible } from "../../../redaction/visible.ts";
import {
  type CaseResult,
  type DriverProblem,
  isFailure,
  type RunEvent,
  type Stopped,
  UNKNOWN,
} from "../../runner/index.ts";
import { PROBLEM_HINTS, problemKey, problemTitle, type RepeatedProblem, stopReason } from "../model/driver-problems.ts";
import { groupBy } from "../model/group-by.ts";
import { type RunRecord, recordRun } from "../model/record.ts";
import { type Advice, adviceFor, type Reporter, type Terminal } from "../model/reporter.ts";
import { type Shown, shownIn } from "./failure-block.ts";
import { createProgress } from "./progress.ts";
import { createSpace, fitted, type Item, wrapped } from "./screens.ts";
import { stderrLines } from "./stderr.ts";

/** How many causes and findings, and how many driver problems, are shown; the others are counted. */
const MOST_BLOCKS = 25;
const MOST_PROBLEMS = 10;
/** These rows, the first block of each kind, which is always shown, and the last lines fill two screens of 45 rows. */
const MOST_ROWS = 35;
/** Most ids in a finding's line. */
const MOST_IDS = 5;
const LONGEST_MESSAGE = 400;

/** Writes to a terminal; `now` is in milliseconds. */
export function liveReporter(
  terminal: Terminal,
  given: Advice,
  now?: () => number,
): Reporter & Pick<ReturnType<typeof recordRun>, "result"> {
  const { colors } = terminal;
  const progress = createProgress(terminal.progress, terminal.width, now);
  const record = recordRun();
  const problems = new Map<string, RepeatedProblem>();
  let advice = adviceFor(given, UNKNOWN);
  let [done, failed, total] = [0, 0, 0];

  function write(block: string): void {
    progress.clear();
    terminal.out(`${wrapped(block, terminal.width)}\n\n`);
  }

  function showVectors(answered: number, failures: number): void {
    done = answered;
    progress.update(
      `${advice.label}: ${failures > 0 ? `${failures} failed, ` : ""}vector`,
      Math.min(done, total),
      total,
    );
  }

  function onProblem(problem: DriverProblem): void {
    const key = problemKey(problem);
    const known = problems.get(key);
    problems.set(key, { ...problem, count: (known?.count ?? 0) + 1 });
    if (known !== undefined || problems.size > MOST_PROBLEMS) return;
    write([problemLine({ ...problem, count: 1 }), ...stderrLines(problem.stderr, colors)].join("\n"));
  }

  function problemLine(problem: RepeatedProblem): string {
    const title = colors.bold(`problem with the driver: ${problemTitle(problem)}`);
    return `${colors.yellow("!")} ${title}: ${visible(cut(problem.message, LONGEST_MESSAGE))}`;
  }

  function onStopped(event: Stopped): void {
    const stopped = stopReason(event, problems.values());
    if (stopped === undefined) return;
    write(`${colors.yellow("!")} stopped early (${stopped.reason}): ${visible(cut(stopped.message, LONGEST_MESSAGE))}`);
  }

  function onEnd(run: RunRecord): void {
    const { cases, knownCauses, found, summary, notes } = run;
    const space = createSpace(
      terminal.isVerbose ? Number.POSITIVE_INFINITY : (terminal.rows ?? MOST_ROWS),
      terminal.width,
    );
    const section = (items: readonly Shown[]): void => {
      for (const block of fitted(items.map(itemOf), space, colors)) write(block);
    };
    const { causes, findings, falsified } = shownIn(inOrderOfCauses(run), advice, colors);
    if (causes.length > 0) write(colors.bold("Causes"));
    section(causes.slice(0, MOST_BLOCKS));
    if (found?.limitReached)
      write("The search for causes stopped at its limit. There may be more causes: fix these, then run check again.");
    const shown = findings.slice(0, MOST_BLOCKS);
    if (causes.length > 0 && shown.length > 0) write(colors.bold("Failures without a known cause"));
    section(shown);
    section(falsified);
    const hidden = findings.slice(MOST_BLOCKS);
    const failures = hidden.reduce((sum, finding) => sum + finding.failures.length, 0);
    if (failures > 0)
      write(
        `${plural(hidden.length, "more finding")} with ${plural(failures, "failure")} not shown here: another report, such as html, lists their vectors`,
      );
    if (knownCauses !== "") write(visible(knownCauses));
    if (summary.vectors.open > 0 && (advice.listsOpen || terminal.isVerbose))
      write(listByMessage("Differs where the RFC is open (no failures)", "open", cases, colors));
    if (summary.unit === "case" && summary.vectors.notOffered > 0) {
      const list = listByMessage("Not offered (not checked)", "not-offered", cases, colors);
      if (space.take(list)) write(list);
    }
    if (space.isFull())
      write("Shortened to two screens: --verbose prints everything, --report html=report.html writes it");
    for (const problem of [...problems.values()].slice(0, MOST_PROBLEMS).filter(({ count }) => count > 1)) {
      const hint = PROBLEM_HINTS[problem.kind];
      write([problemLine(problem), ...(hint === undefined ? [] : [`  usual cause: ${hint}`])].join("\n"));
    }
    const others = problems.size - MOST_PROBLEMS;
    if (others > 0) write(`${plural(others, "more problem")} with the driver not shown here`);
    const measured = notes.map((text) => `  ${visible(cut(text, LONGEST_MESSAGE))}`);
    if (measured.length > 0) write([colors.bold("Measured (no verdict)"), ...measured].join("\n"));
    progress.clear();
  }

  function listen(event: RunEvent): void {
    record.listen(event);
    switch (event.type) {
      case "start":
        total = event.total;
        advice = adviceFor(given, event.implementation);
        progress.begin();
        break;
      case "case":
        if (isFailure(event.result.verdict)) failed++;
        showVectors(done + 1, failed);
        break;
      case "property-progress":
        progress.update(`${advice.label}: property ${event.id},`, event.done, event.total);
        break;
      case "property":
        progress.begin();
        break;
      case "driver-problem":
        onProblem(event);
        break;
      case "stopped":
        onStopped(event);
        break;
      case "vector-progress":
        showVectors(event.done, event.failed);
        break;
      case "search":
        progress.update(`${advice.label}: searching for causes, failure`, event.failures);
        break;
      case "end": {
        const run = record.result();
        if (run !== undefined) onEnd(run);
      }
    }
  }

  return { listen, finish: progress.clear, result: record.result };
}

/** Properties without a known cause come first, because known causes have their own blocks. */
function inOrderOfCauses(run: RunRecord): RunRecord {
  const isKnown = ({ causes }: RunRecord["falsified"][number]): number => Number(causes !== undefined);
  return { ...run, falsified: [...run.falsified].sort((one, other) => isKnown(one) - isKnown(other)) };
}

function itemOf({ statement, name, failures, block, detail }: Shown): Item {
  const count = failures.length === 0 ? [] : [plural(failures.length, "failure")];
  return { block, line: `${statement} (${[name, ...count].join(", ")})`, detail };
}

/** A line for each message of the cases with this verdict: how many have it, and the first ids. */
function listByMessage(
  title: string,
  wanted: "open" | "not-offered",
  cases: readonly CaseResult[],
  colors: Terminal["colors"],
): string {
  const groups = groupBy(
    cases.filter(({ verdict }) => verdict === wanted),
    ({ message = "" }) => message,
  );
  const lines = [...groups].map(([message, same]) => {
    const ids = same.slice(0, MOST_IDS).map(({ id }) => id);
    const more = same.length > MOST_IDS ? `, … (${same.length} in all)` : "";
    return `  ${visible(cut(message, LONGEST_MESSAGE))}: ${ids.join(", ")}${more}`;
  });
  return [colors.bold(title), ...lines].join("\n");
}
