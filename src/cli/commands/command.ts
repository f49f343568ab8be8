/** Functions that the files of the commands share. */

import { type Command, Option } from "commander";
import { unknownName } from "../input/similar-names.ts";
import { EXIT, EXIT_CODE_MEANINGS, type ExitCode, UsageError } from "../process/exit-codes.ts";

/**
 * Adds examples and exit codes to the help text of a command.
 *
 * @param otherExits the exit codes of the command besides success, wrong usage and a bug in Countersign
 */
export function describeExits(
  command: Command,
  examples: readonly string[],
  otherExits: readonly ExitCode[] = [],
): void {
  const exits = new Set([EXIT.ok, EXIT.usage, EXIT.ourDefect, ...otherExits]);
  const sorted = [...exits].sort((a, b) => a - b);
  const codes = sorted.map((code) => `  ${String(code).padStart(3)}  ${EXIT_CODE_MEANINGS[code]}`);
  const lines = ["", "Examples:", ...examples.map((example) => `  ${example}`), "", "Exit codes:", ...codes];
  command.addHelpText("after", lines.join("\n"));
}

/** Adds `--quiet` and `--verbose`. */
export function addVerbosity(command: Command, { quiet, verbose }: Record<"quiet" | "verbose", string>): Command {
  return command
    .addOption(new Option("--quiet", quiet).conflicts("verbose"))
    .addOption(new Option("--verbose", verbose).conflicts("quiet"));
}

/** Waits for a command, and sets the exit code of the process. */
export async function finish(exitCode: ExitCode | number | Promise<number>): Promise<void> {
  process.exitCode = await exitCode;
}

/**
 * Returns the program after `--`. Refuses a `--` with nothing after it, which an unset variable leaves
 * behind: without a program a command would do something else, and report success.
 *
 * @param program the program and its arguments, as commander read them
 * @param argv the whole command line
 */
export function programAfterDashes(
  program: readonly string[],
  argv: readonly string[] = process.argv,
): readonly string[] {
  const isEmpty = program.length === 0 ? argv.at(-1) === "--" : program[0] === "";
  if (!isEmpty) return program;
  throw new UsageError("expected a program after --, got nothing", "if a variable holds the program, set it");
}

/** Reads an option that can be repeated. */
export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

/** Adds the command `help`, because commander's own one does not report an unknown command. */
export function addHelp(program: Command): void {
  program
    .helpCommand(false)
    .command("help [command...]")
    .description("show the help text of a command")
    .action((names: readonly string[]) => {
      let command = program;
      for (const name of names) {
        const next = command.commands.find((one) => one.name() === name);
        const known = command.commands.map((one) => one.name());
        const list = "to list all commands, run: countersign help";
        if (next === undefined) throw unknownName(`unknown command ${JSON.stringify(name)}`, name, known, list);
        command = next;
      }
      command.outputHelp();
    });
}
