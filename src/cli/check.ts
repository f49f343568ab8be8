/**
 * `countersign check`: vectors and laws against an implementation, the references beside a built-in one.
 *
 * @module
 */

import { brokenDriver, DriverBrokenError } from "../conformance/drivers/index.ts";
import { COUNTERSIGN, REFERENCES } from "../conformance/implementations/index.ts";
import { type Reporter, type Rerun, type Terminal, visible } from "../conformance/reporters/index.ts";
import {
  baselineEntry,
  createSummary,
  hasDriverProblems,
  hasFailed,
  hasResults,
  type Run,
  type RunEvent,
  run,
  type Summary,
} from "../conformance/runner/index.ts";
import { readKnown } from "./check-baseline.ts";
import type { CheckOptions } from "./check-options.ts";
import { makePlan, type Plan } from "./check-plan.ts";
import { tell } from "./console.ts";
import { saveCounterexample } from "./counterexamples.ts";
import { doctorText } from "./doctor.ts";
import { diagnosisOf, HEALTHY } from "./doctor-finding.ts";
import { EXIT, type ExitCode, highestCause } from "./exit-codes.ts";
import { createExplainer } from "./explain-failure.ts";
import { readNumber, readOptional } from "./read-number.ts";
import { openReports, readReports } from "./reports.ts";
import { rerunCommand } from "./rerun.ts";
import { builtinSubject, readSubject, type Subject } from "./subject.ts";

export type { CheckOptions } from "./check-options.ts";

/** Runs and reports; returns the exit code. `command` is the program to be judged, from behind `--`. */
export async function check(
  options: CheckOptions,
  terminal: Terminal,
  command: readonly string[] = [],
): Promise<number> {
  const subject = readSubject(options, command);
  const maxFailures = readOptional("--max-failures", options.maxFailures, 1);
  const minRun = readNumber("--min-run", options.minRun ?? "0");
  const plan = makePlan(options);
  if (plan.vectors.length + plan.properties.length === 0) {
    tell(`countersign: no vector and no law matches ${JSON.stringify(options.filter ?? [])}`);
    return EXIT.nothingRan;
  }
  const known = readKnown(options, plan);
  const choices = readReports(options);
  const beside = referencesBeside(subject, options);
  const advice = {
    rerun: rerunOf([subject, ...beside], options, command),
    baselineEntry: (failure: Parameters<Rerun>[0]) => JSON.stringify(baselineEntry(failure)),
  };
  const isForPeople = choices.some(({ name, file }) => name === "terminal" && file === undefined);
  if (isForPeople && plan.properties.length > 0) terminal.out(`seed ${plan.seed}\n\n`);
  const reporter = openReports(choices, advice, terminal);
  const sick = await subject.examine();
  const { finding, troubles } = sick === undefined ? HEALTHY : diagnosisOf(sick);
  if (sick !== undefined) {
    const what = finding === "broken" ? "the driver cannot be used" : "the doctor found a fault, and the check goes on";
    tell(`countersign: ${what}\n${doctorText(sick, terminal).trimEnd()}`);
  }
  const gate = { suppress: known.suppress, ...(maxFailures === undefined ? {} : { maxFailures }) };
  const outcome =
    finding === "broken"
      ? await runOne({ ...subject, open: () => brokenDriver(troubles[0]!) }, plan, options, reporter)
      : await runOne(subject, { ...plan, ...gate, driverProblems: troubles }, options, reporter);
  if (outcome.broken !== undefined && sick === undefined) {
    tell(`countersign: the driver is broken: ${visible(outcome.broken)}`);
  }
  const others: Outcome[] = [];
  for (const reference of beside) others.push(await runOne(reference, forReference(plan), options, reporter));
  reporter.finish();
  if (isForPeople) terminal.out(planNotes(plan, terminal));
  const hasFailures = !known.isWritten && hasFailed(outcome.summary);
  return highestCause([
    ...causesOf(outcome, minRun),
    ...(outcome.broken === undefined ? known.settle() : []),
    ...(hasFailures || others.some(({ summary }) => hasFailed(summary)) ? [EXIT.failures] : []),
  ]);
}

