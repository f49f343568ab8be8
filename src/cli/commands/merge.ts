/** `countersign merge`: its options and its help text. */

import type { Command } from "commander";
import { EXIT } from "../exit-codes.ts";
import { readNumber } from "../input/read-number.ts";
import { processTerminal } from "../output/terminal.ts";
import { describeExits, finish } from "./command.ts";

export function addMerge(program: Command): void {
  const command = program
    .command("merge <files...>")
    .description("merge the JSON reports of all shards; exits as a check of the whole would")
    .option("--min-run <number>", "exit 4 if fewer vectors were checked", "0")
    .action(async (files: string[], options: { minRun: string }) => {
      const minRun = readNumber("--min-run", options.minRun);
      const { merge } = await import("../check/merge.ts");
      await finish(merge(files, { minRun }, processTerminal()));
    });
  describeExits(
    command,
    ["countersign merge shard-1.json shard-2.json > report.json"],
    [EXIT.failures, EXIT.driverBroken, EXIT.nothingRan, EXIT.interrupted],
  );
}
