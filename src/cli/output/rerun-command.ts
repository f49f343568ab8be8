/**
 * The command that repeats one failure alone, ready to be pasted into a shell.
 *
 * @module
 */

import type { Result } from "../../conformance/runner/index.ts";
import { shellWord } from "./shell-word.ts";

/** In a checkout the command line runs from its source, elsewhere from the package. */
const COUNTERSIGN = import.meta.url.endsWith(".ts") ? "npm run -s countersign --" : "npx countersign";

/** For a command such as `check` with its options, and the program after `--`. */
export function rerunCommand(
  command: string,
  options: { readonly [option: string]: string | boolean | undefined },
  program: readonly string[] = [],
): (failure: Result) => string | undefined {
  const given = Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name}`, shellWord(value)];
  });
  const start = [COUNTERSIGN, command, ...given].join(" ");
  const end = program.length === 0 ? "" : ` -- ${program.map(shellWord).join(" ")}`;
  return ({ repeat }) => repeat && `${start} ${repeat.map(shellWord).join(" ")}${end}`;
}
