/** `countersign gateway`: its options and its help text. */

import type { Command } from "commander";
import type { GatewayCommandOptions } from "../gateway/gateway.ts";
import { endOnSecondSignal } from "../output/interruption.ts";
import { processTerminal } from "../output/terminal.ts";
import { collect, describeExits, finish } from "./command.ts";

export function addGateway(program: Command): void {
  const command = program
    .command("gateway")
    .description("run a simulator of the card gateway; without options it generates a merchant and prints its keys")
    .option("--port <port>", "port of 127.0.0.1 (default: a free one)")
    .option("--listen <address:port>", "IP address and port to listen on, such as 0.0.0.0:8080 in a container")
    .option("--tls", "https, with a certificate made for this run")
    .option("--data <file>", "merchants, keys, endpoints and earlier payments, as JSON")
    .option(
      "--write-sample <dir>",
      "write keys, data and .env of a sample merchant for --port (default: 8080), and end",
    )
    .option("--schema", "print the JSON Schema of that file")
    .option("--path-prefix <path>", "path in front of version and operation; repeatable (default: both known)", collect)
    .option("--host-name <name>", "host in the URL instead of 127.0.0.1")
    .option("--origin <origin>", "origin that clients sign, if it is another address")
    .option("--clock-tolerance <seconds>", "how far a timestamp may differ from the clock (default: 300)")
    .option("--rejection-status <status>", "status of the page for a wrong signature: 403 or 401 (default: 403)")
    .option("--no-public-checks", "check no argument against rules that only public documents contain")
    .option("--redis <url>", "store nonces on Redis; needs the package @redis/client")
    .option("--explain", "send the reason of a rejection in the header countersign-explanation")
    .option(
      "--strict [codes]",
      "reject requests that get a notice: any, or one of these codes with commas between them",
    )
    .option(
      "--no-line-feeds",
      "answer without a line feed after each value (default with --strict: every second answer)",
    )
    .option(
      "--fail <mode>",
      "let every request fail: declined, error, validation-error, processing, slow, cut-off, 401, 403, 429, 502, malformed, wrong-content-type",
    )
    .option("--har <file>", "write the last requests as HAR when the command ends")
    .option("--slow <milliseconds>", "delay of the failure mode slow (default: 60000)")
    .action(async (options: GatewayCommandOptions) => {
      endOnSecondSignal();
      const { gatewayCommand } = await import("../gateway/gateway.ts");
      await finish(gatewayCommand(options, processTerminal()));
    });
  describeExits(command, [
    "countersign gateway",
    "countersign gateway --port 8443 --tls --data merchants.json",
    "countersign gateway --listen 0.0.0.0:8080 --host-name gateway",
    "countersign gateway --fail declined",
    "countersign gateway --schema > merchants.schema.json",
  ]);
}
