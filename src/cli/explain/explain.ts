/** `countersign explain`: reads one request, and reports what is wrong with its signature and how to fix it. */

import { existsSync } from "node:fs";
import { createProgressLine } from "../../conformance/reporters/progress.ts";
import type { Terminal } from "../../conformance/reporters/reporter.ts";
import { styleOf } from "../../conformance/reporters/style.ts";
import {
  type Budget,
  type Diagnosis,
  type DiagnosisInput,
  diagnose,
  type Explanation,
  explanationOf,
  type Key,
  type OtherKey,
} from "../../diagnosis/index.ts";
import { inputWithScheme, settledScheme } from "../../diagnosis/input/assumed-scheme.ts";
import { bodyLengthProblem } from "../../diagnosis/input/body-length.ts";
import { isHttpRequest } from "../../diagnosis/input/diagnosis-input.ts";
import { explanationLines, verdictLine } from "../../diagnosis/text/explanation-text.ts";
import { redactorFor } from "../../diagnosis/text/redact.ts";
import { languagesOfClient } from "../../diagnosis/text/shown-cause.ts";
import { FAULTS, fixInLanguage } from "../../faults/index.ts";
import { type HttpRequest, type SigningInput, type Trace, toText, trace, traceSent } from "../../model/index.ts";
import { utf8Octets, utf8Text } from "../../platform/index.ts";
import type { Redactor } from "../../redaction/index.ts";
import { mapTexts } from "../../redaction/map-texts.ts";
import { visible } from "../../redaction/visible.ts";
import { REQUEST_FORMATS, readRequest, SCHEMES } from "../../requests/index.ts";
import { withoutMark } from "../../requests/pasted-text.ts";
import { EXIT, type ExitCode, UsageError } from "../exit-codes.ts";
import { checkStandardInput, readFile } from "../input/read-file.ts";
import { readPrivateKeyText, readPublicKeyText, readSecret, secretNotes } from "../input/secrets.ts";
import { readName, unknownName } from "../input/similar-names.ts";
import { logMessage } from "../output/terminal.ts";
import { correctionText, fixedRequest } from "./fixed-request.ts";
import { nextChecks } from "./next-checks.ts";
import { EXPLAIN_FORMAT, resultJson } from "./result-json.ts";
import { compareWithResponse, serverText } from "./server-response.ts";

/** A server may reject a request for other reasons than its signature. */
const IF_RIGHT = "If the server still rejects the request, see docs/diagnosis.md#if-the-signature-is-valid";

/** The options as they were typed; the help text of the command describes them. */
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
  readonly deep?: boolean;
  readonly showSignature?: boolean;
  readonly showValues?: boolean;
  readonly lang?: string;
  readonly trace?: boolean;
  readonly fixed?: boolean;
  readonly fresh?: boolean;
  readonly json?: boolean;
}

/**
 * Explains one request. If there is a key, the stages are printed before the search for the cause begins, so that they are
 * visible if the user interrupts the search.
 *
 * @param file a file name, `-` for standard input, or a command itself, such as `curl …`
 * @param budget the limits of the search, which override the options
 * @returns the exit code
 */
