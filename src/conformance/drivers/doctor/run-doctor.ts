/** Checks a driver itself, before it is used to check an implementation. */

import type { DriverFailure } from "../../vectors/index.ts";
import { type Driver, DriverBrokenError, type Hello } from "../contract.ts";
import { DRIVER_DEFAULTS, type DriverOptions } from "../open-driver.ts";
import type { ProcessGroup } from "../process-group.ts";
import { CONTENT_CHECKS } from "./content-checks.ts";
import { DECLARATION_CHECKS } from "./declaration-checks.ts";
import {
  type AskedDriver,
  answerTo,
  type Check,
  DriverFault,
  type DriverUnderTest,
  DriverWarning,
} from "./driver-under-test.ts";
import { END_CHECKS } from "./end-checks.ts";
import { MESSAGE_CHECKS } from "./message-checks.ts";
import { type RawSession, startRawSession } from "./raw-session.ts";

/** Which driver to check, and how long to wait for it. */
export interface DoctorOptions extends Pick<DriverOptions, "timeoutMilliseconds" | "helloTimeoutMilliseconds"> {
  /** Starts one process of the driver. */
  readonly start: () => ProcessGroup;
  /** Leaves out the slow checks: what hello declares, lines in pieces, and the end of the driver. @default false */
  readonly isQuick?: boolean;
  /** Ends the checks when it is aborted. The checks that did not finish are skipped. */
  readonly signal?: AbortSignal;
  /** Receives each line to the driver with the prefix `> `, and each line from it with `< `. Quotes the driver. */
  readonly log?: (line: string) => void;
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
  /** The end of what it wrote to stderr. */
  readonly stderr: string;
}

/** Each check relies on those before it. */
const CHECKS = [...MESSAGE_CHECKS, ...CONTENT_CHECKS, ...DECLARATION_CHECKS, ...END_CHECKS];

type Finding = Omit<DoctorCheck, "id" | "title">;

/** Checks the driver of a module, whose methods are called in this process: only what its answers show. */
export async function runModuleDoctor(module: Driver, signal?: AbortSignal): Promise<DoctorReport> {
  const driver: AskedDriver = { ask: module.ask };
  const hello: Check = {
    id: "hello",
    title: "loads, and exports the methods of an implementation",
    ask: async () => {
      driver.hello = await module.hello();
      return undefined;
    },
  };
  const checks = [hello, ...CHECKS.filter(({ ask }) => ask !== undefined)];
  return { ...(await reportOn(checks, driver, ({ ask }) => ask?.(driver), signal)), stderr: "" };
}

/** Runs the checks in order, up to the first fault. Never rejects, whatever the driver does. */
export async function runDoctor({
  start: startProgram,
  isQuick = false,
  signal,
  log,
  ...given
}: DoctorOptions): Promise<DoctorReport> {
  const start = (): RawSession => logged(startRawSession(startProgram()), log);
  const session = start();
  const timeouts = { ...DRIVER_DEFAULTS, ...given };
  const driver: DriverUnderTest = { start, timeouts, session, lastId: 0, ask: (input) => answerTo(driver, input) };
  const checks = CHECKS.filter(({ isSlow = false }) => !(isSlow && isQuick));
  try {
    const report = await reportOn(checks, driver, ({ run, ask }) => run?.(driver) ?? ask?.(driver), signal);
    return { ...report, stderr: session.stderr() };
  } finally {
    await session.stop();
  }
}

async function reportOn(
  checks: readonly Check[],
  driver: AskedDriver,
  run: (check: Check) => Promise<string | undefined> | undefined,
  signal: AbortSignal | undefined,
): Promise<Omit<DoctorReport, "stderr">> {
  const findings = new Map<string, Finding>();
  let isUsable = true;
  for (const check of checks) {
    const found = await findingOf(() => run(check), check.id);
    // The signal also ends the driver, which is not a fault of the driver.
    if (signal?.aborted) break;
    findings.set(found.id, found.finding);
    isUsable = found.finding.verdict !== "fault";
    if (!isUsable) break;
  }
  const { hello } = driver;
  return {
    checks: checks.map(({ id, title, hint }) => {
      const finding = findings.get(id) ?? { verdict: "skipped" };
      const needsHint = hint !== undefined && (finding.verdict === "fault" || finding.verdict === "warning");
      return { id, title, ...(needsHint && { hint }), ...finding };
    }),
    isUsable,
    ...(hello && { hello }),
  };
}

function logged(session: RawSession, log: DoctorOptions["log"]): RawSession {
  if (log === undefined) return session;
  return {
    ...session,
    send(text) {
      for (const line of text.trimEnd().split("\n")) log(`> ${line}`);
      session.send(text);
    },
    async next(count, milliseconds) {
      const lines = await session.next(count, milliseconds);
      for (const { text } of lines) log(`< ${text}`);
      return lines;
    },
  };
}

async function findingOf(
  run: () => Promise<string | undefined> | undefined,
  id: string,
): Promise<{ id: string; finding: Finding }> {
  try {
    const reason = await run();
    return { id, finding: reason === undefined ? { verdict: "ok" } : { verdict: "skipped", message: reason } };
  } catch (error) {
    if (error instanceof DriverBrokenError) {
      const { kind, message } = error;
      return { id, finding: { verdict: "fault", kind, message } };
    }
    if (!(error instanceof DriverFault)) throw error;
    const { message, facts } = error;
    const { check = id, kind = "malformed-answer", hint } = facts;
    const finding = { message, ...(hint === undefined ? {} : { hint }) };
    if (error instanceof DriverWarning) return { id: check, finding: { verdict: "warning", ...finding } };
    return { id: check, finding: { verdict: "fault", kind, ...finding } };
  }
}
