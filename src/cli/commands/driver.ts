/** `countersign driver`: its options and its help text. */

import type { Command } from "commander";
import { driver } from "../driver/driver.ts";
import { STARTERS } from "../driver/starters.ts";
import { processTerminal } from "../output/terminal.ts";
import { describeExits, finish } from "./command.ts";

export function addDriver(program: Command): void {
  const command = program
    .command("driver <language>")
    .description(`print a complete driver to edit, and the next command; in ${[...STARTERS.keys()].join(", ")}`)
    .action(async (language: string) => {
      await finish(driver(language, processTerminal()));
    });
  describeExits(command, ["countersign driver python > driver.py"]);
}
