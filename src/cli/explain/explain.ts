/** `countersign explain`: reads one request, prints every stage of its signature, and says what is wrong with it. */

import type { Terminal } from "../../conformance/reporters/index.ts";
import { visible } from "../../conformance/reporters/visible.ts";
import {
  type Budget,
  type Diagnosis,
  type DiagnosisInput,
  diagnose,
  type Explanation,
  explanationOf,
  explanationText,
  type Key,
  type OtherKey,
} from "../../diagnosis/index.ts";
import { redactorFor } from "../../diagnosis/redact.ts";
import { type HttpRequest, type SigningInput, type Trace, toText, trace, traceSent } from "../../model/index.ts";
import { readPublicKey } from "../../oauth1/index.ts";
import type { Redactor } from "../../redaction/index.ts";
import { EXIT, type ExitCode, UsageError } from "../exit-codes.ts";
import { checkStandardInput, readFile } from "../input/read-file.ts";
import { readNumber } from "../input/read-number.ts";
import { readSecret } from "../input/secrets.ts";
import { readName } from "../input/similar-names.ts";
import { readRequest } from "../requests/index.ts";
import { compareWithResponse, serverText } from "./server-response.ts";

/** As they were typed; the help text of the command says what each one does. */
export interface ExplainOptions {
  readonly format?: string;
  readonly scheme?: string;
  readonly entry?: string;
  readonly consumerSecretFile?: string;
  readonly tokenSecretFile?: string;
  readonly publicKeyFile?: string;
  readonly privateKeyFile?: string;
  readonly alsoSecretFile?: readonly string[];
  readonly alsoPublicKeyFile?: readonly string[];
  readonly baseStringFile?: string;
  readonly serverResponse?: string;
  readonly signature?: string;
  readonly origin?: readonly string[];
  readonly now?: string;
  readonly seconds?: string;
  readonly showSignature?: boolean;
  readonly showValues?: boolean;
  readonly json?: boolean;
}

/**
 * Explains one request. The stages are printed before the search for the cause begins, so that they are there if the
 * user interrupts the search.
 *
 * @param file `-` for standard input
 * @returns the exit code
 */
export function explain(file: string, options: ExplainOptions, terminal: Terminal): ExitCode {
  checkOptions(file, options);
  const request = readRequest(readFile(file), options);
  const input = inputOf(request, options);
  const redactor = redactorFor(input, options.showValues);
  const traced = traceOf(request);
  const hasStages = traced !== undefined && !options.json && !terminal.isQuiet;
  const began = performance.now();
  const showStages = (): void => {
    if (hasStages) terminal.out(`${stagesText(traced, redactor, terminal)}\n\n`);
  };
  const server = options.serverResponse === undefined ? undefined : compareWithResponse(input, options);
  if (server !== undefined && !options.json) terminal.out(serverText(server, options, terminal));
  // Without a key nothing is searched: that is reported before anything is printed.
  const hasNoKey = Object.values(input.key).every((value) => value === undefined);
  if (hasNoKey && server !== undefined) {
    if (options.json) terminal.out(`${JSON.stringify({ server }, null, 2)}\n`);
    return EXIT.failures;
  }
  if (!hasNoKey) showStages();
  const diagnosis = search(input, options);
  if (diagnosis.kind === "not-diagnosed" && diagnosis.reason === "key-missing") {
    throw new UsageError(
      diagnosis.message,
      "give --consumer-secret-file or COUNTERSIGN_CONSUMER_SECRET for HMAC and PLAINTEXT, --public-key-file, --private-key-file or their variables for RSA",
    );
  }
  if (hasNoKey) showStages();
  const explanation = withNextStep(explanationOf(diagnosis), diagnosis, options);
  if (options.json) {
    terminal.out(`${JSON.stringify({ server: redactor.value(server), diagnosis, explanation }, null, 2)}\n`);
  } else {
    const [headline = "", ...lines] = explanationText(explanation).split("\n").map(visible);
    terminal.out([terminal.colors.bold(headline), ...lines, ""].join("\n"));
    const tried = "tried" in diagnosis ? diagnosis.tried : 0;
    const took = Math.round(performance.now() - began);
    if (terminal.isVerbose) terminal.out(`the search tried ${tried} combinations of causes in ${took} ms\n`);
  }
  return diagnosis.kind === "right" ? EXIT.ok : EXIT.failures;
}

/** If no cause was found, a longer search may find it, or the base string of the client shows it. */
function withNextStep(explanation: Explanation, diagnosis: Diagnosis, { baseStringFile }: ExplainOptions): Explanation {
  if (diagnosis.kind !== "unknown") return explanation;
  const lines = [...explanation.lines];
  if (diagnosis.limitReached) lines.push("to search longer, give --seconds a larger number");
  if (baseStringFile === undefined) {
    lines.push(
      "to see the first difference, log the base string that your client signs, and give it with --base-string-file",
    );
  }
  return { ...explanation, lines };
}

