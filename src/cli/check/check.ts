/** `countersign check`: runs vectors and properties against an implementation, and against the references. */

import { proposedEntries } from "../../conformance/baseline/index.ts";
import {
  brokenDriver,
  type Driver,
  DriverBrokenError,
  type DriverProblem,
  openDriver,
  openModule,
} from "../../conformance/drivers/index.ts";
import { MODEL, openBuiltins, REFERENCES } from "../../conformance/implementations/index.ts";
import type { Rerun, Terminal } from "../../conformance/reporters/index.ts";
import {
  hasFailed,
  hasResults,
  type PropertyResult,
  type Run,
  type RunEvent,
  type RunEvidence,
  run,
  startCorroboration,
} from "../../conformance/runner/index.ts";
import { defined } from "../../conformance/vectors/index.ts";
import { plural } from "../../redaction/visible.ts";
import { readNumber, readOptional } from "../input/read-number.ts";
import { givenSecretsRedactor } from "../input/secrets.ts";
import type { CheckOptions } from "../options/check.ts";
import { rerunCommand } from "../output/commands-to-paste.ts";
import { openReports, readReports } from "../output/reports.ts";
import { logError, logMessage, withoutColors } from "../output/terminal.ts";
import { EXIT, type ExitCode, highestCause, UsageError } from "../process/exit-codes.ts";
import { readKnownFailures } from "./baseline.ts";
import { saveCounterexample } from "./counterexamples.ts";
import { doctorFinding, doctorText } from "./doctor.ts";
import { exitCodesOf } from "./exit-codes-of.ts";
import { type ImplementationUnderTest, loggedDriver, readImplementation } from "./implementation.ts";
import { makePlan, nothingMatches, type Plan } from "./plan.ts";
import { redactEvent } from "./redact-event.ts";

/**
 * Runs and reports.
 *
 * @param program the driver and its arguments, from after `--`
 * @param signal ends the run early; what was found so far is reported
 * @returns the exit code
 */
export async function check(
  options: CheckOptions,
  terminal: Terminal,
  program: readonly string[] = [],
  signal?: AbortSignal,
): Promise<ExitCode> {
  const subject = await readImplementation(options, program);
  const maxFailures = readOptional("--max-failures", options.maxFailures, 1);
  const minRun = readNumber("--min-run", options.minRun ?? "0");
  const plan = await makePlan(options);
  if (plan.vectors.length + plan.properties.length === 0) {
    logError(nothingMatches(plan, options));
    return EXIT.nothingRan;
  }
  const known = readKnownFailures(options, plan);
  const choices = readReports(options);
  const corroboration = await startReferences(subject, options);
  const advice = {
    rerun: rerunOf(options, program),
    baselineEntry: proposedEntries,
    driverFile: subject.file,
    listsOpen: options.open === "warn",
  };
  const hasTerminal = choices.some(({ name, file }) => name === "terminal" && file === undefined);
  const reporter = await openReports(choices, advice, terminal);
  if (hasTerminal && !terminal.isQuiet && plan.properties.length > 0) terminal.out(`seed ${plan.seed}\n\n`);
  const report = await subject.examine(signal);
  const { isBroken, problems } = doctorFinding(report);
  // The terminal report shows why a driver does not start, with a hint from the doctor.
  if (report !== undefined && !(isBroken && hasTerminal)) {
    const what = isBroken
      ? "the driver cannot be used"
      : "doctor found a problem with the driver, and the check continues";
    logMessage(`countersign: ${what}`, ...doctorText(report, withoutColors(terminal)).trimEnd().split("\n"));
  }
  // The vectors' secrets are published. The user's secrets are not, and a driver can read them.
  const redactor = givenSecretsRedactor({ showCardData: true });
  const emit = (event: RunEvent): void => {
    reporter.listen(redactor === undefined ? event : redactEvent(event, redactor));
    if (event.type === "property") saveIfNew(event.result, options.counterexamples);
    if (options.updateBaseline && terminal.progress === undefined) logProgress(event);
  };
  const opened = isBroken
    ? brokenDriver(problems[0]!)
    : subject.open((problem) => {
        // The signal also ends the driver, which is not the driver's fault.
        if (!signal?.aborted) emit({ type: "driver-problem", ...problem });
      });
  const driver = terminal.isVerbose ? loggedDriver(opened) : opened;
  const { inFlight, language } = subject;
  let evidence: RunEvidence = { cases: [], properties: [] };
  let broken: string | undefined;
  try {
    evidence = await run({
      ...plan,
      ...(!isBroken && { ...known.plan, ...corroboration, driverProblems: problems }),
      ...defined({ maxFailures, signal, language }),
      driver,
      inFlight,
      emit,
    });
    if (!signal?.aborted) broken = driver.broken?.()?.message;
  } catch (error) {
    if (!(error instanceof DriverBrokenError)) throw error;
    broken = error.message;
  }
  if (broken !== undefined && report === undefined && !hasTerminal)
    logMessage(`countersign: the driver is broken: ${broken}`);
  reporter.finish();
  const summary = reporter.summary();
  const end = signal?.aborted ? "interrupted" : broken === undefined ? "complete" : "broken";
  const concluded = known.conclude(evidence, hasFailed(summary), end);
  if (signal?.aborted) return EXIT.interrupted;
  if (hasTerminal && terminal.isVerbose && hasResults(summary)) terminal.out(planNotes(plan, terminal));
  return highestCause([...exitCodesOf(summary, minRun), ...concluded, ...(hasFailed(summary) ? [EXIT.failures] : [])]);
}