export function explain(file: string, options: ExplainOptions, terminal: Terminal, budget?: Budget): ExitCode {
  checkOptions(file, options);
  const { format, scheme } = options;
  const isCommand = isRequestText(file);
  const request = readRequest(isCommand ? utf8Octets(file) : readFile(file), {
    ...options,
    scheme: scheme === undefined ? undefined : readName("--scheme", scheme, SCHEMES),
    format: format === undefined ? undefined : readName("--format", format, REQUEST_FORMATS),
  });
  const incomplete = isHttpRequest(request) ? bodyLengthProblem(request) : undefined;
  if (incomplete !== undefined) logMessage(`note: ${incomplete}`);
  const input = inputOf(request, options);
  const { consumerSecret, tokenSecret } = input.key;
  for (const note of secretNotes({ "the consumer secret": consumerSecret, "the token secret": tokenSecret }))
    logMessage(note);
  // Only the signature shows which scheme was used, so that is checked before anything else.
  const isAssumed = isHttpRequest(request) && request.schemeIsAssumed === true;
  const settled = isAssumed ? inputWithScheme(input, settledScheme(search(input, options, terminal, QUICK))) : input;
  const { serverResponse, showValues = false, json = false } = options;
  const hasNoKey = Object.values(input.key).every((value) => value === undefined);
  const server =
    serverResponse === undefined
      ? undefined
      : compareWithResponse(settled, serverResponse, { showCardData: showValues, hasKey: !hasNoKey });
  const redactor = redactorFor(input, showValues);
  const shownServer = redactor.value(server);
  if (server !== undefined && !json) terminal.out(serverText(server, terminal));
  // Without a key no search is possible, but the answer of the server can be explained.
  if (hasNoKey && server !== undefined) {
    if (json) terminal.out(`${JSON.stringify({ format: EXPLAIN_FORMAT, server: shownServer }, null, 2)}\n`);
    return EXIT.failures;
  }
  // Missing keys are reported before a search that may take a long time.
  if (options.fixed) fixedRequest(input, options, undefined);
  const traced = traceOf(settled.request);
  const showStages = (): void => {
    if (options.trace && traced !== undefined && !json) terminal.out(`${stagesText(traced, redactor, terminal)}\n\n`);
  };
  if (!hasNoKey) showStages();
  const began = performance.now();
  const diagnosis = search(input, options, terminal, budget);
  if (diagnosis.kind === "not-diagnosed" && diagnosis.reason === "key-missing") {
    for (const { id, text } of diagnosis.notices) if (id === "request-found") logMessage(`note: ${text}`);
    throw new UsageError(
      diagnosis.message,
      "give --consumer-secret-file or COUNTERSIGN_CONSUMER_SECRET for HMAC and PLAINTEXT, --public-key-file, --private-key-file or their variables for RSA",
    );
  }
  if (hasNoKey) showStages();
  const fixed = options.fixed ? fixedRequest(input, options, diagnosis) : undefined;
  const languages = options.lang === undefined ? languagesOfClient(request) : [options.lang];
  const next =
    diagnosis.kind === "unknown"
      ? nextChecks(diagnosis, isCommand ? "-" : file, options, sentValues(request, traced, redactor), redactor.text)
      : [];
  const explanation = { ...explanationOf(diagnosis, languages), next: mapTexts(next, visible) };
  if (json) {
    terminal.out(`${JSON.stringify(resultJson(diagnosis, explanation, { fixed, server: shownServer }), null, 2)}\n`);
  } else {
    const took = Math.round(performance.now() - began);
    const ifRight = diagnosis.kind === "right" ? [IF_RIGHT] : [];
    const effort = terminal.isVerbose && "tried" in diagnosis ? [effortLine(diagnosis.tried, took)] : [];
    terminal.out(explanationBlock(explanation, [...ifRight, ...effort], terminal));
    if (fixed !== undefined) terminal.out(correctionText(fixed, terminal));
  }
  return diagnosis.kind === "right" ? EXIT.ok : EXIT.failures;
}

/** Whether the argument is the request itself: a command in quotation marks, or a URL. */
function isRequestText(argument: string): boolean {
  return /^\s*(?:(?:curl(?:\.exe)?|https?)\s+\S|https?:\/\/\S)/.test(argument) && !existsSync(argument);
}

/** The result as text; with `--quiet` only the verdict. */
function explanationBlock(explanation: Explanation, more: readonly string[], { colors, isQuiet }: Terminal): string {
  if (isQuiet) return `${verdictLine(explanation, styleOf(colors))}\n`;
  return [...explanationLines(explanation, styleOf(colors)), ...more.map((line) => `  ${visible(line)}`), ""].join(
    "\n",
  );
}

function effortLine(tried: number, milliseconds: number): string {
  const combinations = tried === 1 ? "combination" : "combinations";
  return `the search tried ${tried.toLocaleString("en")} ${combinations} of causes in ${milliseconds} ms`;
}

/** The values of the request that the next checks mention. */
function sentValues(
  request: HttpRequest | SigningInput,
  traced: Trace | undefined,
  { text: redact }: Redactor,
): Parameters<typeof nextChecks>[3] {
  const sent = new Map(traced?.parameters.map(({ name, value }) => [toText(name), toText(value)]));
  const method = "signatureMethod" in request ? request.signatureMethod : sent.get("oauth_signature_method");
  const named = ["oauth_nonce", "oauth_timestamp"].filter((name) => sent.has(name));
  return {
    isRsa: /^rsa/i.test(method ?? ""),
    parameters: named.map((name) => redact(`${name}=${sent.get(name)}`)),
    languages: languagesOfClient(request),
  };
}

