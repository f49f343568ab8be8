/** `countersign vectors`: its commands and their help texts. */

import type { Command } from "commander";
import { ADDED, type AddOptions, SELECTION, VECTORS, type VectorsOptions } from "../options/vectors.ts";
import { abortOnSignal } from "../output/interruption.ts";
import { processTerminal } from "../output/terminal.ts";
import { EXIT } from "../process/exit-codes.ts";
import { define } from "./command.ts";

const listed = ["countersign vectors list --filter percent-encoding"];

export function addVectors(program: Command): void {
  const vectors = program.command("vectors").description("list, show, check and add test vectors");
  define(vectors, { examples: listed });
  define(vectors.command("list").description("print a line for each vector"), {
    options: SELECTION,
    examples: listed,
    exits: [EXIT.nothingRan],
    async run(options: VectorsOptions) {
      const { listVectors } = await import("../vectors/list.ts");
      return listVectors(options, processTerminal());
    },
  });
  define(vectors.command("show <id>").description("print one vector, with its rule and its source"), {
    options: [VECTORS],
    examples: ["countersign vectors show request/rfc5849/1"],
    async run(id: string, options: VectorsOptions) {
      const { showVector } = await import("../vectors/vectors.ts");
      return showVector(id, options, processTerminal());
    },
  });
  const add = "add a request with a published signature, or a saved counterexample; the model computes all stages";
  define(vectors.command("add <file>").description(add), {
    options: ADDED,
    examples: [
      "countersign vectors add test/counterexamples/agrees-with-model-0a1b2c3d4e5f.json --vectors my-vectors",
      "countersign vectors add request.http --consumer-secret-file secret --source twitter-docs --section 'Creating a signature' --rule rfc5849-3.4.2-2 --comment 'A status with spaces'",
    ],
    async run(path: string, options: AddOptions) {
      const module = await import("../vectors/add.ts");
      return module.addVectors(path, options, processTerminal());
    },
  });
  const recompute = "compute every stated value again with the model, and compare";
  define(vectors.command("recompute").description(recompute), {
    options: SELECTION,
    examples: ["countersign vectors recompute"],
    exits: [EXIT.failures, EXIT.nothingRan, EXIT.interrupted],
    async run(options: VectorsOptions) {
      const signal = abortOnSignal();
      const { recomputeVectors } = await import("../vectors/vectors.ts");
      return recomputeVectors(options, processTerminal(), signal);
    },
  });
}
