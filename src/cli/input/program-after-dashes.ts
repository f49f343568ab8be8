/** The program after `--`. */

import { UsageError } from "../exit-codes.ts";

/**
 * Refuses a `--` with nothing after it, as a variable that is not set leaves it. Without a program a command would do
 * something else, and report success.
 *
 * @param program the program and its arguments, as they were read
 * @param argv the whole command line
 * @throws {@link UsageError}
 */
export function programAfterDashes(program: readonly string[], argv: readonly string[]): readonly string[] {
  const isEmpty = program.length === 0 ? argv.at(-1) === "--" : program[0] === "";
  if (!isEmpty) return program;
  throw new UsageError(
    "expected a program after --, got nothing",
    "if a variable holds the program, set it; to run without a program, leave -- out",
  );
}
