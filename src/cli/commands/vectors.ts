/** `countersign vectors`: its commands and their help texts. */

import type { Command } from "commander";
import { abortOnSignal } from "../output/interruption.ts";
import { processTerminal } from "../output/terminal.ts";
import { EXIT } from "../process/exit-codes.ts";
import type { AddOptions } from "../vectors/add.ts";
import type { VectorsOptions } from "../vectors/list.ts";
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
  const add = vectors
    .command("add <file>")
    .description("add a request with a published signature, or a saved counterexample; the model computes all stages")
    .option(...VECTORS)
    .option("--rule <id>", "the rule that they test (default for a counterexample: the first rule of the property)")
    .option("--comment <text>", "what they show, in one line")
    .option("--source <id>", "the publication of the request, in sources.json")
    .option("--section <text>", "the place in it: a section, a test, a file")
    .option("--source-title <text>", "for a new source: what it is")
    .option("--source-url <url>", "for a new source: its address")
    .option("--license <name>", "for a new source: its SPDX identifier, or unknown")
    .option("--scheme <scheme>", "http or https, for a raw request without a scheme")
    .option("--consumer-secret-file <file>", "the published secret, or COUNTERSIGN_CONSUMER_SECRET")
    .option("--token-secret-file <file>", "or COUNTERSIGN_TOKEN_SECRET")
    .option("--private-key-file <file>", "or COUNTERSIGN_PRIVATE_KEY; PEM, or a file with DER")
    .option("--signature <signature>", "the published signature, if the request has none")
    .option("--base-string-file <file>", "the published base string")
    .option("--disputed <reason>", "why a published value is wrong, with the section that decides it")
    .action(async (path: string, options: AddOptions) => {
      const module = await import("../vectors/add.ts");
      await finish(module.addVectors(path, options, processTerminal()));
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
  describeExits(add, [
    "countersign vectors add test/counterexamples/agrees-with-model-0a1b2c3d4e5f.json --vectors my-vectors",
    "countersign vectors add request.http --consumer-secret-file secret --source twitter-docs --section 'Creating a signature' --rule rfc5849-3.4.2-2 --comment 'A status with spaces'",
  ]);
  describeExits(recompute, ["countersign vectors recompute"], [EXIT.failures, EXIT.nothingRan, EXIT.interrupted]);
}
