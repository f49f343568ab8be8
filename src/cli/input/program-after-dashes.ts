/**
 * The program behind `--`: where there is a `--`, there has to be one.
 *
 * @module
 */

import { UsageError } from "../exit-codes.ts";

/**
 * A variable that is not set leaves nothing behind `--`. What runs without a program then would say that all is well.
 *
 * @param command program and arguments, as they were read
 * @param argv the whole command line, in which a `--` with nothing behind it comes last
 * @throws UsageError
 */
export function commandBehind(command: readonly string[], argv: readonly string[]): readonly string[] {
  const isEmpty = command.length === 0 ? argv.at(-1) === "--" : command[0] === "";
  if (!isEmpty) return command;
  throw new UsageError(
    "expected a program behind --, got nothing",
    "is it in a variable that is not set? without -- no program is run",
  );
}
