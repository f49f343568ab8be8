#!/usr/bin/env node
/**
 * The command line: reads arguments, calls one command, turns its end into an exit code.
 *
 * @module
 */

import { Command, CommanderError } from "commander";
import { OWN_VERSION } from "../conformance/implementations/index.ts";
import { REPORTER_NAMES, visible } from "../conformance/reporters/index.ts";
import { VectorsUnreadableError } from "../conformance/vectors/index.ts";
import { type CaptureOptions, capture } from "./capture.ts";
import { type CheckOptions, check } from "./check.ts";
import { commandBehind } from "./command-behind.ts";
import { processTerminal, redactMessage, tell } from "./console.ts";
import { type DoctorCommandOptions, doctorCommand } from "./doctor.ts";
import { EXIT, UsageError } from "./exit-codes.ts";
import { type ExplainOptions, explain } from "./explain.ts";
import { listFaults, showFault } from "./faults.ts";
import { type GatewayCommandOptions, gatewayCommand } from "./gateway.ts";
import { type KeysCheckOptions, keysCheck } from "./keys-check.ts";
import { type KeysConvertOptions, keysConvert } from "./keys-convert.ts";
import { keysNew } from "./keys-new.ts";
import { merge } from "./merge.ts";
import { type PromoteOptions, promote } from "./promote.ts";
import { readNumber } from "./read-number.ts";
import { type SignCommandOptions, signCommand } from "./sign.ts";
import { listVectors, recomputeVectors, showVector, type VectorsOptions } from "./vectors.ts";

const terminal = processTerminal();

/** Runs a command's body and keeps its exit code. */
async function finish(exitCode: number | Promise<number>): Promise<void> {
  process.exitCode = await exitCode;
}

/** The program that a command line names behind `--`. */
function behind(command: readonly string[]): readonly string[] {
  return commandBehind(command, process.argv);
}

function buildProgram(): Command {
  const program = new Command("countersign")
    .description("Proves that OAuth 1.0 request signatures (RFC 5849) are right, and says why when they are not.")
    .version(OWN_VERSION)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(redactMessage(text.replace(/^error:/, "countersign:"))) })
    .configureHelp({ showGlobalOptions: true })
    .addHelpText("after", EXIT_CODES_HELP);
  addCheck(program);
  addExplain(program);
  addCapture(program);
  addMerge(program);
  addSign(program);
  addKeys(program);
  addGateway(program);
  addVectors(program);
  addFaults(program);
  addDoctor(program);
  return program;
}

const EXIT_CODES_HELP = `
Exit codes: 0 all well, 1 failures, 2 bad usage, 3 driver broken, 4 nothing ran or too little, 5 stale baseline,
6 only the captured command failed, 70 our own defect.`;

const FILTER = [
  "--filter <text>",
  "only vectors with this id (or its beginning), rule, level, operation, stage or flag, and laws with this id or rule; repeatable",
  collect,
] as const;
const VECTORS = ["--vectors <folder>", "other vectors than the shipped ones"] as const;

function addCheck(program: Command): void {
  program
    .command("check")
    .description("run vectors and laws against an implementation: a program behind --, a module, or a built-in one")
    .argument("[command...]", "program and arguments of a driver, behind --; no shell reads them")
    .option(
      "--builtin <name>",
      "countersign, model, oauth-1.0a, node-forge, or mutant:<fault>[+<fault>] (default: countersign)",
    )
    .option("--module <file>", "a module that exports an implementation")
    .option("--exec", "start the program once for each question")
    .option("--jobs <number>", "copies of the program, the questions spread over them", "1")
    .option("--in-flight <number>", "open questions for each copy (default: 64; with --exec one a processor)")
    .option("--timeout <ms>", "silence that is borne while a question is open (default: 10000)")
    .option("--restarts <number>", "how often the program may be started again (default: 10)")
    .option("--profile <name>", "only what belongs to it: gateway or rfc5849")
    .option("--quick", "only the few vectors that notice every known fault, and no laws")
    .option(...FILTER)
    .option(...VECTORS)
    .option("--runs <number>", "generated cases for each law; 0 leaves the laws out", "100")
    .option("--seed <number>", "of the generated cases; compulsory in CI (default: random)")
    .option("--replay <law:seed:index>", "only this generated case")
    .option("--counterexamples <folder>", "run the cases of this folder first, and save new ones to it")
    .option("--shard <index/count>", "only this part, such as 2/4; the parts together are the whole")
    .option("--max-failures <number>", "end the run after so many")
    .option("--min-run <number>", "exit 4 where fewer vectors were judged", "0")
    .option("--baseline <file>", "known failures; fails on new ones, exits 5 where entries are stale")
    .option("--update-baseline", "write the baseline anew, keeping the reasons of what stays")
    .option("--no-doctor", "do not judge the driver first")
    .option("--references", "judge the references beside it (default: beside a built-in one)")
    .option("--no-references", "leave the references out")
    .option("--report <format[=file]>", `${REPORTER_NAMES.join(", ")}; repeatable (default: terminal)`, collect)
    .option("--json", "the same as --report json")
    .action((command: string[], options: CheckOptions) => finish(check(options, terminal, behind(command))));
}

