/**
 * The command that runs only one failure again, as whoever reads it can type it.
 *
 * @module
 */

import type { Rerun } from "../reporters/index.ts";
import { shellWord } from "./shell-word.ts";

/** In a checkout the command line runs from its source, elsewhere from the package. */
const COUNTERSIGN = import.meta.url.endsWith(".ts") ? "npm run -s countersign --" : "npx countersign";

/** For a command such as `check` with the options that it was given. */
export function rerunCommand(
  command: string,
  options: { readonly builtin?: string; readonly vectors?: string },
): Rerun {
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, shellWord(value)],
  );
  const start = [COUNTERSIGN, command, ...given].join(" ");
  return (failure) => {
    if ("vector" in failure) return `${start} --filter ${failure.vector.id}`;
    const origin = failure.counterexample?.origin;
    if (origin === undefined) return `${start} --filter ${failure.law.id}`;
    return `${start} --replay ${failure.law.id}:${origin.seed}:${origin.index}`;
  };
}
