/** `countersign faults`: its commands and their help texts. */

import type { Command } from "commander";
import { processTerminal } from "../output/terminal.ts";
import { define } from "./command.ts";

const examples = ["countersign faults list", "countersign faults show tilde-encoded"];

export function addFaults(program: Command): void {
  const faults = program.command("faults").description("the known mistakes of clients");
  define(faults, { examples });
  define(faults.command("list").description("print a line for each fault"), {
    examples,
    async run() {
      const { listFaults } = await import("../explain/faults.ts");
      return listFaults(processTerminal());
    },
  });
  const show = "print what goes wrong, the smallest request that shows it, and how to fix it";
  define(faults.command("show <id>").description(show), {
    examples,
    async run(id: string) {
      const { showFault } = await import("../explain/faults.ts");
      return showFault(id, processTerminal());
    },
  });
}
