/** `countersign gateway`: its options and its help text. */

import type { Command } from "commander";
import { type GatewayCommandOptions, OPTIONS } from "../options/gateway.ts";
import { endOnSecondSignal } from "../output/interruption.ts";
import { processTerminal } from "../output/terminal.ts";
import { define } from "./command.ts";

export function addGateway(program: Command): void {
  define(
    program
      .command("gateway")
      .description("run a simulator of the card gateway; without options it generates a merchant and prints its keys"),
    {
      options: OPTIONS,
      examples: [
        "countersign gateway",
        "countersign gateway --port 8443 --tls --data merchants.json",
        "countersign gateway --listen 0.0.0.0:8080 --host-name gateway",
        "countersign gateway --fail declined",
        "countersign gateway --schema > merchants.schema.json",
      ],
      async run(options: GatewayCommandOptions) {
        endOnSecondSignal();
        const { gatewayCommand } = await import("../gateway/gateway.ts");
        return gatewayCommand(options, processTerminal());
      },
    },
  );
}
