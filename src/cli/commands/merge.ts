/** `countersign merge`: its options and its help text. */

import type { Command } from "commander";
import { REPORTER_NAMES } from "../../conformance/reporters/reporters.ts";
import type { MergeOptions } from "../check/merge.ts";
import { processTerminal } from "../output/terminal.ts";
import { EXIT } from "../process/exit-codes.ts";
import { collect, describeExits, finish } from "./command.ts";
import { VECTORS } from "./vectors.ts";

export function addMerge(program: Command): void {
  const command = program
    .command("merge <files...>")
    .description(
      "write any report of a run from the JSON reports of its shards; returns the exit code that a check of the whole run would return",
    )
    .option("--min-run <number>", "exit 4 if fewer vectors were checked", "0")
    .option("--report <format[=file]>", `${REPORTER_NAMES.join(", ")}; repeatable (default: json)`, collect)
    .option(...VECTORS)
    .action(async (files: string[], options: MergeOptions) => {
      const { merge } = await import("../check/merge.ts");
      await finish(merge(files, options, processTerminal()));
    });
  describeExits(
    command,
    [
      "countersign merge shard-1.json shard-2.json > report.json",
      "countersign merge shard-1.json shard-2.json --report html=report.html --report junit=report.xml",
    ],
    [EXIT.failures, EXIT.driverBroken, EXIT.nothingRan, EXIT.interrupted],
  );
}