/** A program or a module is judged by itself, unless more is asked for. */
function referencesBeside({ builtin }: Subject, { references }: CheckOptions): Subject[] {
  const isWanted = references ?? builtin !== undefined;
  return isWanted ? REFERENCES.filter((name) => name !== builtin).map(builtinSubject) : [];
}

/** A reference is asked on the same cases whether it agrees with the specification, so that the subject agrees with it. */
function forReference(plan: Plan): Plan {
  return { ...plan, properties: plan.properties.filter(({ id }) => id === "agrees-with-model") };
}

/** The command that runs one failure again, of any of the implementations. */
function rerunOf(subjects: readonly Subject[], options: CheckOptions, command: readonly string[]): Rerun {
  const { vectors, module, exec, profile } = options;
  const reruns = subjects.map(({ builtin }) =>
    builtin === undefined
      ? rerunCommand("check", { module, exec, vectors, profile }, command)
      : rerunCommand("check", { builtin: builtin === COUNTERSIGN ? undefined : builtin, vectors, profile }),
  );
  return (failure, at) => reruns[at]!(failure);
}

/** What one implementation came to. */
interface Outcome {
  readonly summary: Summary;
  /** Why its driver cannot be talked to, or no longer. */
  readonly broken?: string;
}

async function runOne(
  subject: Subject,
  plan: Omit<Run, "driver" | "emit">,
  { counterexamples }: CheckOptions,
  reporter: Reporter,
): Promise<Outcome> {
  const { listen, result } = createSummary();
  const emit = (event: RunEvent): void => {
    listen(event);
    reporter.listen(event);
    if (event.type === "property") saveIfNew(event.result, counterexamples);
  };
  const driver = subject.open((trouble) => emit({ type: "driver-problem", ...trouble }));
  try {
    await run({ ...plan, driver, inFlight: subject.inFlight, emit, explain: createExplainer() });
  } catch (error) {
    if (!(error instanceof DriverBrokenError)) throw error;
    return { summary: result(), broken: error.message };
  }
  const trouble = driver.broken?.();
  return { summary: result(), ...(trouble === undefined ? {} : { broken: trouble.message }) };
}

function saveIfNew({ id, counterexample }: Summary["properties"][number], folder: string | undefined): void {
  if (folder === undefined || counterexample?.origin === undefined) return;
  const path = saveCounterexample(folder, { property: id, case: counterexample.case });
  tell(`countersign: counterexample saved as ${path}`);
}

/** Why the check is worth nothing, whatever it found. */
function causesOf({ summary }: Outcome, minRun: number): ExitCode[] {
  const { passed, failed, refused, known } = summary.vectors;
  const judged = passed + failed + refused + known;
  if (judged < minRun) tell(`countersign: ${judged} vectors were judged, and --min-run wants ${minRun}`);
  return [
    ...(hasDriverProblems(summary) ? [EXIT.driverBroken] : []),
    ...(judged < minRun || !hasResults(summary) ? [EXIT.nothingRan] : []),
  ];
}

/** How much of what was run stands on one leg, and what was left out for everybody. */
function planNotes({ vectors, thin, notExpressible }: Plan, { colors }: Terminal): string {
  const count = vectors.filter(({ id }) => thin.has(id)).length;
  const notes = [
    ...(count === 0
      ? []
      : [`${count} of the vectors are thin: fewer than two independent origins (vectors/agreement.json)`]),
    ...(notExpressible === 0
      ? []
      : [
          `${notExpressible} more vectors for verifiers are not expressible: they stand on policy that no question tells`,
        ]),
  ];
  return notes.map((note) => `${colors.dim(`  ${note}`)}\n`).join("");
}
