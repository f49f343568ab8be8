/** `countersign doctor`: its options and its help text. */

import type { Command } from "commander";
import { type DoctorCommandOptions, OPTIONS } from "../options/doctor.ts";
import { abortOnSignal } from "../output/interruption.ts";
import { processTerminal } from "../output/terminal.ts";
import { EXIT } from "../process/exit-codes.ts";
import { define, programAfterDashes } from "./command.ts";

export function addDoctor(program: Command): void {
  define(
    program
      .command("doctor")
      .description("check a driver before the implementation behind it")
      .argument("[program...]", "the driver and its arguments, after --; they do not pass through a shell"),
    {
      options: OPTIONS,
      examples: ["countersign doctor -- python3 driver.py", "countersign doctor --module driver.mjs"],
      exits: [EXIT.driverBroken, EXIT.interrupted],
      async run(words: string[], options: DoctorCommandOptions) {
        const driver = programAfterDashes(words);
        const signal = abortOnSignal();
        const { doctorCommand } = await import("../check/doctor.ts");
        return doctorCommand(driver, options, processTerminal(options), signal);
      },
    },
  );
}
