/** The task of the tab Explain: turns the pasted input into the result that the page shows. */

import { diagnoseInBackground } from "../diagnosis/diagnose.ts";
import { type Diagnosis, type DiagnosisInput, explanationOf, type Key, type NextStep } from "../diagnosis/index.ts";
import { assumedSchemeOf, inputWithScheme, settledScheme } from "../diagnosis/input/assumed-scheme.ts";
import { isHttpRequest } from "../diagnosis/input/diagnosis-input.ts";
import { compareWithServer, serverComparisonLines } from "../diagnosis/input/server-response.ts";
import { correctedRequestAsync } from "../diagnosis/text/corrected-request.ts";
import { nextQuestions } from "../diagnosis/text/next-questions.ts";
import { redactorFor } from "../diagnosis/text/redact.ts";
import { languagesOfClient } from "../diagnosis/text/shown-cause.ts";
import { pemOfKey } from "../keys/convert-key.ts";
import { hasPrivateKey, reportOfKey } from "../keys/key-text.ts";
import { type SigningInput, toText, trace, traceSent } from "../model/index.ts";
import { OAuth1Error, readPrivateKey, readPublicKey } from "../oauth1/index.ts";
import { utf8Octets } from "../platform/index.ts";
import { EntryNotChosenError } from "../requests/choose-entry.ts";
import { type PastedRequest, readRequest, schemeOf, withScheme } from "../requests/index.ts";
import { RequestTextError } from "../requests/input-error.ts";
import type { Attention } from "./attention.ts";
import { callbackQueryIn, checkCallback } from "./callback.ts";
import { mayBeBaseString } from "./compare/compare-base-strings.ts";
import type { ExplainInput, ExplainResult, ShownCorrection, ShownStages } from "./messages.ts";

type GivenRequest = PastedRequest | SigningInput;

/** Explains a request. It never throws for invalid input, which leads to a result of the kind `problem`. */
export async function explain(given: ExplainInput, attention: Attention): Promise<ExplainResult> {
  const { request, consumerSecret, tokenSecret, rsaKey } = given;
  if (request.length === 0) return { kind: "nothing" };
  const callback = typeof request === "string" ? callbackQueryIn(request) : undefined;
  if (callback !== undefined) {
    const others = Object.entries({ "the token secret": tokenSecret, "the RSA key": rsaKey });
    const filled = Object.fromEntries(others.filter(([, text]) => text !== ""));
    return checkCallback(callback, { controlKey: consumerSecret, others: filled });
  }
  try {
    return await explainRequest(given, attention);
  } catch (error) {
    if (error instanceof EntryNotChosenError) return { kind: "choose", entries: error.entries };
    if (error instanceof RequestTextError) return { kind: "problem", message: error.message, hint: error.hint };
    if (error instanceof OAuth1Error) return { kind: "problem", message: error.message };
    throw error;
  }
}

async function explainRequest(given: ExplainInput, { progress, signal }: Attention): Promise<ExplainResult> {
  const { showCardData } = given;
  checkFields(given);
  const octets = typeof given.request === "string" ? utf8Octets(given.request) : given.request;
  const read = readRequest(octets, given.entry === "" ? {} : { entry: given.entry });
  const hasScheme = !isHttpRequest(read) || read.schemeIsAssumed === undefined;
  const request = hasScheme || given.scheme === "" ? read : withScheme(read, given.scheme);
  const input = inputOf(request, given);
  const isCancelled = (tried: number): boolean => {
    progress(tried);
    return false;
  };
  const diagnosis = await diagnoseInBackground(input, { showCardData, budget: { isCancelled } }, signal);
  return wholeResult(diagnosis, input, given, hasScheme);
}

async function wholeResult(
  diagnosis: Diagnosis,
  input: DiagnosisInput,
  given: ExplainInput,
  hasScheme: boolean,
): Promise<ExplainResult> {
  const { response, showCardData, language, scheme } = given;
  const redactor = redactorFor(input, showCardData);
  const settled = inputWithScheme(input, settledScheme(diagnosis));
  const { request } = settled;
  const comparison = response === "" ? undefined : compareWithServer(settled, response, showCardData);
  const server = comparison === undefined ? [] : serverComparisonLines(comparison);
  const assumed = isHttpRequest(request) ? (assumedSchemeOf(diagnosis) ?? schemeOf(request)) : undefined;
  const name = scheme === "" ? assumed : scheme;
  // The switch shows the assumed scheme.
  const notices = diagnosis.notices.filter(({ id }) => id !== "scheme-assumed");
  const languages = language === "" ? languagesOfClient(request) : [language];
  const explanation = explanationOf({ ...diagnosis, notices }, languages);
  return {
    kind: "verdict",
    verdict: verdictOf(diagnosis),
    explanation: { ...explanation, next: nextChecks(diagnosis, given) },
    scheme: hasScheme || name === undefined ? undefined : { name, isAssumed: scheme === "" },
    serverLines: server.map(redactor.text),
    stages: stagesOf(request, redactor.text),
    correction: diagnosis.kind === "right" ? undefined : await correctionOf(input, diagnosis, showCardData),
  };
}

