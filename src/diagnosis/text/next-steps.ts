/** What to do next if no known cause reproduces a signature: at most three steps, the most helpful step first. */

import { mapTexts } from "../../redaction/map-texts.ts";
import { visible } from "../../redaction/visible.ts";
import { lacksBody } from "../../requests/missing-body.ts";
import { isRsaMethod } from "../../spec/signature-methods.ts";
import { NEW_EACH_TIME, namesOfOtherRequest } from "../input/base-string-text.ts";
import type { ParsedInput } from "../input/parsed-input.ts";
import type { Reading } from "../input/read-case.ts";
import type { ShownStages } from "../input/shown-stages.ts";
import type { Diagnosis, UnexplainedSignature } from "../search/diagnosis.ts";
import { SIGNATURE_FIXES } from "../signature/signature-text.ts";
import type { NextStep } from "./explanation.ts";
import { printBaseStringText } from "./print-base-string.ts";

/** A step that may help. */
export interface NextQuestion {
  readonly id:
    | "body"
    | "secret"
    | "base-string"
    | "deep"
    | "scheme"
    | "key"
    | "address"
    | "signed-twice"
    | "server-response"
    | "capture";
  /** One or two sentences. */
  readonly text: string;
}

/** Writes a step for one user interface; `undefined` if the interface cannot offer it. */
export type WriteStep = (
  question: NextQuestion,
  about: {
    readonly assumedScheme: UnexplainedSignature["assumedScheme"] | undefined;
    /** Hides secrets in what the caller adds, such as the name of a file. */
    readonly redact: (text: string) => string;
  },
) => NextStep | undefined;

const MOST_STEPS = 3;

/** Ids of steps without a command: every user interface can show these steps. */
const ASKED_EVERYWHERE = ["body", "secret", "base-string", "key", "address", "signed-twice"];

/** The next steps, except steps that the evidence shows to be useless; none unless nothing explains the signature. */
export function nextSteps(
  diagnosis: Diagnosis,
  { parsed }: Reading,
  stages: ShownStages | undefined,
  languages: readonly string[],
  redact: (text: string) => string,
  write: WriteStep = ({ id, text }) => (ASKED_EVERYWHERE.includes(id) ? { text } : undefined),
): NextStep[] {
  if (diagnosis.kind !== "unknown" || "kind" in parsed) return [];
  const { assumedScheme } = diagnosis;
  const questions = nextQuestions(diagnosis, parsed, stages, languages);
  const steps = questions.flatMap((question) => write(question, { assumedScheme, redact }) ?? []);
  return mapTexts(steps.slice(0, MOST_STEPS), visible);
}

/** @param stages the correct computation; `undefined` if the request cannot be signed */
function nextQuestions(
  diagnosis: UnexplainedSignature,
  { baseStrings, sources, interpretations, sent }: ParsedInput,
  stages: ShownStages | undefined,
  languages: readonly string[],
): NextQuestion[] {
  const { keyIsRight, baseStringIsCorrect, unusedBaseString, limitReached, assumedScheme, notices } = diagnosis;
  const { signatureMethod } = interpretations[0].computation.request;
  // The signature is the key itself, so that only the key can be wrong.
  const isPlaintext = signatureMethod === "PLAINTEXT";
  const isRsa = isRsaMethod(signatureMethod);
  const { baseString: correct = "", parameters = [] } = stages ?? {};
  /** The base string that the client logged of this request. */
  const logged = baseStrings.find((one) => namesOfOtherRequest(one, sources).length === 0);
  const ofThisTime = parameters.filter(({ name }) => NEW_EACH_TIME.includes(name));
  const isOfOther = (unusedBaseString?.differing.length ?? 0) > 0;
  const hasBaseString = baseStringIsCorrect !== undefined && !isOfOther;
  const isAddressKnown = logged !== undefined && addressOf(logged) === addressOf(correct);
  const isPrivate = !isAddressKnown && PRIVATE_HOST_RE.test(correct);
  const isSchemeKnown = logged !== undefined && /&https?(?:%3A|:)/i.test(logged);
  const isSignedTwice = logged === undefined || !/oauth_nonce/.test(logged) || !/oauth_timestamp/.test(logged);
  const questions: (NextQuestion | false)[] = [
    sent !== undefined &&
      lacksBody(sent) && {
        id: "body",
        text: "The request has no body. If the client sent one, add it after an empty line: the signature covers the parameters of a form.",
      },
    (baseStringIsCorrect === true || isPlaintext) &&
      keyIsRight !== true && { id: "secret", text: isRsa ? RSA_KEY : SECRET_LENGTH },
    !hasBaseString && {
      id: "base-string",
      text: `Log the base string that your client signs${isOfOther ? " in this request, not in another one" : ""}. It shows the first difference, even for an unknown mistake. ${printBaseStringText(languages)}`,
    },
    isPrivate && { id: "address", text: PRIVATE_ADDRESS },
    keyIsRight !== true && {
      id: "key",
      text: `Did the client use the ${isRsa ? "private key" : "secret"} of another account or environment, or an older one?`,
    },
    assumedScheme !== undefined &&
      !isSchemeKnown && {
        id: "scheme",
        text: `The request does not contain its scheme, and ${assumedScheme} is assumed. Search with ${assumedScheme === "http" ? "https" : "http"}:`,
      },
    !isAddressKnown &&
      !isPrivate && {
        id: "address",
        text: "Did the client sign another address, such as that of the other environment or behind a proxy?",
      },
    limitReached && { id: "deep", text: "The search stopped at its limit. Try all pairs of causes:" },
    isSignedTwice &&
      ofThisTime.length > 0 && {
        id: "signed-twice",
        text: `Does the client make the nonce or the timestamp twice, to sign and to send? It sent ${ofThisTime.map(({ name, value }) => `${name}=${value}`).join(" ")}. Log what it signs.`,
      },
    {
      id: "server-response",
      text: "Save what the server answered. It may name its base string or another reason:",
    },
    { id: "capture", text: "Verify what your program really sends, before a proxy or a library changes it:" },
  ];
  const asked = questions.filter((question) => question !== false);
  if (isPlaintext) return asked.filter(({ id }) => ["secret", "key", "server-response", "capture"].includes(id));
  const hasNotice = (wanted: string): boolean => notices.some(({ id }) => id === wanted);
  // The signature has another method or length, which no other key or address can explain.
  if (Object.keys(SIGNATURE_FIXES).some(hasNotice)) return asked.filter(({ id }) => id === "capture");
  return hasNotice("key-opens-nothing") ? asked.filter(({ id }) => id === "key" || id === "capture") : asked;
}

const SECRET_LENGTH =
  "Print the SHA-256 of the secret where the client signs, and compare it with that of the secret that was issued: a line feed or a space at its end changes the key.";
const RSA_KEY =
  "Print the public half of the private key where the client signs, and compare it with the public key that the server has.";

const PRIVATE_ADDRESS =
  "The request has an address of a private network. If a proxy forwarded it, the client signed the public address.";
/** A base string with a host without a domain, a host of a private domain, or a private or loopback address. */
const PRIVATE_HOST_RE =
  /^\w+&https?%3A%2F%2F(?:(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+|%5B(?:%3A%3A1|f[cd]|fe80)[^&]*|[\w-]+|[\w.-]+\.(?:internal|local|localhost|lan))[%&]/;

/** Method and base string URI of a base string. */
function addressOf(baseString: string): string {
  return baseString.split("&").slice(0, 2).join("&");
}
