/** `countersign explain`: its options and its help text. */

import type { Command } from "commander";
import { MOST_COMBINATIONS } from "../../diagnosis/search/search-work.ts";
import type { ExplainOptions } from "../explain/given.ts";
import { processTerminal, type Verbosity } from "../output/terminal.ts";
import { EXIT } from "../process/exit-codes.ts";
import { addVerbosity, collect, describeExits, finish } from "./command.ts";

export function addExplain(program: Command): void {
  const command = program
    .command("explain")
    .description("read one request, and report what is wrong with its signature and how to fix it")
    .argument("[request]", "a file, - for standard input, or the text of the request")
    .option("--format <format>", "http, curl, cmd, powershell, fetch, httpie or json (default: the text decides)")
    .option("--entry <entry>", "the number of a request in a HAR file, a collection or a log, or a part of its URL")
    .option("--scheme <scheme>", "http or https, for a raw request without a scheme (default: both are tried)")
    .option("--consumer-secret-file <file>", "or COUNTERSIGN_CONSUMER_SECRET")
    .option("--token-secret-file <file>", "or COUNTERSIGN_TOKEN_SECRET")
    .option("--public-key-file <file>", "or COUNTERSIGN_PUBLIC_KEY; PEM")
    .option(
      "--private-key-file <file>",
      "your own RSA key instead, or COUNTERSIGN_PRIVATE_KEY; PEM, or a file with DER",
    )
    .option("--also-secret-file <file>", "another consumer secret that the client may have used; repeatable", collect)
    .option("--also-public-key-file <file>", "another public key that may be the correct one; repeatable", collect)
    .option("--base-string-file <file>", "the base string that the client signed, if it logs it")
    .option("--server-response <file>", "what the server answered: its base string and its error codes are compared")
    .option("--signature <signature>", "the client's signature, if the request has none")
    .option("--origin <origin>", "another address of the service, as scheme://host[/path]; repeatable", collect)
    .option("--now <seconds>", "compare the timestamp with this time")
    .option(
      "--deep",
      `try all pairs of causes, which can take minutes, instead of at most ${MOST_COMBINATIONS / 1000},000 combinations`,
    )
    .option("--show-signature", "print the correct signature too")
    .option("--show-values", "print card numbers and cvv2; secrets stay hidden")
    .option("--lang <language>", "the programming language of the fix (default: by the User-Agent or the cause)")
    .option("--trace", "print the parameters, their string, the URI and the base string first")
    .option("--fixed", "print the corrected header and a curl command; needs the secret or --private-key-file")
    .option("--fresh", "with --fixed: a new nonce and the current time")
    .option("--json", "print one JSON document")
    .option("--given <file>", "everything that is known, as one JSON document (- for standard input); implies --json")
    .action(async (file: string | undefined, options: ExplainOptions & Verbosity) => {
      const { explain } = await import("../explain/explain.ts");
      await finish(explain(file ?? "-", options, processTerminal(options)));
    });
  addVerbosity(command, {
    quiet: "print only the verdict",
    verbose: "also print the number of combinations tried and the time of the search",
  });
  describeExits(
    command,
    [
      "countersign explain request.http --consumer-secret-file secret",
      "countersign explain \"curl https://gate.example/status -H 'Authorization: OAuth …'\" --consumer-secret-file secret",
      "countersign explain request.har --public-key-file merchant.public.pem",
      "countersign explain request.http --consumer-secret-file secret --lang php --fixed --fresh",
      "countersign explain request.http --server-response response.txt",
      "agent | countersign explain --given -",
      "pbpaste | countersign explain --format curl --consumer-secret-file secret",
    ],
    [EXIT.failures],
  );
}
