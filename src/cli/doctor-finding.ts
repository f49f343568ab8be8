/**
 * What a check makes of what its doctor found: some faults leave nobody to talk to, some make the run worth less, and
 * some may be the implementation's own, which the vectors judge better.
 *
 * @module
 */

import type { DoctorReport, DriverProblem } from "../conformance/drivers/index.ts";

/** `broken`: nothing can be asked; `troubled`: the run goes on, and ends as one of a broken driver; `told`: it goes on. */
export type DoctorFinding = "broken" | "troubled" | "told";

/** Without these there is no conversation. */
const CONVERSATION: readonly string[] = ["hello", "flushing", "framing", "answers"];

/** A library that leaves the nonce unsigned, or a letter mangled, looks like a driver that does. */
const CONTENT: readonly string[] = ["nonce-and-timestamp", "utf-8"];

/** What to do about a driver, and what the reports say of it. */
export interface Diagnosis {
  readonly finding: DoctorFinding;
  /** At least one where the driver is broken or troubled. */
  readonly troubles: readonly DriverProblem[];
}

/** Of a driver that is sound, or was not looked at. */
export const HEALTHY: Diagnosis = { finding: "told", troubles: [] };

/** Of a driver that is not sound. */
export function diagnosisOf({ checks, stderr }: DoctorReport): Diagnosis {
  const faults = checks.filter(({ verdict, id }) => verdict === "fault" && !CONTENT.includes(id));
  const troubles = faults.map(({ id, message, kind = "malformed-answer" }) => ({
    kind,
    message: `${message} (doctor: ${id})`,
    stderr,
  }));
  if (faults.some(({ id }) => CONVERSATION.includes(id))) return { finding: "broken", troubles };
  return { finding: faults.length === 0 ? "told" : "troubled", troubles };
}
