/** `countersign inspector`: its options and its help text. */

import type { Command } from "commander";
import { inspector } from "../inspector/inspector.ts";
import type { OptionRow } from "../options/option.ts";
import { processTerminal } from "../output/terminal.ts";
import { define } from "./command.ts";

const OPTIONS = [["--out <file>", "write the page to a file instead"]] as const satisfies readonly OptionRow[];

export function addInspector(program: Command): void {
  define(program.command("inspector").description("open the page that explains signatures; it sends nothing"), {
    options: OPTIONS,
    examples: ["countersign inspector", "countersign inspector --out inspector.html"],
    async run(options: { readonly out?: string }) {
      return inspector(options, processTerminal());
    },
  });
}
