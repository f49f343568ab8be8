/** `countersign inspector`: its options and its help text. */

import type { Command } from "commander";
import { inspector } from "../inspector/inspector.ts";
import { processTerminal } from "../output/terminal.ts";
import { describeExits, finish } from "./command.ts";

export function addInspector(program: Command): void {
  const command = program
    .command("inspector")
    .description("open the page that explains signatures; it sends nothing")
    .option("--out <file>", "write the page to a file instead")
    .action(async (options: { readonly out?: string }) => {
      await finish(inspector(options, processTerminal()));
    });
  describeExits(command, ["countersign inspector", "countersign inspector --out inspector.html"]);
}
