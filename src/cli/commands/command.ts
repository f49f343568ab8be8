/** Functions that the files of the commands share. */

import { type Command, Option } from "commander";
import { COUNTERSIGN } from "../../platform/index.ts";
import { unknownName } from "../input/similar-names.ts";
import type { OptionRow } from "../options/option.ts";
import { EXIT, EXIT_CODE_MEANINGS, type ExitCode, UsageError } from "../process/exit-codes.ts";

/** What a command has besides its name, its arguments and its description. */
interface Definition {
  readonly options?: readonly OptionRow[];
  readonly examples: readonly string[];
  /** The exit codes besides success, wrong usage and a bug in Countersign. */
  readonly exits?: readonly ExitCode[];
  /** Takes the arguments and the options; returns the exit code of the process. Absent for a group of commands. */
  run?(...given: unknown[]): ExitCode | number | Promise<number>;
}

/** Completes a command: its options, what it does, and the examples and exit codes in its help text. */
export function define(command: Command, { options = [], examples, exits = [], run }: Definition): void {
  for (const [flags, text, more = []] of options) {
    const option = new Option(flags, text);
    if (text.includes("; repeatable")) option.argParser(collect);
    if (more === "required") option.makeOptionMandatory();
    else option.conflicts([...more]);
    command.addOption(option);
  }
  if (run !== undefined)
    command.action(async (...given) => {
      process.exitCode = await run(...given);
    });
  const sorted = [...new Set([EXIT.ok, EXIT.usage, EXIT.ourDefect, ...exits])].sort((a, b) => a - b);
  const codes = sorted.map((code) => `  ${String(code).padStart(3)}  ${EXIT_CODE_MEANINGS[code]}`);
  const lines = ["", "Examples:", ...examples.map((example) => `  ${example}`), "", "Exit codes:", ...codes];
  command.addHelpText("after", lines.join("\n"));
}

function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

/**
 * Returns the program after `--`. Rejects a `--` with nothing after it, which an unset variable leaves
 * behind: without a program, the command would do something else and report success.
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

/** Adds the command `help`, because commander's own `help` does not report an unknown command. */
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
        const list = `to list all commands, run: ${COUNTERSIGN} help`;
        if (next === undefined) throw unknownName(`unknown command ${JSON.stringify(name)}`, name, known, list);
        command = next;
      }
      command.outputHelp();
    });
}
