/** `countersign probe`: its options and its help text. */

import type { Command } from "commander";
import { OPTIONS, type ProbeCommandOptions } from "../options/probe.ts";
import { abortOnSignal } from "../output/interruption.ts";
import { processTerminal } from "../output/terminal.ts";
import { EXIT } from "../process/exit-codes.ts";
import { define } from "./command.ts";

export function addProbe(program: Command): void {
  define(
    program
      .command("probe <url>")
      .description(
        "check a running server: send requests that it must reject, and unusual requests that it must accept",
      ),
    {
      options: OPTIONS,
      examples: [
        "countersign probe http://127.0.0.1:8080/status --consumer-key test --consumer-secret-file secret",
        "countersign probe https://test.example/status --consumer-key test --private-key-file test.pem --i-may-test test.example",
        "countersign probe http://127.0.0.1:8080/pay --consumer-key test --consumer-secret-file secret --form amount=1 --repeats-are-harmless",
      ],
      exits: [EXIT.failures, EXIT.nothingRan, EXIT.interrupted],
      async run(url: string, options: ProbeCommandOptions) {
        const signal = abortOnSignal();
        const { probe } = await import("../probe/probe.ts");
        return probe(url, options, processTerminal(options), signal);
      },
    },
  );
}