/** The model that every implementation is compared with is itself compared with the references. */
async function startReferences(
  { builtin }: ImplementationUnderTest,
  options: CheckOptions,
): Promise<Pick<Run, "corroboration">> {
  const { updateBaseline: isUpdated = false, references = true, reference: commands = [] } = options;
  const names = references && !isUpdated ? REFERENCES.filter((name) => name !== builtin) : [];
  const [model, ...builtins] = await openBuiltins([MODEL, ...names]);
  const drivers = [...builtins, ...commands.map(openReference)];
  if (drivers.length === 0) return {};
  try {
    return { corroboration: await startCorroboration(model!, drivers) };
  } catch (error) {
    if (!(error instanceof DriverBrokenError)) throw error;
    await Promise.all(drivers.map((driver) => driver.close()));
    throw new UsageError(`expected a driver at --reference: ${error.message}`);
  }
}

/** Matches the name of a JavaScript file, as `--module` accepts it. */
const MODULE_RE = /^\S+\.[cm]?[jt]s$/;

function openReference(command: string): Driver {
  if (MODULE_RE.test(command)) return openModule({ file: command });
  const onProblem = ({ message }: DriverProblem): void => {
    logMessage(`countersign: --reference ${command}: ${message}`);
  };
  return openDriver({ command: command.trim().split(/\s+/), onProblem });
}

function rerunOf(
  { builtin, module, exec, vectors, profile, baseline }: CheckOptions,
  program: readonly string[],
): Rerun {
  return rerunCommand("check", { builtin, module, exec, vectors, profile, baseline }, program);
}

/** Without a terminal, logs each long part of a run. */
function logProgress(event: RunEvent): void {
  if (event.type === "search")
    logMessage(`countersign: searching for the causes of ${plural(event.failures, "failure")}`);
  if (event.type === "property-start") logMessage(`countersign: asking requests of the property ${event.id}`);
}

function saveIfNew({ id, counterexample }: PropertyResult, folder: string | undefined): void {
  if (folder === undefined || counterexample?.origin === undefined) return;
  const path = saveCounterexample(folder, { property: id, case: counterexample.case });
  logMessage(`countersign: counterexample saved as ${path}`);
}

function planNotes({ vectors, weaklyCorroborated, notExpressible }: Plan, { colors }: Terminal): string {
  const weak = vectors.filter(({ id }) => weaklyCorroborated.has(id)).length;
  const notes = [
    [weak, "vectors are confirmed by fewer than two independent sources (vectors/agreement.json)"],
    [
      notExpressible,
      "more vectors for verifiers are not asked, because a question cannot describe the policy that they need",
    ],
  ] as const;
  const shown = notes.filter(([count]) => count > 0);
  return shown.map(([count, note]) => `${colors.dim(`  ${count} ${note}`)}\n`).join("");
}