function addMerge(program: Command): void {
  program
    .command("merge <files...>")
    .description("put the JSON reports of all shards together; exits as a check of the whole")
    .option("--min-run <number>", "exit 4 where fewer vectors were judged", "0")
    .action((files: string[], { minRun }: { minRun: string }) =>
      finish(merge(files, { minRun: readNumber("--min-run", minRun) }, terminal)),
    );
}

function addCapture(program: Command): void {
  program
    .command("capture [command...]")
    .usage("[options] -- CMD ARGS…")
    .description("run a command under a judging server; judge every request that it makes")
    .option("--listen", "without a command: judge what comes until interrupted")
    .option("--judge <file>", "without a command: judge the requests of a --record, with the keys given here")
    .option("--tls", "https, with a certificate made up for this run")
    .option("--port <number>", "of 127.0.0.1 (default: a free one)")
    .option("--host-name <name>", "call the server this in the URL instead of 127.0.0.1")
    .option("--origin <origin>", "what clients sign, where it is not what they connect to: https://host[:port]")
    .option("--consumer-key <key>", "whom requests are expected from", "capture")
    .option("--consumer-secret-file <file>", "or COUNTERSIGN_CONSUMER_SECRET (default: made up)")
    .option("--token <token>", "the token that requests are expected to name (default: none)")
    .option("--token-secret-file <file>", "or COUNTERSIGN_TOKEN_SECRET (default: made up)")
    .option("--private-key-file <file>", "or COUNTERSIGN_PRIVATE_KEY; PEM of an RSA key (default: made up)")
    .option("--answers <file>", "what to answer, as JSON (default: as the gateway does)")
    .option("--record <file>", "keep the requests, without keys, one JSON object a line")
    .option("--show-signature", "show the right signature where a wrong one came")
    .option("--show-values", "show card numbers and cvv2 as they are; secrets stay hidden")
    .option(
      "--report <format=file>",
      "the requests as junit, html, json or another report of check; repeatable",
      collect,
    )
    .option("--max-requests <number>", "stop after so many", "10000")
    .option("--timeout <seconds>", "stop the command, or listening, after so long")
    .action((command: string[], options: CaptureOptions) => finish(capture(behind(command), options, terminal)));
}

function addExplain(program: Command): void {
  program
    .command("explain [file]")
    .description("read one request; print every stage of its signature, and what is wrong with it")
    .option("--format <format>", "http, curl or json (default: told by how the request begins)")
    .option("--scheme <scheme>", "of a raw request with a Host header: http or https", "https")
    .option("--consumer-secret-file <file>", "or COUNTERSIGN_CONSUMER_SECRET")
    .option("--token-secret-file <file>", "or COUNTERSIGN_TOKEN_SECRET")
    .option("--public-key-file <file>", "or COUNTERSIGN_PUBLIC_KEY; PEM")
    .option("--private-key-file <file>", "your own RSA key instead, or COUNTERSIGN_PRIVATE_KEY; PEM")
    .option("--also-secret-file <file>", "another consumer secret that may have been used; repeatable", collect)
    .option("--also-public-key-file <file>", "another public key that may be the right one; repeatable", collect)
    .option("--base-string-file <file>", "the base string that the client signed, where it tells")
    .option("--signature <signature>", "the signature that the client made, where the request has none")
    .option("--origin <origin>", "another address of the service, as scheme://host; repeatable", collect)
    .option("--now <seconds>", "compare the timestamp with this time")
    .option("--seconds <seconds>", "how long to search at most (default: 10)")
    .option("--show-signature", "print the right signature too")
    .option("--show-values", "print card numbers and cvv2 as they are; secrets stay hidden")
    .option("--json", "print one JSON document")
    .action((file: string | undefined, options: ExplainOptions) => finish(explain(file ?? "-", options, terminal)));
}