function checkOptions(file: string, options: ExplainOptions): void {
  const { consumerSecretFile, tokenSecretFile, publicKeyFile, privateKeyFile, baseStringFile, serverResponse } =
    options;
  const { alsoSecretFile = [], alsoPublicKeyFile = [], scheme, origin, now, seconds } = options;
  checkStandardInput([
    ...[file, consumerSecretFile, tokenSecretFile, publicKeyFile, privateKeyFile, baseStringFile, serverResponse],
    ...[...alsoSecretFile, ...alsoPublicKeyFile],
  ]);
  if (scheme !== undefined) readName("--scheme", scheme, ["http", "https"]);
  const wrong = origin?.find((one) => !/^https?:\/\/[^/?#]+(?:\/[^?#]*)?$/.test(one));
  if (wrong !== undefined) {
    throw new UsageError(`--origin must be scheme://host[:port][/prefix], got ${JSON.stringify(wrong)}`);
  }
  if (now !== undefined && !/^\d{1,15}$/.test(now)) {
    throw new UsageError(`--now must be seconds since 1970, got ${JSON.stringify(now)}`);
  }
  if (seconds !== undefined) readNumber("--seconds", seconds, 1, 9999);
}

function inputOf(request: HttpRequest | SigningInput, options: ExplainOptions): DiagnosisInput {
  const { baseStringFile, signature, origin: origins, now } = options;
  const baseString =
    baseStringFile === undefined
      ? undefined
      : readFile(baseStringFile)
          .toString("utf8")
          .replace(/\r?\n$/, "");
  return {
    ...{ request, key: keyOf(request, options), otherKeys: otherKeysOf(options), origins },
    evidence: { signature, baseString },
    now: now === undefined ? undefined : Number(now),
  };
}

/** The input of a vector may contain its own secrets; files and variables have precedence. */
function keyOf(request: HttpRequest | SigningInput, options: ExplainOptions): Key {
  const own: Key = "signatureMethod" in request ? request : {};
  const { consumerSecretFile, tokenSecretFile, publicKeyFile, privateKeyFile } = options;
  const givenSecret = readSecret({ file: consumerSecretFile, variable: "COUNTERSIGN_CONSUMER_SECRET" });
  if (givenSecret === "") throw new UsageError("the consumer secret is empty", "check the file or the variable");
  const consumerSecret = givenSecret ?? own.consumerSecret;
  const tokenSecret = readSecret({ file: tokenSecretFile, variable: "COUNTERSIGN_TOKEN_SECRET" }) ?? own.tokenSecret;
  const publicKey = readSecret({ file: publicKeyFile, variable: "COUNTERSIGN_PUBLIC_KEY" });
  try {
    if (publicKey !== undefined) readPublicKey(publicKey);
  } catch (error) {
    throw new UsageError(`the public key cannot be used: ${(error as Error).message}`);
  }
  const privateKey = readSecret({ file: privateKeyFile, variable: "COUNTERSIGN_PRIVATE_KEY" }) ?? own.privateKey;
  return { consumerSecret, tokenSecret, publicKey, privateKey };
}

/** The reports call each key by the name of its file. */
function otherKeysOf({ alsoSecretFile = [], alsoPublicKeyFile = [] }: ExplainOptions): OtherKey[] {
  const read = (file: string): string => readSecret({ file, variable: "" }) ?? "";
  return [
    ...alsoSecretFile.map((file) => ({ label: file, consumerSecret: read(file) })),
    ...alsoPublicKeyFile.map((file) => ({ label: file, publicKey: read(file) })),
  ];
}

function search(
  input: DiagnosisInput,
  { showSignature = false, showValues = false, seconds }: ExplainOptions,
): Diagnosis {
  try {
    return diagnose(input, {
      showSignature,
      showCardData: showValues,
      budget: budgetOf(seconds),
    });
  } catch (error) {
    throw new UsageError(redactorFor(input).text((error as Error).message));
  }
}

/** With a number of seconds, only the time limits the search. */
function budgetOf(seconds: string | undefined): Budget {
  if (seconds === undefined) return {};
  const end = performance.now() + 1000 * Number(seconds);
  const most = Number.POSITIVE_INFINITY;
  return { combinations: most, octets: most, isCancelled: () => performance.now() > end };
}

/** The stages of the right computation, without the key; `undefined` if the request cannot be read. */
function traceOf(request: HttpRequest | SigningInput): Trace | undefined {
  try {
    if (!("signatureMethod" in request)) return traceSent(request, {});
    const { consumerSecret, privateKey, ...rest } = request;
    return trace(rest);
  } catch {
    return undefined;
  }
}

function stagesText(traced: Trace, { text: redact }: Redactor, { colors }: Terminal): string {
  const { parameterString, baseStringUri, baseString } = traced;
  const show = (text: string): string => visible(redact(text));
  const names = traced.parameters.map(({ name }) => show(toText(name)));
  const width = Math.max(0, ...names.map(({ length }) => length));
  const lines = traced.parameters.map(
    ({ origin, value }, at) => `  ${origin.padEnd(6)}  ${names[at]!.padEnd(width)}  ${show(toText(value))}`,
  );
  const stages = { "parameter-string": parameterString, "base-string-uri": baseStringUri, "base-string": baseString };
  return [
    colors.bold("parameters"),
    ...lines,
    ...Object.entries(stages).flatMap(([name, value]) => [colors.bold(name), `  ${show(value)}`]),
  ].join("\n");
}