/** @throws {@link RequestTextError} for a text in the wrong field: searching with it would take a long time and find nothing */
function checkFields({ consumerSecret, tokenSecret, baseString, rsaKey }: ExplainInput): void {
  for (const [name, secret] of Object.entries({ consumer: consumerSecret, token: tokenSecret })) {
    if (hasPrivateKey(secret)) {
      throw new RequestTextError(`the ${name} secret is a private key`, "Put it into the field RSA key.");
    }
  }
  if (baseString.trim() !== "" && !mayBeBaseString(baseString)) {
    throw new RequestTextError(
      "the client's base string is another text (not shown, because it may be a secret)",
      "A base string is METHOD&URI&parameters, as your client's library logs it.",
    );
  }
  if (rsaKey.trim() === "") return;
  const { problem, command } = reportOfKey(rsaKey);
  if (problem !== undefined) throw new RequestTextError(`the RSA key: ${problem}`, command);
}

/** What to do if no known mistake reproduces the signature. */
function nextChecks(diagnosis: Diagnosis, { baseString, rsaKey, language }: ExplainInput): NextStep[] {
  if (diagnosis.kind !== "unknown" || diagnosis.notices.some(({ id }) => id === "key-opens-nothing")) return [];
  const otherScheme = diagnosis.assumedScheme === "http" ? "https" : "http";
  const isPasted = baseString.trim() !== "";
  const steps = nextQuestions(diagnosis, rsaKey.trim() !== "", [language]).map(({ id, text }) => ({
    text: id === "base-string" && !isPasted ? `${text} Paste it as the client's base string.` : text,
  }));
  if (diagnosis.assumedScheme === undefined) return steps;
  return [{ text: `If the client used ${otherScheme}, choose it above: the search then tries more for it.` }, ...steps];
}

/** The request with the correct signature; `undefined` without the secret or the private key. */
async function correctionOf(
  input: DiagnosisInput,
  diagnosis: Diagnosis,
  showValues: boolean,
): Promise<ShownCorrection | undefined> {
  try {
    return await correctedRequestAsync(input, {
      fresh: true,
      showValues,
      howToShow: "tick “Show card data”",
      assumedScheme: assumedSchemeOf(diagnosis),
      howToChooseScheme: "choose it above the result",
    });
  } catch {
    // A missing key, or a key that can be read but cannot sign, must not hide the verdict.
    return undefined;
  }
}

function inputOf(request: GivenRequest, given: ExplainInput): DiagnosisInput {
  const { baseString } = given;
  return {
    request,
    key: keyOf(request, given),
    now: Math.floor(Date.now() / 1000),
    ...(baseString === "" ? {} : { evidence: { baseString } }),
  };
}

/** The input of a vector may contain its own secrets; those of the page take precedence. */
function keyOf(request: GivenRequest, { consumerSecret, tokenSecret, rsaKey: pasted }: ExplainInput): Key {
  const own: Key = "signatureMethod" in request ? request : {};
  const rsaKey = pemOfKey(pasted, reportOfKey(pasted));
  const isPrivate = /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(rsaKey);
  // Reading the key throws an error that describes what is wrong with it.
  if (rsaKey !== "") (isPrivate ? readPrivateKey : readPublicKey)(rsaKey);
  return {
    consumerSecret: consumerSecret === "" ? own.consumerSecret : consumerSecret,
    tokenSecret: tokenSecret === "" ? own.tokenSecret : tokenSecret,
    publicKey: rsaKey === "" || isPrivate ? undefined : rsaKey,
    privateKey: isPrivate ? rsaKey : own.privateKey,
  };
}

function verdictOf({ kind }: Diagnosis): "right" | "wrong" | "unclear" {
  if (kind === "right") return "right";
  return kind === "unknown" || kind === "not-diagnosed" ? "unclear" : "wrong";
}

/** The stages of the correct computation, except the key; `undefined` if the request cannot be read. */
function stagesOf(request: GivenRequest, redact: (text: string) => string): ShownStages | undefined {
  try {
    const { parameters, parameterString, baseStringUri, baseString } = traceOf(request);
    return {
      parameters: parameters.map(({ origin, name, value }) => ({
        origin,
        name: redact(toText(name)),
        value: redact(toText(value)),
      })),
      parameterString: redact(parameterString),
      baseStringUri: redact(baseStringUri),
      baseString: redact(baseString),
    };
  } catch {
    return undefined;
  }
}

function traceOf(request: GivenRequest): ReturnType<typeof trace> {
  if (!("signatureMethod" in request)) return traceSent(request, {});
  const { consumerSecret, privateKey, ...rest } = request;
  return trace(rest);
}