function addSign(program: Command): void {
  program
    .command("sign")
    .description("sign one request; print the header, or a curl line")
    .requiredOption("--url <url>", "absolute http or https URL, percent-encoded")
    .requiredOption("--consumer-key <key>", "the client's identifier")
    .option(
      "--signature-method <method>",
      "HMAC-SHA1, HMAC-SHA256, HMAC-SHA512, RSA-SHA1, RSA-SHA256, RSA-SHA512 or PLAINTEXT",
      "HMAC-SHA1",
    )
    .option("--method <method>", "HTTP method (default: POST with a form or body, else GET)")
    .option("--form <name=value>", "a form parameter, not encoded; repeatable", collect)
    .option("--form-file <file>", "form parameters, form-encoded; - is standard input")
    .option("--body-file <file>", "a body that is not a form; - is standard input")
    .option("--content-type <type>", "type of that body in the curl line")
    .option("--body-hash [hash]", "sign a hash of the body (oauth_body_hash), by the method's own hash or by SHA-1")
    .option("--token <token>", "the token's identifier")
    .option("--consumer-secret-file <file>", "or COUNTERSIGN_CONSUMER_SECRET")
    .option("--token-secret-file <file>", "or COUNTERSIGN_TOKEN_SECRET")
    .option("--private-key-file <file>", "or COUNTERSIGN_PRIVATE_KEY; PEM")
    .option("--passphrase-file <file>", "or COUNTERSIGN_PASSPHRASE")
    .option("--nonce <nonce>", "default: 128 random bits")
    .option("--timestamp <seconds>", "default: now")
    .option("--no-oauth-version", "leave oauth_version out")
    .option("--realm <realm>", "realm of the header; may be empty")
    .option("--transport <where>", "header, body, query or header-and-body", "header")
    .option("--protocol-parameter <name=value>", "oauth_callback and the like; repeatable", collect)
    .option("--curl", "print a complete curl line")
    .option("--trace", "print every stage but the key first")
    .action((options: SignCommandOptions) => finish(signCommand(options, terminal)));
}

function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

function addKeys(program: Command): void {
  const keys = program.command("keys").description("RSA key pairs");
  keys
    .command("new <name>")
    .description("make a pair: <name>.pkcs8.pem, <name>.pkcs1.pem, <name>.public.pem; overwrites nothing")
    .option("--bits <bits>", "size of the modulus", "4096")
    .action((name: string, options: { bits?: string }) => finish(keysNew(name, options, terminal)));
  keys
    .command("convert <file>")
    .description("write the same key in another form, not encrypted; overwrites nothing")
    .requiredOption("--to <form>", "pkcs8, pkcs1, or public for the public half")
    .option("--out <file>", "default: the name of the file with the form in it")
    .option(...PASSPHRASE)
    .action((file: string, options: KeysConvertOptions) => finish(keysConvert(file, options, terminal)));
  keys
    .command("check <file>")
    .description("tell kind, form, bits, whether it is encrypted, and whom it serves")
    .option("--public <file>", "whether this public key belongs to it")
    .option(...PASSPHRASE)
    .action((file: string, options: KeysCheckOptions) => finish(keysCheck(file, options, terminal)));
}

const PASSPHRASE = ["--passphrase-file <file>", "or COUNTERSIGN_PASSPHRASE"] as const;

