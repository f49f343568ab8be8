/** The options of `countersign doctor`. */

import type { OptionRow, OptionsOf } from "./option.ts";

export const OPTIONS = [
  ["--module <file>", "a JavaScript module whose methods are operations, instead of a program"],
  ["--timeout <ms>", "maximum wait for an answer (default: 10000)"],
  ["--hello-timeout <ms>", "maximum wait for the hello, while the driver starts (default: 30000)"],
  ["--json", "print one JSON document"],
  ["--quiet", "print only failed checks and the last line", ["verbose"]],
  ["--verbose", "also print questions and answers, skipped checks, the stderr of the driver and the time"],
] as const satisfies readonly OptionRow[];

/** The options as they were typed. */
export type DoctorCommandOptions = OptionsOf<typeof OPTIONS>;
