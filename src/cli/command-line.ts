/**
 * Reads the arguments and runs one command. Each command is a file in `commands/`, which declares the options and loads its
 * implementation when the command is called.
 */

import { Command, CommanderError } from "commander";
import { OWN_VERSION } from "../conformance/implementations/own-version.ts";
import { addCapture } from "./commands/capture.ts";
import { addCheck } from "./commands/check.ts";
import { addHelp, define } from "./commands/command.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addDriver } from "./commands/driver.ts";
import { addExplain } from "./commands/explain.ts";
import { addFaults } from "./commands/faults.ts";
import { addGateway } from "./commands/gateway.ts";
import { addInspector } from "./commands/inspector.ts";
import { addKeys } from "./commands/keys.ts";
import { addProbe } from "./commands/probe.ts";
import { addSign } from "./commands/sign.ts";
import { addVectors } from "./commands/vectors.ts";
import { fileProblem } from "./input/system-reason.ts";
import { logError, logMessage, messageLine } from "./output/terminal.ts";
import { EXIT, type ExitCode } from "./process/exit-codes.ts";

/** Declares all commands with their options. */
export function createProgram(): Command {
  const program = new Command("countersign")
    .description("Proves that OAuth 1.0 request signatures (RFC 5849) are correct, and explains why when they are not.")
    .version(OWN_VERSION)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(usageMessage(text)) })
    .configureHelp({ showGlobalOptions: true });
  define(program, {
    examples: [
      "countersign explain request.http --consumer-secret-file secret",
      "countersign check --seed 5849 -- python3 driver.py",
      "countersign help check",
    ],
    exits: Object.values(EXIT),
  });
  for (const add of [addExplain, addInspector, addCapture, addProbe, addSign, addKeys, addGateway]) add(program);
  for (const add of [addDriver, addCheck, addDoctor, addVectors, addFaults, addHelp]) add(program);
  return program;
}

/** The message of commander, which may quote an argument; a suggestion is on a line of its own. */
function usageMessage(text: string): string {
  const [, message = "", suggestion = ""] =
    /^(?:error: )?([\s\S]*?)((?:\n\(Did you mean [^\n]*\))?)\n*$/.exec(text) ?? [];
  return `${messageLine(`countersign: ${message}`)}${suggestion}\n`;
}

/** Runs the command that the arguments of the process name, and sets the exit code of the process. */
export async function runCommandLine(): Promise<void> {
  try {
    await createProgram().parseAsync();
  } catch (error) {
    process.exitCode = reportError(error);
  }
}

/** Error classes by name, because some classes are loaded only with the commands that throw them. */
const MISTAKES_OF_THE_USER: readonly string[] = ["UsageError", "RequestTextError", "VectorsUnreadableError"];

/** Prints an error, and returns its exit code. */
export function reportError(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof Error && MISTAKES_OF_THE_USER.includes(error.name)) {
    logError(error);
    return EXIT.usage;
  }
  const problem = fileProblem(error);
  if (problem !== undefined) {
    logError({ message: problem });
    return EXIT.usage;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  logMessage("countersign: this is a bug in Countersign", ...stack.split("\n"));
  return EXIT.ourDefect;
}
