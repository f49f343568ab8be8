/** The options of `countersign capture`. */

import type { OptionRow, OptionsOf } from "./option.ts";

export const OPTIONS = [
  ["--listen", "without a command: verify what arrives, until interrupted"],
  ["--verify <file>", "without a command: verify the requests of a --record or a HAR file, with the keys given here"],
  ["--tls", "https, with a certificate made for this run"],
  ["--port <number>", "port of 127.0.0.1 (default: a free one)"],
  ["--host-name <name>", "host in the URL instead of 127.0.0.1"],
  ["--origin <origin>", "https://host[:port] that clients sign, if it is not the address they connect to"],
  ["--consumer-key <key>", "consumer key that requests must have (default: capture)"],
  ["--consumer-secret-file <file>", "or COUNTERSIGN_CONSUMER_SECRET (default: generated)"],
  ["--token <token>", "token that requests must have (default: none)"],
  ["--token-secret-file <file>", "or COUNTERSIGN_TOKEN_SECRET (default: generated)"],
  [
    "--private-key-file <file>",
    "or COUNTERSIGN_PRIVATE_KEY; PEM of an RSA key, or a file with DER (default: generated)",
  ],
  ["--answers <file>", "responses to send, as JSON (default: those of the gateway)"],
  ["--ignore-path <path>", "do not verify requests to this path; * at its end for any text; repeatable"],
  ["--record <file>", "save requests, without the keys, as lines of JSON"],
  ["--show-signature", "show the correct signature of a request with a wrong one"],
  ["--show-values", "show card numbers and cvv2; secrets stay hidden"],
  ["--report <format=file>", "the requests as junit, html, json or another report of check; repeatable"],
  ["--vary", "fill {text}, {amount}, … in the command with generated values, and start it about ten times"],
  ["--env <name=text>", "with --vary: a variable of the command, with placeholders; repeatable"],
  ["--input <file>", "with --vary: its standard input, with placeholders"],
  ["--lines", "with --vary: start it once; it reads a line of --input for each case, and answers with a line"],
  ["--requests <url>", "with --vary: start it once; for each case, request this URL of it, with placeholders"],
  ["--generators <file>", "with --vary: a module that exports generators of fast-check, by placeholder"],
  ["--runs <number>", "with --vary: continue with this many cases of random values (default: 0)"],
  ["--seed <number>", "with --vary: seed of the random values; required in CI with --runs (default: random)"],
  ["--values <json>", "with --vary: only these values, as a report shows them"],
  ["--baseline <file>", "with --vary: known failures, as of check"],
  ["--update-baseline", "with --vary: rewrite the baseline"],
  ["--allow-uncompared", "with --vary: pass although no value could be compared, or not everything was tried"],
  ["--write-driver <file>", "with --vary: write a driver that declares what the command was seen to send"],
  ["--max-requests <number>", "stop after this many requests (default: 10000)"],
  ["--timeout <seconds>", "stop the command, or listening, after this time; with --vary: each start (30)"],
  ["--quiet", "print only wrong requests and the last line", ["verbose"]],
  ["--verbose", "print every stage of valid requests too"],
] as const satisfies readonly OptionRow[];

/** The options as they were typed. */
export type CaptureOptions = OptionsOf<typeof OPTIONS>;
