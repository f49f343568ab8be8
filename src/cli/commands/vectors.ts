/** `countersign vectors`: its commands and their help texts. */

import type { Command } from "commander";
import { EXIT } from "../exit-codes.ts";
import { abortOnSignal } from "../interruption.ts";
import { processTerminal } from "../output/terminal.ts";
import type { VectorsOptions } from "../vectors/list.ts";
import type { PromoteOptions } from "../vectors/promote.ts";
import { collect, describeExits, finish } from "./command.ts";

export const FILTER: readonly [flags: string, description: string, parse: typeof collect] = [
  "--filter <text>",
  "only vectors with this id (or its beginning), rule, level, operation, stage or flag, and properties with this id or rule; repeatable",
  collect,
];
export const VECTORS = ["--vectors <folder>", "other vectors than those of the package"] as const;

export function addVectors(program: Command): void {
  const vectors = program.command("vectors").description("list, show, check and add test vectors");
  const list = vectors
    .command("list")
    .description("print a line for each vector")
    .option(...FILTER)
    .option(...VECTORS)
    .action(async (options: VectorsOptions) => {
      const { listVectors } = await import("../vectors/list.ts");
      await finish(listVectors(options, processTerminal()));
    });
  const show = vectors
    .command("show <id>")
    .description("print one vector, with its rule and its source")
    .option(...VECTORS)
    .action(async (id: string, options: VectorsOptions) => {
      const { showVector } = await import("../vectors/vectors.ts");
      await finish(showVector(id, options, processTerminal()));
    });
  const promote = vectors
    .command("promote <file>")
    .description("turn a saved counterexample into vectors; the model computes all stages")
    .option(...VECTORS)
    .option("--rule <id>", "the rule that they test (default: the first rule of the property)")
    .option("--comment <text>", "what they show, in one line")
    .action(async (path: string, options: PromoteOptions) => {
      const module = await import("../vectors/promote.ts");
      await finish(module.promote(path, options, processTerminal()));
    });
  const recompute = vectors
    .command("recompute")
    .description("compute every stated value again with the model, and compare")
    .option(...FILTER)
    .option(...VECTORS)
    .action(async (options: VectorsOptions) => {
      const signal = abortOnSignal();
      const { recomputeVectors } = await import("../vectors/vectors.ts");
      await finish(recomputeVectors(options, processTerminal(), signal));
    });
  describeExits(vectors, ["countersign vectors list --filter percent-encoding"]);
  describeExits(list, ["countersign vectors list --filter percent-encoding"], [EXIT.nothingRan]);
  describeExits(show, ["countersign vectors show request/rfc5849/1"]);
  describeExits(promote, [
    "countersign vectors promote test/counterexamples/agrees-with-model-0a1b2c3d4e5f.json --vectors my-vectors",
  ]);
  describeExits(recompute, ["countersign vectors recompute"], [EXIT.failures, EXIT.nothingRan, EXIT.interrupted]);
}
