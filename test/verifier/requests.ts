/** Requests as a server receives them, signed without the code under test, and a verifier for them. */

import { createHmac, type KeyObject, sign } from "node:crypto";
import {
  createVerifier,
  type NonceClaim,
  type NonceStore,
  type ReceivedRequest,
  type Rejected,
  type StoredKey,
  type Verdict,
  type Verifier,
  type VerifierOptions,
} from "../../src/verifier/index.ts";
import { type TestKeyPair, testKeyPair } from "../keys/index.ts";
import { type BinaryPair, baseString, binary, encode, queryOf, readForm } from "../oauth1/independent.ts";

export const NOW = 1_700_000_000;
export const ORIGIN = "https://api.example";
export const FORM = "application/x-www-form-urlencoded";
export const SECRET = "consumer hunter2";

/** Large enough for the default policy. */
export const rsa: TestKeyPair = testKeyPair("rsa-2048");

/** How a request differs from a plain one. */
export interface Craft {
  readonly method?: string;
  /** Path and query. */
  readonly target?: string;
  /** What the client signs in front of it. */
  readonly origin?: string;
  /** A form-encoded body, as sent. */
  readonly form?: string;
  readonly contentType?: string;
  /** A body that is not signed. */
  readonly body?: string | Uint8Array;
  /** Protocol parameters beside the usual ones, or instead of them; `null` leaves one out. */
  readonly protocol?: Readonly<Record<string, string | null>>;
  readonly place?: "header" | "query" | "body" | "header-and-body";
  /** Writes the header; the values are not encoded yet. */
  readonly write?: (pairs: readonly BinaryPair[]) => string;
  /** Text of the HMAC key, an RSA key, or what to send as signature. */
  readonly key?: string | KeyObject | ((baseString: string) => string);
  readonly headers?: Readonly<Record<string, string>>;
}

let count = 0;

export const writeHeader = (pairs: readonly BinaryPair[]): string =>
  `OAuth ${pairs.map(([name, value]) => `${encode(name)}="${encode(value)}"`).join(", ")}`;

/** Signs a request and gives it as it would arrive: with its path alone. */
export function craft(craft: Craft = {}): ReceivedRequest {
  const { method = "POST", target = "/pay", origin = ORIGIN, form, place = "header", write = writeHeader } = craft;
  const protocol = Object.entries({
    oauth_consumer_key: "ck",
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: String(NOW),
    oauth_nonce: `nonce${++count}`,
    ...craft.protocol,
  }).flatMap(([name, value]): BinaryPair[] => (value === null ? [] : [[binary(name), binary(value)]]));
  const signedPairs = [...readForm(queryOf(`${origin}${target}`)), ...protocol, ...readForm(form ?? "")];
  const signature = signatureOf(craft, baseString(method, `${origin}${target}`, signedPairs));
  const all: BinaryPair[] = signature === undefined ? protocol : [...protocol, ["oauth_signature", signature]];
  const extra = all.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
  const inBody =
    place === "body" ? extra : place === "header-and-body" ? extra.replace(/&oauth_signature=.*$/, "") : "";
  const body =
    place === "header" || place === "query" ? (form ?? craft.body) : [form, inBody].filter(Boolean).join("&");
  const contentType = craft.contentType ?? (typeof form === "string" || inBody !== "" ? FORM : undefined);
  return {
    method,
    url: place === "query" ? `${target}${target.includes("?") ? "&" : "?"}${extra}` : target,
    headers: {
      ...(place.startsWith("header") ? { authorization: write(all) } : {}),
      ...(contentType === undefined ? {} : { "content-type": contentType }),
      ...craft.headers,
    },
    body,
  };
}

function signatureOf({ key = `${encode(SECRET)}&`, protocol }: Craft, text: string): string | undefined {
  if (protocol?.oauth_signature !== undefined) return undefined;
  if (typeof key === "function") return key(text);
  const method = protocol?.oauth_signature_method ?? "HMAC-SHA1";
  if (method === "PLAINTEXT") return key as string;
  const hash = method.slice(method.indexOf("-") + 1).toLowerCase();
  if (typeof key !== "string") return sign(hash, Buffer.from(text), key).toString("base64");
  return createHmac(/^sha(1|256|512)$/.test(hash) ? hash : "sha1", key)
    .update(text)
    .digest("base64");
}

/** Replaces headers, or takes them away. */
export function withHeaders(
  request: ReceivedRequest,
  headers: Record<string, string | string[] | undefined>,
): ReceivedRequest {
  return { ...request, headers: { ...(request.headers as Record<string, string>), ...headers } };
}

/** Its Authorization header. */
export function authorizationOf(request: ReceivedRequest): string {
  return (request.headers as Record<string, string>).authorization!;
}

/** A store that shows what it was asked. */
export interface WatchedStore extends NonceStore {
  readonly claims: NonceClaim[];
}

export function watchedStore(): WatchedStore {
  const claims: NonceClaim[] = [];
  const used = new Set<string>();
  return {
    claims,
    claim(claim) {
      claims.push(claim);
      const key = JSON.stringify([claim.consumerKey, claim.token ?? null, claim.timestamp, claim.nonce]);
      if (used.has(key)) return "used";
      used.add(key);
      return "fresh";
    },
  };
}

/** A verifier that knows the client `ck`, at the time of the requests. */
export function verifierWith(options: Partial<VerifierOptions> = {}): Verifier {
  const stored: StoredKey = { consumerSecret: SECRET, tokenSecret: "" };
  return createVerifier({
    credentials: ({ consumerKey }) => (consumerKey === "ck" ? stored : undefined),
    nonceStore: watchedStore(),
    now: () => NOW,
    origin: ORIGIN,
    ...options,
  });
}

/** Verifies with a verifier of its own. */
export function verdictOn(request: ReceivedRequest, options?: Partial<VerifierOptions>): Promise<Verdict> {
  return verifierWith(options).verify(request);
}

/** `accepted`, or the rejection code. */
export async function codeOf(request: ReceivedRequest, options?: Partial<VerifierOptions>): Promise<string> {
  const verdict = await verdictOn(request, options);
  return verdict.accepted ? "accepted" : verdict.code;
}

/** The rejection; throws for an accepted request. */
export async function rejectionOf(request: ReceivedRequest, options?: Partial<VerifierOptions>): Promise<Rejected> {
  const verdict = await verdictOn(request, options);
  if (verdict.accepted) throw new Error("the request was accepted");
  return verdict;
}

/** `["name=value", …]` of what is covered, `null` for a rejection. */
export function coveredIn(verdict: Verdict): string[] | null {
  if (!verdict.accepted) return null;
  return verdict.parameters
    .filter(({ name }) => typeof name !== "string" || !name.startsWith("oauth_"))
    .map(({ name, value, origin }) => `${origin} ${shown(name)}=${shown(value)}`);
}

const shown = (text: string | Uint8Array): string =>
  typeof text === "string" ? text : Buffer.from(text).toString("hex");
