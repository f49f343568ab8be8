/** `countersign doctor`: its options and its help text. */

import type { Command } from "commander";
import type { DoctorCommandOptions } from "../check/doctor.ts";
import { abortOnSignal } from "../output/interruption.ts";
import { processTerminal, type Verbosity } from "../output/terminal.ts";
import { EXIT } from "../process/exit-codes.ts";
import { addVerbosity, describeExits, finish, programAfterDashes } from "./command.ts";

export function addDoctor(program: Command): void {
  const command = program
    .command("doctor")
    .description("check a driver before the implementation behind it")
    .argument("[program...]", "the driver and its arguments, after --; they do not pass through a shell")
    .option("--module <file>", "a JavaScript module whose methods are operations, instead of a program")
    .option("--timeout <ms>", "maximum wait for an answer", "10000")
    .option("--hello-timeout <ms>", "maximum wait for the hello, while the driver starts", "30000")
    .option("--json", "print one JSON document")
    .action(async (words: string[], options: DoctorCommandOptions & Verbosity) => {
      const driver = programAfterDashes(words);
      const signal = abortOnSignal();
      const { doctorCommand } = await import("../check/doctor.ts");
      await finish(doctorCommand(driver, options, processTerminal(options), signal));
    });
  addVerbosity(command, {
    quiet: "print only failed checks and the last line",
    verbose: "also print questions and answers, skipped checks, the stderr of the driver and the time",
  });
  describeExits(
    command,
    ["countersign doctor -- python3 driver.py", "countersign doctor --module driver.mjs"],
    [EXIT.driverBroken, EXIT.interrupted],
  );
}
