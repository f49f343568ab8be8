/** `countersign capture`: its options and its help text. */

import type { Command } from "commander";
import { type CaptureOptions, OPTIONS } from "../options/capture.ts";
import { abortOnSignal, endOnSecondSignal } from "../output/interruption.ts";
import { processTerminal } from "../output/terminal.ts";
import { EXIT } from "../process/exit-codes.ts";
import { define, programAfterDashes } from "./command.ts";

export function addCapture(program: Command): void {
  define(
    program
      .command("capture [command...]")
      .usage("[options] -- CMD ARGS…")
      .description("run a command and verify every request that it sends to a server on this machine"),
    {
      options: OPTIONS,
      examples: [
        "countersign capture -- npm test",
        "countersign capture --vary -- python3 pay.py --amount {amount} --note {text}",
        "countersign capture --tls --report junit=requests.xml -- python3 client.py",
        "countersign capture --listen --port 8443 --consumer-secret-file secret",
      ],
      exits: [EXIT.failures, EXIT.nothingRan, EXIT.staleBaseline, EXIT.commandFailed, EXIT.interrupted],
      async run(words: string[], options: CaptureOptions) {
        const client = programAfterDashes(words);
        const signal = options.vary ? abortOnSignal() : undefined;
        if (signal === undefined) endOnSecondSignal();
        const { capture } = await import("../capture/capture.ts");
        return capture(client, options, processTerminal(options), undefined, signal);
      },
    },
  );
}
