/** The command that repeats one failure, ready to be pasted into a shell. */

import type { Result } from "../../conformance/runner/index.ts";
import { shellWord } from "./shell-word.ts";

/** In a checkout the command line runs from its source. */
const COUNTERSIGN = import.meta.url.endsWith(".ts") ? "npm run -s countersign --" : "npx countersign";

/**
 * Returns the function that writes the command for a failure.
 *
 * @param command such as `check`
 * @param options of that command; absent and false ones are left out
 * @param program the program after `--`
 */
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
