/** Signatures in the answer of a server: the one that it received, and the one that it computed. */

import { traceSignature } from "../../model/index.ts";
import { attempt, type Computation, sourcesOf } from "../input/computation.ts";

/** How servers write signatures: `received` is the one of the client, `own` the one that the server computed. */
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
    /\b(?:expected|calculated|computed)[ _](?:oauth[ _])?signature\b["']?\s?(?:is|was)?\s?[:=]?\s?["']?(?<own>[A-Za-z0-9+/]{20,1000}={0,2})/i,
    "https://github.com/WP-API/OAuth1/issues/27",
  ],
  [
    /\b(?:received|provided)[ _](?:oauth[ _])?signature\b["']?\s?(?:is|was)?\s?[:=]\s?["'](?<received>[^"'\n]{0,1000})["']/i,
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

/** A request with its signature, and what it gives with the correct key. */
export interface SignedComputation {
  readonly sent: string | undefined;
  /** One for each scheme that the request may have. */
  readonly computations: readonly Computation[];
}

/**
 * Compares the signatures of an answer with that of the request. The sentences quote no signature, because one of PLAINTEXT
 * contains the secrets.
 */
export function signatureSentences(found: FoundSignatures, { sent, computations }: SignedComputation): string[] {
  const { received, own } = found;
  const isOther = received !== undefined && received !== "" && sent !== undefined && !isSame(received, sent);
  return [
    ...(received === undefined ? [] : [receivedSentence(received, sent, isOther)]),
    ...(own === undefined || own === "" || isOther ? [] : [ownSentence(own, sent, computations)]),
  ];
}

/** Whether the signature may have become the received one on its way. */
function isSame(received: string, sent: string): boolean {
  const plain = (text: string): string =>
    text
      .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replaceAll(" ", "+");
  return plain(sent).startsWith(plain(received).trimEnd());
}

function receivedSentence(received: string, sent: string | undefined, isOther: boolean): string {
  const of = isOther ? "; the answer is of another request" : "";
  if (received.trim() === "")
    return "the server received no signature: it was lost, or sent in a place where the server does not look";
  if (/\S \S|^ \S/.test(received)) {
    return `the server received the signature with a space for +: a + must be sent as %2B${of}`;
  }
  if (/%[0-9a-f]{2}/i.test(received)) {
    return `the server received the signature with percent escapes: it was encoded twice${of}`;
  }
  if (isOther) return `the server received another signature than this request contains${of}`;
  if (sent !== undefined && received.length < sent.length) {
    return `the server received only the first ${received.length} of ${sent.length} characters of the signature`;
  }
  return sent === undefined ? "the server received a signature" : "the server received the signature of this request";
}

function ownSentence(own: string, sent: string | undefined, computations: readonly Computation[]): string {
  if (own === sent) return "the server computed the signature of this request, so the answer is about something else";
  const correct = computations.flatMap((one) => attempt(() => signatureOf(one)) ?? []);
  if (correct.length === 0) {
    return "the server computed another signature than your client; give the key to see which side is wrong";
  }
  return correct.includes(own)
    ? "the server computed the correct signature for this request and key, so your client computes it wrongly"
    : "the server computed another signature than this request and key give: it has another key, or it sees another URL or other parameters";
}

function signatureOf(computation: Computation): string | undefined {
  const { request, stages } = computation;
  if (request.consumerSecret === undefined) return undefined;
  return traceSignature(request, sourcesOf(computation, stages), request.signatureMethod, request, stages).signature;
}
