/** Checks a driver before it is used to check an implementation: asks it a few questions as a run does. */

import type { DriverFailure } from "../../vectors/index.ts";
import { type Driver, DriverBrokenError, type DriverProblem, type Hello } from "../contract.ts";
import type { StartedDriver } from "../driver-session.ts";
import { jsonLinesDriver } from "../json-lines.ts";
import { type AskedDriver, type Check, DriverFault, DriverWarning, type ProcessCheck } from "./check.ts";
import { CONTENT_CHECKS } from "./content-checks.ts";
import { DECLARATION_CHECKS } from "./declaration-checks.ts";
import { MESSAGE_CHECKS } from "./message-checks.ts";
import { PROCESS_CHECKS } from "./process-checks.ts";

export interface DoctorOptions {
  /** Leaves out the checks that ask many questions or start other processes. @default false */
  readonly isQuick?: boolean;
  /** Ends the checks when it is aborted. The checks that did not finish are skipped. */
  readonly signal?: AbortSignal | undefined;
  /** Wraps the driver to log what it is asked. @default the driver without a log */
  readonly logged?: (driver: Driver) => Driver;
}

/** The result of one check. */
export interface DoctorCheck {
  /** Does not change between versions. */
  readonly id: string;
  /** What a driver that passes does. */
  readonly title: string;
  /** A driver with a `fault` cannot be used; one with a `warning` can. `skipped`: there was nothing to check. */
  readonly verdict: "ok" | "warning" | "fault" | "skipped";
  /** What was expected and received, or why the check was skipped. May quote the driver. */
  readonly message?: string;
  /** How to fix it. */
  readonly hint?: string;
  /** The verdict that a fault would cause in a run. */
  readonly kind?: DriverFailure;
}

/** The results of all checks. */
export interface DoctorReport {
  readonly checks: readonly DoctorCheck[];
  /** Whether there is no fault. */
  readonly isUsable: boolean;
  /** Absent if the driver did not answer hello. */
  readonly hello?: Hello;
  /** The end of what a broken driver wrote to stderr. */
  readonly stderr: string;
}

/** How to fix a driver that breaks, whatever the check. */
const HINTS: { readonly [kind in DriverFailure]?: string } = {
  "timed-out":
    "read stdin line by line, answer each line when it arrives, and flush stdout after every line: flush=True in Python, $stdout.sync = true in Ruby, $| = 1 in Perl; --timeout allows more time, and doctor --hello-timeout for the hello",
  "wrong-id": "copy id from the question unchanged; it needs an integer of 32 bits or a double",
  "doubled-id": "answer every question once",
  "stray-output":
    "write log lines, warnings and banners to stderr; in PHP set display_errors=stderr; in a library, turn off its debug output",
  flood: "write only answers to stdout, and everything else to stderr",
  "not-utf-8": "write stdout as UTF-8 in every locale, or only ASCII with \\u escapes",
  crashed:
    "its stderr may have the reason; check that the program is installed, because no shell reads the command after --; answer failed if the implementation throws, and read on until bye",
  "exited-early":
    "a driver reads lines from stdin until bye; a program that answers one question and ends needs --exec",
};

type Finding = Omit<DoctorCheck, "id" | "title"> & { readonly stderr?: string };

/** How often the program is started again after a problem, so that one problem does not hide others. */
const RESTARTS = 5;
/** Milliseconds to wait for output after the last answer. */
const STRAY_OUTPUT_MILLISECONDS = 5;

/**
 * Runs the checks in order. A missing hello or a timeout ends them; after a fault, no check starts a process. Never rejects,
 * whatever the driver does.
 *
 * @param examined a program, which is started, or the driver of a module, which is closed
 */
export async function runDoctor(
  examined: Driver | StartedDriver,
  { isQuick = false, signal, logged = (driver) => driver }: DoctorOptions = {},
): Promise<DoctorReport> {
  const program = "start" in examined ? examined : undefined;
  const problems: DriverProblem[] = [];
  const onProblem = (problem: DriverProblem): void => void problems.push(problem);
  const driver = logged(
    "start" in examined ? jsonLinesDriver({ ...examined, restarts: RESTARTS, onProblem }) : examined,
  );
  let asked: AskedDriver | undefined;
  const hello: Check = {
    id: "hello",
    title:
      program === undefined
        ? "loads, and exports the methods of an implementation"
        : "starts and answers hello in time",
    hint: 'answer {"id":1,"op":"hello","protocols":[1]} with ok, protocol, implementation and operations',
    async ask() {
      const { unknown = [] } = asked!.hello;
      if (unknown.length > 0)
        throw new DriverWarning(`protocol 1 does not have ${unknown.join(", ")}; Countersign ignores it`);
      return undefined;
    },
  };
  const strayOutput: Check = {
    id: "stray-output",
    title: "keeps running, and writes only answers to stdout",
    hint: "write one line for each question, and nothing else to stdout",
    async ask() {
      await new Promise((later) => setTimeout(later, STRAY_OUTPUT_MILLISECONDS));
      const [first] = problems;
      if (first !== undefined) throw new DriverFault(first.message, first.kind, first.stderr);
      return undefined;
    },
  };
  const checks: readonly (Check | ProcessCheck)[] = [
    hello,
    ...MESSAGE_CHECKS,
    ...CONTENT_CHECKS,
    ...(isQuick ? [] : DECLARATION_CHECKS),
    ...(program === undefined ? [] : [strayOutput]),
    ...(program === undefined || isQuick ? [] : PROCESS_CHECKS),
  ];
  const findings = new Map<string, Finding>();
  try {
    asked = { hello: await driver.hello(), ask: driver.ask };
  } catch (error) {
    if (!(error instanceof DriverBrokenError)) throw error;
    if (!signal?.aborted) findings.set(hello.id, faultOf(error, hello.hint));
  }
  for (const check of asked === undefined ? [] : checks) {
    const finding = await findingOf(
      () => ("ask" in check ? check.ask(asked!) : check.run(program!, asked!)),
      check.hint,
    );
    // The signal also ends the driver, which is not a fault of the driver.
    if (signal?.aborted) break;
    findings.set(check.id, finding);
    // Every other question would wait as long, and other processes would break in the same way.
    if (finding.kind === "timed-out" || (check === strayOutput && hasFault(findings))) break;
  }
  await driver.close();
  return {
    checks: checks.map(({ id, title }) => {
      const { stderr: _, ...finding } = findings.get(id) ?? { verdict: "skipped" };
      return { id, title, ...finding };
    }),
    isUsable: !hasFault(findings),
    ...(asked && { hello: asked.hello }),
    stderr: [...findings.values()].find(({ stderr = "" }) => stderr !== "")?.stderr ?? "",
  };
}

function hasFault(findings: ReadonlyMap<string, Finding>): boolean {
  return [...findings.values()].some(({ verdict }) => verdict === "fault");
}

async function findingOf(run: () => Promise<string | undefined>, hint: string | undefined): Promise<Finding> {
  try {
    const reason = await run();
    return reason === undefined ? { verdict: "ok" } : { verdict: "skipped", message: reason };
  } catch (error) {
    if (error instanceof DriverWarning) return { verdict: "warning", message: error.message, ...(hint && { hint }) };
    if (error instanceof DriverFault) return faultOf(error, hint);
    throw error;
  }
}

function faultOf({ kind, message, stderr }: DriverFault | DriverBrokenError, hint: string | undefined): Finding {
  const advice = HINTS[kind] ?? hint;
  return { verdict: "fault", kind, message, ...(advice !== undefined && { hint: advice }), stderr };
}
