/** The task of the tab Explain: turns the pasted input into the result that the page shows. */

import { explainGiven, type GivenRequest } from "../diagnosis/explain-given.ts";
import type { Diagnosis, Key } from "../diagnosis/index.ts";
import { mayBeBaseString } from "../diagnosis/input/base-string-text.ts";
import { isHttpRequest } from "../diagnosis/input/diagnosis-input.ts";
import { withLoggedEvidence } from "../diagnosis/logged-evidence.ts";
import type { WriteStep } from "../diagnosis/text/next-steps.ts";
import { serverComparisonLines } from "../diagnosis/text/server-response.ts";
import { pemOfKey } from "../keys/convert-key.ts";
import { hasPrivateKey, reportOfKey } from "../keys/key-text.ts";
import { OAuth1Error, readPrivateKey, readPublicKey } from "../oauth1/index.ts";
import { utf8Octets, utf8Text } from "../platform/index.ts";
import { EntryNotChosenError } from "../requests/choose-entry.ts";
import { readRequest, withScheme } from "../requests/index.ts";
import { RequestTextError } from "../requests/input-error.ts";
import type { Attention } from "./attention.ts";
import { callbackQueryIn, checkCallback } from "./callback.ts";
import type { ExplainInput, ExplainResult } from "./messages.ts";

/** Explains a request. Invalid input does not throw, but gives a result of the kind `problem`. */
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

async function explainRequest(input: ExplainInput, { progress, signal }: Attention): Promise<ExplainResult> {
  const { showCardData, response, language, scheme, baseString } = input;
  checkFields(input);
  const octets = typeof input.request === "string" ? utf8Octets(input.request) : input.request;
  const read = readRequest(octets, input.entry === "" ? {} : { entry: input.entry });
  const hasScheme = !isHttpRequest(read) || read.schemeIsAssumed === undefined;
  const isCancelled = (tried: number): boolean => {
    progress(tried);
    return false;
  };
  const given: GivenRequest = {
    request: hasScheme || scheme === "" ? read : withScheme(read, scheme),
    keys: [keyOf(input)],
    ...(baseString === "" ? {} : { evidence: { baseString } }),
    ...(response === "" ? {} : { serverResponse: response }),
  };
  const explained = await explainGiven(withLoggedEvidence(given, utf8Text(octets)), {
    showCardData,
    budget: { isCancelled },
    signal,
    correct: {
      fresh: true,
      howToShow: "tick “Show card data”",
      howToChooseScheme: "choose it above the result",
      isOptional: true,
    },
    writeStep: writeStepFor(input),
    ...(language !== "" && { languages: [language] }),
  });
  const { diagnosis, explanation, stages, corrected, server, assumedScheme } = explained;
  const name = scheme === "" ? assumedScheme : scheme;
  // The scheme switch already shows this.
  const notices = explanation.notices.filter(({ id }) => id !== "scheme-assumed");
  return {
    kind: "verdict",
    verdict: verdictOf(diagnosis),
    explanation: { ...explanation, notices },
    scheme: hasScheme || name === undefined ? undefined : { name, isAssumed: scheme === "" },
    serverLines: server === undefined ? [] : serverComparisonLines(server),
    stages,
    correction: diagnosis.kind === "right" ? undefined : corrected,
  };
}

/** @throws {@link RequestTextError} for a text in the wrong field: a search with such a text would be long and find nothing */
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

/** The steps for the fields of the page. */
function writeStepFor({ baseString }: ExplainInput): WriteStep {
  const isPasted = baseString.trim() !== "";
  return ({ id, text }, { assumedScheme }) => {
    const otherScheme = assumedScheme === "http" ? "https" : "http";
    const texts: Readonly<Partial<Record<typeof id, string>>> = {
      secret: text,
      "base-string": isPasted ? text : `${text} Paste it as the client's base string.`,
      scheme: `If the client used ${otherScheme}, choose it above: the search then tries more for it.`,
      key: text,
      address: text,
      "signed-twice": text,
    };
    const { [id]: written } = texts;
    return written === undefined ? undefined : { text: written };
  };
}

function keyOf({ consumerSecret, tokenSecret, rsaKey: pasted }: ExplainInput): Key {
  const rsaKey = pemOfKey(pasted, reportOfKey(pasted));
  const isPrivate = /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(rsaKey);
  // Reading the key throws an error that describes what is wrong with it.
  if (rsaKey !== "") (isPrivate ? readPrivateKey : readPublicKey)(rsaKey);
  return {
    consumerSecret: consumerSecret || undefined,
    tokenSecret: tokenSecret || undefined,
    publicKey: rsaKey === "" || isPrivate ? undefined : rsaKey,
    privateKey: isPrivate ? rsaKey : undefined,
  };
}

function verdictOf({ kind }: Diagnosis): "right" | "wrong" | "unclear" {
  if (kind === "right") return "right";
  return kind === "unknown" || kind === "not-diagnosed" ? "unclear" : "wrong";
}
