/**
 * Judges a driver before the implementation behind it: whether it can be talked to at all.
 *
 * @module
 */

import type { Trouble } from "../../vectors/index.ts";
import type { Hello } from "../contract.ts";
import { DRIVER_DEFAULTS } from "../open-driver.ts";
import { CHECKS } from "./checks.ts";
import { type DriverUnderTest, Fault, Warning } from "./driver-under-test.ts";
import { type Session, startSession } from "./session.ts";

/** What is judged, and how patiently. */
export interface DoctorOptions {
  /** The driver and its arguments; no shell reads them. */
  readonly command: readonly string[];
  /** Silence that is borne. @default 10000 */
  readonly timeoutMilliseconds?: number;
  /** The same for hello. @default 30000 */
  readonly helloTimeoutMilliseconds?: number;
  /** Leaves out what takes a wait or another process: lines in pieces, and the clean end. @default false */
  readonly isQuick?: boolean;
  /** Ends the checks when it is aborted; those that had not ended are skipped. */
  readonly signal?: AbortSignal;
}

/** One thing that a driver has to do. */
export interface DoctorCheck {
  /** Stable. */
  readonly id: string;
  /** What a driver does that passes. */
  readonly title: string;
  /** A `fault` makes a driver useless, a `warning` does not; what could not be looked at is `skipped`. */
  readonly verdict: "ok" | "warning" | "fault" | "skipped";
  /** What was expected and what came, or why there was nothing to look at; may quote the driver. */
  readonly message?: string;
  /** What to do about it. */
  readonly hint?: string;
  /** What a fault would be in a run. */
  readonly trouble?: Trouble;
}

/** What the doctor found. */
export interface DoctorReport {
  readonly checks: readonly DoctorCheck[];
  /** Whether there is no fault. */
  readonly isSound: boolean;
  /** What the driver said of itself, where it did. */
  readonly hello?: Hello;
  /** The last of what it wrote to stderr. */
  readonly stderr: string;
}

type Finding = Omit<DoctorCheck, "id" | "title">;

/**
 * Makes every check in turn, up to the first fault. Never rejects for anything the driver does.
 *
 * @param start - starts the driver; tests give a driver that needs no process and no time
 */
export async function runDoctor(
  { command, isQuick = false, signal, ...given }: DoctorOptions,
  start: () => Session = () => startSession(command),
): Promise<DoctorReport> {
  const session = start();
  const patient: DriverUnderTest = { start, patience: { ...DRIVER_DEFAULTS, ...given }, session, lastId: 0 };
  const checks = CHECKS.filter(({ isSlow = false }) => !(isSlow && isQuick));
  const findings = new Map<string, Finding>();
  let isSound = true;
  try {
    for (const { id, look } of checks) {
      const found = await find(() => look?.(patient), id);
      // The signal ends the driver too, which is no fault of it.
      if (signal?.aborted) break;
      findings.set(found.id, found.finding);
      isSound = found.finding.verdict !== "fault";
      if (!isSound) break;
    }
  } finally {
    await session.stop();
  }
  const { hello } = patient;
  return {
    checks: checks.map(({ id, title, hint }) => {
      const finding = findings.get(id) ?? { verdict: "skipped" };
      const isHelpful = finding.verdict === "fault" || finding.verdict === "warning";
      return { id, title, ...(isHelpful && { hint }), ...finding };
    }),
    isSound,
    ...(hello && { hello }),
    stderr: session.stderr(),
  };
}

async function find(
  look: () => Promise<string | undefined> | undefined,
  id: string,
): Promise<{ id: string; finding: Finding }> {
  try {
    const reason = await look();
    return { id, finding: reason === undefined ? { verdict: "ok" } : { verdict: "skipped", message: reason } };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { message, facts } = error;
    const { check = id, trouble = "malformed-answer", hint } = facts;
    const finding = { message, ...(hint === undefined ? {} : { hint }) };
    if (error instanceof Warning) return { id: check, finding: { verdict: "warning", ...finding } };
    return { id: check, finding: { verdict: "fault", trouble, ...finding } };
  }
}
