/** `countersign faults`: its commands and their help texts. */

import type { Command } from "commander";
import { processTerminal } from "../output/terminal.ts";
import { describeExits, finish } from "./command.ts";

export function addFaults(program: Command): void {
  const faults = program.command("faults").description("the known mistakes of clients");
  const list = faults
    .command("list")
    .description("print a line for each fault")
    .action(async () => {
      const { listFaults } = await import("../explain/faults.ts");
      await finish(listFaults(processTerminal()));
    });
  const show = faults
    .command("show <id>")
    .description("print what goes wrong, the smallest request that shows it, and how to fix it")
    .action(async (id: string) => {
      const { showFault } = await import("../explain/faults.ts");
      await finish(showFault(id, processTerminal()));
    });
  const examples = ["countersign faults list", "countersign faults show tilde-encoded"];
  for (const command of [faults, list, show]) describeExits(command, examples);
}
