/** `countersign probe`: its options and its help text. */

import type { Command } from "commander";
import { REPORTER_NAMES } from "../../conformance/reporters/reporters.ts";
import { abortOnSignal } from "../output/interruption.ts";
import { processTerminal, type Verbosity } from "../output/terminal.ts";
import type { ProbeCommandOptions } from "../probe/options.ts";
import { EXIT } from "../process/exit-codes.ts";
import { addVerbosity, collect, describeExits, finish } from "./command.ts";

export function addProbe(program: Command): void {
  const command = program
    .command("probe <url>")
    .description("check a running server: send requests that it must reject, and unusual requests that it must accept")
    .requiredOption("--consumer-key <key>", "the identifier of a client that is made for tests")
    .option("--consumer-secret-file <file>", "or COUNTERSIGN_CONSUMER_SECRET")
    .option("--token <token>", "the identifier of the token (default: none)")
    .option("--token-secret-file <file>", "or COUNTERSIGN_TOKEN_SECRET")
    .option("--private-key-file <file>", "or COUNTERSIGN_PRIVATE_KEY; PEM of an RSA key, or a file with DER")
    .option("--signature-method <method>", "of the good request (default: each that the server accepts)")
    .option("--method <method>", "HTTP method of the good request (default: POST with a form, otherwise GET)")
    .option("--form <name=value>", "a form parameter of the good request, not encoded; repeatable", collect)
    .option("--header <field>", "a header field of the good request, as Name: value; repeatable", collect)
    .option("--origin <origin>", "scheme://host[:port] that clients sign, if it is not that of the URL")
    .option("--profile <name>", "gateway: a form post to an operation of the gateway that moves no money")
    .option("--accepted-status <range>", "the status of accepted requests", "200-299")
    .option("--accepted-header <field>", "a header field of accepted requests, as Name: pattern")
    .option("--accepted-body <pattern>", "a regular expression that the body of accepted requests fits")
    .option("--i-may-test <host>", "the host of the URL; required unless the server is on this machine")
    .option("--repeats-are-harmless", "requests to this URL may be repeated, whatever their method, form and query")
    .option("--rate <number>", "requests a second (default: 10; no limit for a server on this machine)")
    .option("--max-requests <number>", "end the run after this many requests", "10000")
    .option("--timeout <ms>", "maximum wait for an answer", "10000")
    .option("--ca-file <file>", "PEM of the certificate authority of the server")
    .option("--only <id>", "only this check or case, such as probe/replay; repeatable", collect)
    .option("--other-consumer-key <key>", "a second client, to check nonces and secrets of other clients")
    .option("--other-consumer-secret-file <file>", "or COUNTERSIGN_OTHER_CONSUMER_SECRET")
    .option("--fail-on-open", "also fail on differences where the RFC is open")
    .option("--dry-run", "print the requests and send nothing")
    .option("--report <format[=file]>", `${REPORTER_NAMES.join(", ")}; repeatable (default: terminal)`, collect)
    .option("--json", "the same as --report json")
    .action(async (url: string, options: ProbeCommandOptions & Verbosity) => {
      const signal = abortOnSignal();
      const { probe } = await import("../probe/probe.ts");
      await finish(probe(url, options, processTerminal(options), signal));
    });
  addVerbosity(command, {
    quiet: "print only failures and the last line",
    verbose: "also print a line for every case",
  });
  describeExits(
    command,
    [
      "countersign probe http://127.0.0.1:8080/status --consumer-key test --consumer-secret-file secret",
      "countersign probe https://test.example/status --consumer-key test --private-key-file test.pem --i-may-test test.example",
      "countersign probe http://127.0.0.1:8080/pay --consumer-key test --consumer-secret-file secret --form amount=1 --repeats-are-harmless",
    ],
    [EXIT.failures, EXIT.nothingRan, EXIT.interrupted],
  );
}
