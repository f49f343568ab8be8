/**
 * `countersign explain`: reads one request, prints every stage of its signature, and what is wrong with it.
 *
 * @module
 */

import { type Terminal, visible } from "../conformance/reporters/index.ts";
import {
  type Diagnosis,
  type DiagnosisInput,
  diagnose,
  type Explanation,
  explanationOf,
  explanationText,
  type Key,
  type OtherKey,
  redactorFor,
} from "../diagnosis/index.ts";
import { type HttpRequest, type SigningInput, type Trace, toText, trace, traceSent } from "../model/index.ts";
import { readPublicKey } from "../oauth1/index.ts";
import type { Redactor } from "../redaction/index.ts";
import { EXIT, UsageError } from "./exit-codes.ts";
import { readInput } from "./read-input.ts";
import { readRequest } from "./requests/index.ts";
import { readSecret } from "./secrets.ts";

/** What the command takes. */
export interface ExplainOptions {
  readonly format?: string;
  readonly scheme?: string;
  readonly consumerSecretFile?: string;
  readonly tokenSecretFile?: string;
  readonly publicKeyFile?: string;
  readonly privateKeyFile?: string;
  readonly alsoSecretFile?: readonly string[];
  readonly alsoPublicKeyFile?: readonly string[];
  readonly baseStringFile?: string;
  readonly signature?: string;
  readonly origin?: readonly string[];
  readonly now?: string;
  readonly seconds?: string;
  readonly showSignature?: boolean;
  readonly showValues?: boolean;
  readonly json?: boolean;
}

/** Explains; returns the exit code. `file` is `-` for standard input. */
export function explain(file: string, options: ExplainOptions, terminal: Terminal): number {
  checkOptions(file, options);
  const request = readRequest(readInput(file), options);
  const input = inputOf(request, options);
  const diagnosis = diagnoseOrTell(input, options);
  if (diagnosis.kind === "unjudged" && diagnosis.reason === "key-missing") {
    throw new UsageError(
      diagnosis.message,
      "give --consumer-secret-file or COUNTERSIGN_CONSUMER_SECRET for HMAC and PLAINTEXT, --public-key-file, --private-key-file or their variables for RSA",
    );
  }
  const explanation = withNextStep(explanationOf(diagnosis), diagnosis, options);
  const redactor = redactorFor(input, options.showValues);
  terminal.out(
    options.json
      ? `${JSON.stringify(redactor.value({ diagnosis, explanation }), null, 2)}\n`
      : textOf(traceOf(request), redactor.value(explanation), redactor, terminal),
  );
  return diagnosis.kind === "right" ? EXIT.ok : EXIT.failures;
}

/** Where nothing is known, more time may find it, and the client itself can say more. */
function withNextStep(explanation: Explanation, diagnosis: Diagnosis, { baseStringFile }: ExplainOptions): Explanation {
  if (diagnosis.kind !== "unknown") return explanation;
  const steps = [
    ...(diagnosis.isCutOff ? ["to search longer, give --seconds a larger number"] : []),
    ...(baseStringFile === undefined
      ? [
          "let your client print the base string that it signs, and give it with --base-string-file: the first difference is then told",
        ]
      : []),
  ];
  return { ...explanation, lines: [...explanation.lines, ...steps] };
}

