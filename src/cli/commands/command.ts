/** What the files of the commands share. */

import { type Command, Option } from "commander";
import { EXIT_CODE_MEANINGS, type ExitCode } from "../exit-codes.ts";
import { programAfterDashes } from "../input/program-after-dashes.ts";
import { unknownName } from "../input/similar-names.ts";

/** The end of a help text. */
export interface HelpEnd {
  readonly examples: readonly string[];
  readonly exitCodes: readonly ExitCode[];
}

/** Adds examples and exit codes to the help text of a command. */
export function describeExits(command: Command, { examples, exitCodes }: HelpEnd): void {
  const codes = exitCodes.map((code) => `  ${String(code).padStart(3)}  ${EXIT_CODE_MEANINGS[code]}`);
  const lines = ["", "Examples:", ...examples.map((example) => `  ${example}`), "", "Exit codes:", ...codes];
  command.addHelpText("after", lines.join("\n"));
}

/** Adds `--quiet` and `--verbose`. */
export function addVerbosity(command: Command, { quiet, verbose }: Record<"quiet" | "verbose", string>): Command {
  return command
    .addOption(new Option("--quiet", quiet).conflicts("verbose"))
    .addOption(new Option("--verbose", verbose).conflicts("quiet"));
}

/** Waits for a command, and keeps its exit code for the end of the process. */
export async function finish(exitCode: ExitCode | number | Promise<number>): Promise<void> {
  process.exitCode = await exitCode;
}

/** The program after `--` on the command line of this process. */
export function programOf(program: readonly string[]): readonly string[] {
  return programAfterDashes(program, process.argv);
}

/** Reads an option that can be repeated. */
export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

/** Adds the command `help`. The one of commander says nothing about an unknown command. */
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
        if (next === undefined) throw unknownName(`unknown command ${JSON.stringify(name)}`, name, known, LIST);
        command = next;
      }
      command.outputHelp();
    });
}

const LIST = "to list all commands, run: countersign help";
