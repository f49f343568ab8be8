/** `countersign explain`: its options and its help text. */

import type { Command } from "commander";
import { type ExplainOptions, OPTIONS } from "../options/explain.ts";
import { processTerminal } from "../output/terminal.ts";
import { EXIT } from "../process/exit-codes.ts";
import { define } from "./command.ts";

export function addExplain(program: Command): void {
  define(
    program
      .command("explain")
      .description("read one request, and report what is wrong with its signature and how to fix it")
      .argument("[request]", "a file, - for standard input, or the text of the request"),
    {
      options: OPTIONS,
      examples: [
        "countersign explain request.http --consumer-secret-file secret",
        "countersign explain \"curl https://gate.example/status -H 'Authorization: OAuth …'\" --consumer-secret-file secret",
        "countersign explain request.har --public-key-file merchant.public.pem",
        "countersign explain request.http --consumer-secret-file secret --lang php --fixed --fresh",
        "countersign explain request.http --server-response response.txt",
        "agent | countersign explain --given -",
        "pbpaste | countersign explain --format curl --consumer-secret-file secret",
      ],
      exits: [EXIT.failures],
      async run(file: string | undefined, options: ExplainOptions) {
        const { explain } = await import("../explain/explain.ts");
        return explain(file ?? "-", options, processTerminal(options));
      },
    },
  );
}