function checkOptions(file: string, options: ExplainOptions): void {
  const { consumerSecretFile, tokenSecretFile, publicKeyFile, privateKeyFile, baseStringFile, serverResponse } =
    options;
  const { alsoSecretFile = [], alsoPublicKeyFile = [], origin, now } = options;
  checkStandardInput([
    ...[file, consumerSecretFile, tokenSecretFile, publicKeyFile, privateKeyFile, baseStringFile, serverResponse],
    ...[...alsoSecretFile, ...alsoPublicKeyFile],
  ]);
  const wrong = origin?.find((one) => !/^https?:\/\/[^/?#]+(?:\/[^?#]*)?$/.test(one));
  if (wrong !== undefined) {
    throw new UsageError(`--origin must be scheme://host[:port][/prefix], got ${JSON.stringify(wrong)}`);
  }
  if (now !== undefined && !/^\d{1,15}$/.test(now)) {
    throw new UsageError(`--now must be seconds since 1970, got ${JSON.stringify(now)}`);
  }
  if (options.fresh && !options.fixed) throw new UsageError("--fresh needs --fixed");
  if (options.lang !== undefined) checkLanguage(options.lang);
}

/** Accepts a language if a fix contains code for it. */
function checkLanguage(lang: string): void {
  const calls = Object.fromEntries(FAULTS.flatMap(({ fix }) => Object.entries(fix.calls ?? {})));
  if (fixInLanguage({ text: "", calls }, [lang]) !== undefined) return;
  const names = Object.keys(calls);
  throw unknownName(`--lang must be one of ${names.join(", ")}, got ${JSON.stringify(lang)}`, lang, names);
}

function inputOf(request: HttpRequest | SigningInput, options: ExplainOptions): DiagnosisInput {
  const { baseStringFile, signature, origin: origins, now } = options;
  const baseString = baseStringFile === undefined ? undefined : utf8Text(withoutMark(readFile(baseStringFile)));
  return {
    request,
    key: keyOf(request, options),
    otherKeys: otherKeysOf(options),
    origins,
    evidence: { signature, baseString },
    now: now === undefined ? undefined : Number(now),
  };
}

/** The input of a vector may contain its own secrets; files and variables take precedence. */
function keyOf(request: HttpRequest | SigningInput, options: ExplainOptions): Key {
  const own: Key = "signatureMethod" in request ? request : {};
  const { consumerSecretFile, tokenSecretFile, publicKeyFile, privateKeyFile } = options;
  const givenSecret = readSecret({ file: consumerSecretFile, variable: "COUNTERSIGN_CONSUMER_SECRET" });
  if (givenSecret === "") throw new UsageError("the consumer secret is empty", "check the file or the variable");
  const consumerSecret = givenSecret ?? own.consumerSecret;
  const tokenSecret = readSecret({ file: tokenSecretFile, variable: "COUNTERSIGN_TOKEN_SECRET" }) ?? own.tokenSecret;
  const publicKey = readPublicKeyText({ file: publicKeyFile, variable: "COUNTERSIGN_PUBLIC_KEY" });
  const privateKey = readPrivateKeyText(privateKeyFile) ?? own.privateKey;
  return { consumerSecret, tokenSecret, publicKey, privateKey };
}

/** The reports call each key by the name of its file. */
function otherKeysOf({ alsoSecretFile = [], alsoPublicKeyFile = [] }: ExplainOptions): OtherKey[] {
  const read = (file: string): string => readSecret({ file, variable: "" }) ?? "";
  return [
    ...alsoSecretFile.map((file) => ({ label: file, consumerSecret: read(file) })),
    ...alsoPublicKeyFile.map((file) => ({ label: file, publicKey: readPublicKeyText({ file, variable: "" }) })),
  ];
}

/** A budget that is enough to check the signature with both schemes. */
const QUICK: Budget = { combinations: 30 };

function search(
  input: DiagnosisInput,
  { showSignature = false, showValues = false, deep = false }: ExplainOptions,
  { progress: write, width }: Terminal,
  budget?: Budget,
): Diagnosis {
  const began = performance.now();
  const progress = createProgressLine(write, width, () => performance.now());
  // Most searches end long before their limit, so the limit does not indicate the time left.
  const isCancelled = (tried: number): boolean => {
    progress.draw(
      (at) => `${tried.toLocaleString("en")} combinations of causes tried, ${Math.round((at - began) / 1000)} s`,
    );
    return false;
  };
  try {
    return diagnose(input, {
      showSignature,
      showCardData: showValues,
      budget: { ...(budget ?? (deep ? NO_LIMIT : {})), isCancelled },
    });
  } catch (error) {
    throw new UsageError(redactorFor(input).text((error as Error).message));
  } finally {
    progress.clear();
  }
}

/** The budget of a search for all pairs. */
const NO_LIMIT: Budget = { combinations: Number.POSITIVE_INFINITY, octets: Number.POSITIVE_INFINITY };

/** The stages of the correct computation without key and signature; `undefined` if the request cannot be read. */
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
