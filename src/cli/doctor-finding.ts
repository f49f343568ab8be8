/**
 * What a check makes of what its doctor found: some faults leave nobody to talk to, some make the run worth less, and
 * some may be the implementation's own, which the vectors judge better.
 *
 * @module
 */

import type { DoctorReport } from "../drivers/index.ts";

/** `broken`: nothing can be asked; `troubled`: the run goes on, and ends as one of a broken driver; `told`: it goes on. */
export type DoctorFinding = "broken" | "troubled" | "told";

/** Without these there is no conversation. */
const CONVERSATION: readonly string[] = ["hello", "flushing", "framing", "answers"];

/** A library that leaves the nonce unsigned, or a letter mangled, looks like a driver that does. */
const CONTENT: readonly string[] = ["nonce-and-timestamp", "utf-8"];

/** What to do about a driver that is not sound. */
export function findingOf({ checks }: DoctorReport): DoctorFinding {
  const faults = checks.filter(({ verdict }) => verdict === "fault").map(({ id }) => id);
  if (faults.some((id) => CONVERSATION.includes(id))) return "broken";
  return faults.every((id) => CONTENT.includes(id)) ? "told" : "troubled";
}