function checkOptions(file: string, options: ExplainOptions): void {
  const {
    consumerSecretFile,
    tokenSecretFile,
    publicKeyFile,
    privateKeyFile,
    baseStringFile,
    alsoSecretFile = [],
    alsoPublicKeyFile = [],
  } = options;
  const files = [
    file,
    consumerSecretFile,
    tokenSecretFile,
    publicKeyFile,
    privateKeyFile,
    baseStringFile,
    ...alsoSecretFile,
    ...alsoPublicKeyFile,
  ];
  if (files.filter((one) => one === "-").length > 1) throw new UsageError("only one file can be standard input (-)");
  if (options.scheme !== undefined && !/^https?$/.test(options.scheme)) {
    throw new UsageError(`--scheme must be http or https, got ${JSON.stringify(options.scheme)}`);
  }
  const wrong = options.origin?.find((origin) => !/^https?:\/\/[^/?#]+(?:\/[^?#]*)?$/.test(origin));
  if (wrong !== undefined)
    throw new UsageError(`--origin must be scheme://host[:port][/prefix], got ${JSON.stringify(wrong)}`);
  if (options.now !== undefined && !/^\d{1,15}$/.test(options.now)) {
    throw new UsageError(`--now must be seconds since 1970, got ${JSON.stringify(options.now)}`);
  }
  if (options.seconds !== undefined && !/^[1-9]\d{0,3}$/.test(options.seconds)) {
    throw new UsageError(`--seconds must be a whole number from 1 to 9999, got ${JSON.stringify(options.seconds)}`);
  }
}

function inputOf(request: HttpRequest | SigningInput, options: ExplainOptions): DiagnosisInput {
  const { baseStringFile, signature, origin, now } = options;
  const baseString =
    baseStringFile === undefined
      ? undefined
      : readInput(baseStringFile)
          .toString("utf8")
          .replace(/\r?\n$/, "");
  return {
    request,
    key: keyOf(request, options),
    otherKeys: otherKeysOf(options),
    produced: {
      ...(signature === undefined ? {} : { signature }),
      ...(baseString === undefined ? {} : { baseString }),
    },
    ...(origin === undefined ? {} : { origins: origin }),
    ...(now === undefined ? {} : { now: Number(now) }),
  };
}

/** The input of a vector may hold its own secrets; files and variables go before them. */
function keyOf(request: HttpRequest | SigningInput, options: ExplainOptions): Key {
  const own: Key = "signatureMethod" in request ? request : {};
  const givenSecret = readSecret({ file: options.consumerSecretFile, variable: "COUNTERSIGN_CONSUMER_SECRET" });
  if (givenSecret === "") throw new UsageError("the consumer secret is empty: its file or its variable holds nothing");
  const consumerSecret = givenSecret ?? own.consumerSecret;
  const tokenSecret =
    readSecret({ file: options.tokenSecretFile, variable: "COUNTERSIGN_TOKEN_SECRET" }) ?? own.tokenSecret;
  const publicKey = readSecret({ file: options.publicKeyFile, variable: "COUNTERSIGN_PUBLIC_KEY" });
  if (publicKey !== undefined) mustBePublicKey(publicKey);
  const privateKey =
    readSecret({ file: options.privateKeyFile, variable: "COUNTERSIGN_PRIVATE_KEY" }) ?? own.privateKey;
  return {
    ...(consumerSecret === undefined ? {} : { consumerSecret }),
    ...(tokenSecret === undefined ? {} : { tokenSecret }),
    ...(publicKey === undefined ? {} : { publicKey }),
    ...(privateKey === undefined ? {} : { privateKey }),
  };
}

function mustBePublicKey(text: string): void {
  try {
    readPublicKey(text);
  } catch (error) {
    throw new UsageError(`the public key cannot be used: ${(error as Error).message}`);
  }
}

/** Named by the files that they stand in. */
function otherKeysOf({ alsoSecretFile = [], alsoPublicKeyFile = [] }: ExplainOptions): OtherKey[] {
  const read = (file: string): string => readSecret({ file, variable: "" }) ?? "";
  return [
    ...alsoSecretFile.map((file) => ({ label: file, consumerSecret: read(file) })),
    ...alsoPublicKeyFile.map((file) => ({ label: file, publicKey: read(file) })),
  ];
}

/** More than any search takes on a machine that has nothing else to do. */
const SECONDS = "10";

function diagnoseOrTell(
  input: DiagnosisInput,
  { showSignature = false, showValues = false, seconds = SECONDS }: ExplainOptions,
): Diagnosis {
  try {
    return diagnose(input, {
      showSignature,
      showCardData: showValues,
      budget: { milliseconds: 1000 * Number(seconds), combinations: Number.POSITIVE_INFINITY },
    });
  } catch (error) {
    throw new UsageError(redactorFor(input).text((error as Error).message));
  }
}

/** The stages of the right computation, without the key; `undefined` where the request cannot be read. */
function traceOf(request: HttpRequest | SigningInput): Trace | undefined {
  try {
    if (!("signatureMethod" in request)) return traceSent(request, {});
    const { consumerSecret, privateKey, ...rest } = request;
    return trace(rest);
  } catch {
    return undefined;
  }
}

function textOf(
  traced: Trace | undefined,
  explanation: Explanation,
  { text: redact }: Redactor,
  { colors }: Terminal,
): string {
  const [headline = "", ...lines] = explanationText(explanation).split("\n").map(visible);
  const said = [colors.bold(headline), ...lines, ""].join("\n");
  if (traced === undefined) return said;
  const parameters = traced.parameters.map(({ name, value, origin }) => ({
    name: visible(redact(toText(name))),
    value: visible(redact(toText(value))),
    origin,
  }));
  const width = Math.max(0, ...parameters.map(({ name }) => name.length));
  const stages = [
    colors.bold("parameters"),
    ...parameters.map(
      ({ name, value, origin }) => `  ${origin.padEnd("header".length)}  ${name.padEnd(width)}  ${value}`,
    ),
    ...stage("parameter-string", traced.parameterString),
    ...stage("base-string-uri", traced.baseStringUri),
    ...stage("base-string", traced.baseString),
  ];
  return `${stages.join("\n")}\n\n${said}`;

  function stage(name: string, value: string): string[] {
    return [colors.bold(name), `  ${visible(redact(value))}`];
  }
}
