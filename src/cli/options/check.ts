/** The options of `countersign check`. */

import { REPORTER_NAMES } from "../../conformance/reporters/names.ts";
import type { OptionRow, OptionsOf } from "./option.ts";
import { FILTER, VECTORS } from "./vectors.ts";

export const OPTIONS = [
  ["--builtin <name>", "countersign (this package), model, oauth-1.0a, node-forge, or mutant:<fault>[+<fault>]"],
  ["--module <file>", "a module that exports an implementation"],
  ["--exec", "start the program once for each question"],
  ["--jobs <number>", "copies of the program; the questions are spread over them (default: 1)"],
  ["--in-flight <number>", "open questions for each copy (default: 64; with --exec one for each processor)"],
  ["--timeout <ms>", "maximum wait for an answer (default: 10000)"],
  ["--restarts <number>", "how often the program may be restarted (default: 10)"],
  ["--profile <name>", "only the vectors and properties of a profile: gateway or rfc5849"],
  ["--quick", "only the core vectors, which detect every known fault, and no properties"],
  [
    "--exhaustive",
    "only all requests with at most two parameters of hard characters; takes minutes",
    ["quick", "replay", "filter", "runs", "seed"],
  ],
  FILTER,
  VECTORS,
  ["--runs <number>", "generated cases for each property; 0 skips the properties (default: 100)"],
  ["--seed <number>", "seed of the generated cases, modulo 2^31; required in CI (default: random)"],
  ["--replay <property:seed:index>", "only this generated case"],
  ["--counterexamples <folder>", "run the cases of this folder first, and save new ones to it"],
  ["--open <what>", "where RFC 5849 is open: accept other answers, list them (warn), or fail (default: accept)"],
  ["--max-failures <number>", "end the run after this many failures"],
  ["--min-run <number>", "exit 4 if fewer vectors were checked (default: 0)"],
  ["--baseline <file>", "known failures: only new ones fail; exit 5 if entries are stale"],
  ["--update-baseline", "rewrite the baseline; entries that remain keep their reasons"],
  ["--no-doctor", "do not check the driver first"],
  ["--reference <command>", "also compare the expected values with this driver or module; repeatable"],
  ["--no-references", "do not compare the expected values with oauth-1.0a and node-forge"],
  ["--no-causes", "do not search for the known mistakes behind the failures"],
  ["--report <format[=file]>", `${REPORTER_NAMES.join(", ")}; repeatable (default: terminal)`],
  ["--json", "the same as --report json"],
  ["--quiet", "print only failures and the last lines", ["verbose"]],
  ["--verbose", "print tables, and every question and answer to stderr, with the time of the answer"],
] as const satisfies readonly OptionRow[];

/** The options as they were typed. */
export type CheckOptions = OptionsOf<typeof OPTIONS>;
