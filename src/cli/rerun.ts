/**
 * The command that runs only one failure again, as whoever reads it can type it.
 *
 * @module
 */

import type { CaseResult, LawResult } from "../runner/index.ts";
import { shellWord } from "./shell-word.ts";

/** In a checkout the command line runs from its source, elsewhere from the package. */
const COUNTERSIGN = import.meta.url.endsWith(".ts") ? "npm run -s countersign --" : "npx countersign";

/** For a command such as `check` with the options that it was given, and the program behind `--`. */
export function rerunCommand(
  command: string,
  options: { readonly [option: string]: string | boolean | undefined },
  program: readonly string[] = [],
): (failure: CaseResult | LawResult) => string {
  const given = Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name}`, shellWord(value)];
  });
  const start = [COUNTERSIGN, command, ...given].join(" ");
  const end = program.length === 0 ? "" : ` -- ${program.map(shellWord).join(" ")}`;
  return (failure) => `${start} ${onlyThis(failure)}${end}`;
}

function onlyThis(failure: CaseResult | LawResult): string {
  if ("vector" in failure) return `--filter ${failure.vector.id}`;
  const origin = failure.counterexample?.origin;
  if (origin === undefined) return `--filter ${failure.law.id}`;
  return `--replay ${failure.law.id}:${origin.seed}:${origin.index}`;
}