function addGateway(program: Command): void {
  program
    .command("gateway")
    .description("the card gateway's double, to develop against: without options it makes up a merchant and tells all")
    .option("--port <port>", "of 127.0.0.1 (default: a free one)")
    .option("--tls", "https, with a certificate made up for this run")
    .option("--data <file>", "merchants, keys, endpoints and earlier payments, as JSON")
    .option("--schema", "print the JSON Schema of that file")
    .option("--path-prefix <path>", "in front of version and operation; repeatable (default: both known)", collect)
    .option("--host-name <name>", "what 127.0.0.1 is called in the URL")
    .option("--origin <origin>", "what clients sign in front of the path, where that is another address")
    .option("--redis <url>", "remember nonces on Redis")
    .option("--explain", "tell the reason of a refusal in the header countersign-explanation")
    .option(
      "--fail <mode>",
      "let every request fail: declined, error, slow, cut-off, 502, malformed, wrong-content-type",
    )
    .action((options: GatewayCommandOptions) => finish(gatewayCommand(options, terminal)));
}

function addVectors(program: Command): void {
  const vectors = program.command("vectors").description("the vectors themselves");
  vectors
    .command("list")
    .description("one line each")
    .option(...FILTER)
    .option(...VECTORS)
    .action((options: VectorsOptions) => finish(listVectors(options, terminal)));
  vectors
    .command("show <id>")
    .description("one of them whole, with rule and source")
    .option(...VECTORS)
    .action((id: string, options: VectorsOptions) => finish(showVector(id, options, terminal)));
  vectors
    .command("promote <file>")
    .description("make vectors of a saved counterexample, all stages computed by the model")
    .option(...VECTORS)
    .option("--rule <id>", "the rule that they are about (default: the law's first)")
    .option("--comment <text>", "what they show, in one line")
    .action((path: string, options: PromoteOptions) => finish(promote(path, options, terminal)));
  vectors
    .command("recompute")
    .description("compute every stated value anew by the model")
    .option(...FILTER)
    .option(...VECTORS)
    .action((options: VectorsOptions) => finish(recomputeVectors(options, terminal)));
}

function addFaults(program: Command): void {
  const faults = program.command("faults").description("the mistakes that have a name");
  faults
    .command("list")
    .description("one line each")
    .action(() => finish(listFaults(terminal)));
  faults
    .command("show <id>")
    .description("one of them: what goes wrong, the smallest request that shows it, how to fix it")
    .action((id: string) => finish(showFault(id, terminal)));
}

function addDoctor(program: Command): void {
  program
    .command("doctor")
    .description("judge a driver before judging the implementation behind it")
    .argument("[command...]", "the driver and its arguments, after --; no shell reads them")
    .option("--timeout <ms>", "silence that is borne while a question is open", "10000")
    .option("--hello-timeout <ms>", "the same for hello, while the driver starts", "30000")
    .option("--json", "print one JSON document")
    .action((command: string[], options: DoctorCommandOptions) =>
      finish(doctorCommand(behind(command), options, terminal)),
    );
}

/** Bad usage is told in a line; anything unforeseen is our defect and keeps its stack. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof UsageError || error instanceof VectorsUnreadableError) {
    const hint = error instanceof UsageError ? error.hint : undefined;
    // A message may quote a file or an argument.
    const lines = [`countersign: ${error.message}`, ...(hint === undefined ? [] : [`hint: ${hint}`])];
    tell(lines.flatMap((line) => line.split("\n").map(visible)).join("\n"));
    return EXIT.usage;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  // It may quote what a driver or a client sent.
  tell(["countersign: this is a defect of countersign itself", ...stack.split("\n").map(visible)].join("\n"));
  return EXIT.ourDefect;
}

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // Whoever reads us may stop early, as head does.
  if (error.code === "EPIPE") process.exit(EXIT.ok);
  throw error;
});

/** A defect may leave a program or a server behind that keeps us waiting: they end with us. */
function fail(error: unknown): void {
  process.exitCode = exitCodeOf(error);
  if (process.exitCode === EXIT.ourDefect) process.exit();
}

process.on("uncaughtException", fail);
try {
  await buildProgram().parseAsync();
} catch (error) {
  fail(error);
}
