/**
 * What a check does after its doctor found a fault. With some faults nothing can be asked; with others the run goes on
 * but fails; and some may be faults of the implementation, which the vectors show better.
 */

import type { DoctorReport, DriverProblem } from "../../conformance/drivers/index.ts";

/** What to do with a driver, and what the reports say about it. */
export interface DoctorFinding {
  /** `broken`: nothing can be asked. `impaired`: the run goes on, with the exit code of a broken driver. */
  readonly state: "broken" | "impaired" | "usable";
  /** At least one if the driver is broken or impaired. */
  readonly problems: readonly DriverProblem[];
}

/** If one of these checks fails, no question can be asked. */
const NEEDED_TO_ASK: readonly string[] = ["hello", "flushing", "framing", "answers"];

/** A library that does not sign the nonce, or changes a letter, looks like a driver that does. */
const MAY_BE_THE_IMPLEMENTATION: readonly string[] = ["nonce-and-timestamp", "utf-8"];

/** Reads the report of the doctor; `undefined` if it found nothing or did not run. */
export function doctorFinding(report: DoctorReport | undefined): DoctorFinding {
  if (report === undefined) return { state: "usable", problems: [] };
  const { checks, stderr } = report;
  const faults = checks.filter(({ verdict, id }) => verdict === "fault" && !MAY_BE_THE_IMPLEMENTATION.includes(id));
  const problems = faults.map(({ id, message, kind = "malformed-answer" }) => ({
    kind,
    message: `${message} (doctor: ${id})`,
    stderr,
  }));
  if (faults.some(({ id }) => NEEDED_TO_ASK.includes(id))) return { state: "broken", problems };
  return { state: faults.length === 0 ? "usable" : "impaired", problems };
}
