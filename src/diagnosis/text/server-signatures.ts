/** The signatures in the answer of a server: the received signature and the one that it computed. */

import { attempt, type Computation, signatureOf } from "../input/computation.ts";
import type { ParsedInput } from "../input/parsed-input.ts";

/** How servers write signatures: `received` is the client's signature, `own` the one that the server computed. */
const SIGNATURES: readonly (readonly [pattern: RegExp, source: string])[] = [
  [
    /invalid signature:? oauth_signature\s?[=:]?\s?'(?<received>[^'\n]{0,1000})'/i,
    "https://github.com/NicholasBellucci/FatSecretSwift/issues/5",
  ],
  [
    /\bours\s?=\s?(?<own>[^\s&]{0,1000})\s{1,9}yours\s?=[^\S\n]?(?<received>[^\n"'<]{0,1000})/i,
    "https://github.com/andyfmiller/LtiSamples/issues/2",
  ],
  [
    /\$signature\s{0,9}=\s{0,9}(?<own>\S{1,1000})\s{1,9}\$consumer_signature\s{0,9}=[^\S\n]{0,9}(?<received>[^\n]{0,1000})/,
    "https://github.com/WP-API/api-console/issues/9",
  ],
  [
    /\b(?:expected|calculated|computed)[ _](?:oauth[ _])?signature\b["']?\s?(?:is|was)?\s?[:=]?\s?["']?(?<own>(?:[A-Za-z0-9+/=]|%[0-9a-f]{2}){20,1000})/i,
    "https://github.com/WP-API/OAuth1/issues/27",
  ],
  [
    /\b(?:received|provided)[ _](?:oauth[ _])?signature\b["']?\s?(?:is|was)?\s?[:=]\s?["'](?<received>[^"'\n]{0,1000})["']/i,
    "https://github.com/WP-API/OAuth1/issues/27",
  ],
  [
    /\b(?:expected|calculated|computed)["']?\s?[:=]\s?["']?(?<own>[A-Za-z0-9+/]{26,1000}={0,2})/i,
    "https://github.com/WP-API/OAuth1/issues/27",
  ],
  [
    /\b(?:received|provided|got|actual)["']?\s?[:=]\s?["']?(?<received>(?:[A-Za-z0-9+/ ]|%[0-9a-f]{2}){26,1000}={0,2})/i,
    "https://github.com/WP-API/OAuth1/issues/27",
  ],
];

/** Signatures in an answer. */
export interface FoundSignatures {
  readonly received?: string | undefined;
  readonly own?: string | undefined;
}

/** The signatures in a text; `undefined` if it contains none. */
export function signaturesIn(text: string): FoundSignatures | undefined {
  const found = SIGNATURES.map(([pattern]) => pattern.exec(text)?.groups).filter((groups) => groups !== undefined);
  if (found.length === 0) return undefined;
  const first = (name: "received" | "own"): string | undefined =>
    found.map((groups) => groups[name]).find((one) => one !== undefined);
  return { received: first("received"), own: first("own") };
}

/**
 * Compares the signatures of an answer with the signature of the request. The sentences quote no signature, because a PLAINTEXT
 * signature contains the secrets.
 *
 * @param parsed the request with each key, and in each scheme and method that it may have
 */
export function signatureSentences({ received, own }: FoundSignatures, parsed: readonly ParsedInput[]): string[] {
  const sent = parsed[0]?.signature;
  const computations = parsed.map(({ interpretations }) => interpretations[0].computation);
  const arrived = received === undefined ? undefined : arrivedOf(received, sent);
  const isOther = received !== undefined && arrived === undefined;
  return [
    ...(isOther ? [otherSentence(received)] : []),
    ...(arrived === undefined ? [] : [receivedSentence(arrived, sent, computations)]),
    ...(own === undefined || own === "" || isOther ? [] : [ownSentence(plain(own), sent, computations)]),
  ];
}

/** Removes escapes, and writes + for each space, because a form turns an unencoded + into a space. */
function plain(text: string): string {
  return text
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(" ", "+");
}

/** The received signature without words after it; `undefined` if it is not the sent signature or its beginning. */
function arrivedOf(received: string, sent: string | undefined): string | undefined {
  const [word = ""] = received.split(/\s/, 1);
  const whole = received.trimEnd();
  if (sent === undefined) return whole;
  if (plain(word) === plain(sent)) return word;
  return plain(sent).startsWith(plain(whole)) ? whole : undefined;
}

function otherSentence(received: string): string {
  const isOther = "the answer is of another request";
  const base64 = received.trimEnd().replaceAll(" ", "+");
  const isWithSpace = base64 !== received.trimEnd() && base64.length % 4 === 0 && /^[\w+/]{16,}={0,2}$/.test(base64);
  return isWithSpace
    ? `${SPACE}; ${isOther}`
    : `the server received another signature than this request contains; ${isOther}`;
}

const SPACE = "the server received the signature with a space for +: a + must be sent as %2B";

function receivedSentence(received: string, sent: string | undefined, computations: readonly Computation[]): string {
  if (received.trim() === "")
    return "the server received no signature: it was lost, or sent in a place where the server does not look";
  if (sent === undefined) return "the server received a signature";
  // A PLAINTEXT signature may contain escapes.
  const isBase64 = computations.every(({ request }) => request.signatureMethod !== "PLAINTEXT");
  if (isBase64 && received.includes(" ")) return SPACE;
  if (isBase64 && received.includes("%")) {
    return `the server shows the signature with percent escapes: ${sent.includes("%") ? "" : "it shows it as it was sent, or "}it was encoded twice`;
  }
  return plain(received).length < plain(sent).length
    ? `the server received only the first ${received.length} of ${sent.length} characters of the signature`
    : "the server received the signature of this request";
}

function ownSentence(own: string, sent: string | undefined, computations: readonly Computation[]): string {
  if (sent !== undefined && own === plain(sent)) {
    return "the server computed the signature of this request, so the answer is about something else";
  }
  const correct = computations.flatMap((one) => attempt(() => signatureOf(one)) ?? []);
  if (correct.length === 0) {
    return "the server computed another signature than your client; give the key to see which side is wrong";
  }
  return correct.map(plain).includes(own)
    ? "the server computed the correct signature for this request and key, so your client computes it wrongly"
    : "the server computed another signature than this request and key give: it has another key, it sees another URL or other parameters, or it encodes them wrongly";
}
