/** Commands that can be pasted into a POSIX shell. */

import type { Result } from "../../conformance/runner/index.ts";
import { COUNTERSIGN } from "../../platform/index.ts";
import { shellWord } from "../../requests/request-to-paste.ts";

/** An option as it is typed, by its name in the code: `--token-secret-file` for `tokenSecretFile`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/**
 * Formats a countersign command.
 *
 * @param words arguments
 * @param options the options, with their names as in the code (`tokenSecretFile`); absent and false ones are left out
 */
export function commandLine(
  command: string,
  words: readonly string[],
  options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>,
): string {
  const given = Object.entries(options).flatMap(([name, value]) => {
    const option = flagOf(name);
    if (value === undefined || value === false) return [];
    return value === true ? [option] : [value].flat().flatMap((one) => [option, shellWord(one)]);
  });
  return [COUNTERSIGN, command, ...words.map(shellWord), ...given].join(" ");
}

/** The next step if no vector has the given id or filter. */
export function howToList(vectors: string | undefined): string {
  return `to list all vectors, run: ${commandLine("vectors list", [], { vectors })}`;
}

/**
 * Returns a function that formats the command for repeating a failure.
 *
 * @param command the name of the command, such as `check`
 * @param options the options of that command; absent and false ones are left out
 * @param program the program after `--`
 */
export function rerunCommand(
  command: string,
  options: Parameters<typeof commandLine>[2],
  program: readonly string[] = [],
): (failure: Result) => string | undefined {
  const start = commandLine(command, [], options);
  const end = program.length === 0 ? "" : ` -- ${program.map(shellWord).join(" ")}`;
  return ({ repeat }) => repeat && `${[start, ...repeat.map(shellWord)].join(" ")}${end}`;
}
