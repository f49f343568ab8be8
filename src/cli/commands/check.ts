/** `countersign check`: its options and its help text. */

import type { Command } from "commander";
import { type CheckOptions, OPTIONS } from "../options/check.ts";
import { abortOnSignal } from "../output/interruption.ts";
import { processTerminal } from "../output/terminal.ts";
import { EXIT } from "../process/exit-codes.ts";
import { define, programAfterDashes } from "./command.ts";

export function addCheck(program: Command): void {
  define(
    program
      .command("check")
      .description(
        "run vectors and properties against an implementation: a program after --, a module, or a built-in one; for a program that sends requests, see capture --vary",
      )
      .argument("[program...]", "a driver and its arguments, after --; they do not pass through a shell"),
    {
      options: OPTIONS,
      examples: [
        "countersign check --builtin countersign",
        "countersign check --seed 5849 -- python3 driver.py",
        "countersign check --filter percent-encoding -- ./driver",
        "countersign check --seed 5849 --report junit=report.xml --baseline known.json -- ./driver",
      ],
      exits: [EXIT.failures, EXIT.driverBroken, EXIT.nothingRan, EXIT.staleBaseline, EXIT.interrupted],
      async run(words: string[], options: CheckOptions) {
        const driver = programAfterDashes(words);
        const signal = abortOnSignal();
        const { check } = await import("../check/check.ts");
        return check(options, processTerminal(options), driver, signal);
      },
    },
  );
}
