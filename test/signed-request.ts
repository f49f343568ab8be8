/** Signed requests for tests, signed without the code under test. Each folder has a function with its own defaults. */

import { createHash, createHmac, createPrivateKey, type KeyObject, sign } from "node:crypto";
import type { NameValue, OctetText, SignatureMethod, Transport } from "../src/oauth1/index.ts";
import { type BinaryPair, baseString, binary, encode, queryOf, readForm } from "./oauth1/independent.ts";

export const NOW = 1_700_000_000;
export const ORIGIN = "https://api.example";
export const FORM = "application/x-www-form-urlencoded";
export const SECRET = "consumer hunter2";

/** Who signs. A private key, a PEM or a `KeyObject`, takes the place of the secrets. */
export interface TestCredentials {
  readonly consumerKey?: string;
  readonly consumerSecret?: string;
  readonly token?: string;
  readonly tokenSecret?: string;
  readonly privateKey?: string | KeyObject | undefined;
  readonly signatureMethod?: SignatureMethod;
}

/** How a request differs from a plain one. */
export interface RequestParts {
  readonly method?: string;
  /** The path and query as sent, or an absolute URL. */
  readonly target?: string;
  /** What the client signs in front of a path. */
  readonly origin?: string;
  /** A form-encoded body: as sent, or as the parameters to encode. */
  readonly form?: string | readonly NameValue[] | Readonly<Record<string, string>> | undefined;
  readonly contentType?: string;
  /** A body that is not signed. */
  readonly body?: string | Uint8Array;
  /** Whether to sign the hash of the body. */
  readonly bodyHash?: boolean;
  readonly credentials?: TestCredentials;
  /** Protocol parameters beside the usual ones, or instead of them; `null` leaves one out. */
  readonly protocol?: Readonly<Record<string, string | null>>;
  /** `null` for none. */
  readonly realm?: string | null;
  readonly transport?: Transport;
  /** Writes the header; the values are not encoded yet. */
  readonly write?: (pairs: readonly BinaryPair[]) => string;
  /** Instead of the key of the credentials: text of the HMAC key, an RSA key, or what to send as signature. */
  readonly key?: string | KeyObject | ((baseString: string) => string);
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request as sent. Names of headers are in lower case. */
export interface SentRequest {
  readonly method: string;
  /** The target: a path unless an absolute URL was given. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  /** Not encoded; empty for none. */
  readonly signature: string;
  readonly baseString: string;
}

let count = 0;

export const writeHeader = (pairs: readonly BinaryPair[]): string =>
  `OAuth ${pairs.map(([name, value]) => `${encode(name)}="${encode(value)}"`).join(", ")}`;

/** The current time in seconds, with an offset. */
export function seconds(offset = 0): number {
  return Math.floor(Date.now() / 1000) + offset;
}

/** The protocol parameters of a client that signs at this second. */
export function signedNow(): Readonly<Record<string, string>> {
  return { oauth_timestamp: String(seconds()), oauth_version: "1.0" };
}

/** Signs a request of the client `ck` at {@link NOW}, with a new nonce. */
export function signedRequest(parts: RequestParts = {}): SentRequest {
  const { method = "POST", target = "/pay", origin = ORIGIN, transport = "header", realm = null } = parts;
  const form = formText(parts.form);
  const protocol = protocolOf(parts);
  const url = target.startsWith("/") ? `${origin}${target}` : target;
  const text = baseString(method, url, [...readForm(queryOf(url)), ...protocol, ...readForm(form ?? "")]);
  const given = parts.protocol?.oauth_signature;
  const signature = given === undefined ? signatureOf(parts, text) : (given ?? "");
  const all: BinaryPair[] = given === undefined ? [...protocol, ["oauth_signature", signature]] : protocol;
  const extra = encodedForm(all);
  const repeated = encodedForm(protocol.filter(([name]) => name !== "oauth_signature"));
  const inBody = { body: extra, "header-and-body": repeated, header: "", query: "" }[transport];
  const contentType = parts.contentType ?? (form !== undefined || inBody !== "" ? FORM : undefined);
  const header = (parts.write ?? writeHeader)(all);
  return {
    method,
    url: transport === "query" ? `${target}${target.includes("?") ? "&" : "?"}${extra}` : target,
    headers: {
      ...(transport.startsWith("header") && {
        authorization: realm === null ? header : header.replace("OAuth ", `OAuth realm="${realm}", `),
      }),
      ...(contentType !== undefined && { "content-type": contentType }),
      ...parts.headers,
    },
    body: inBody === "" ? (form ?? parts.body) : [form, inBody].filter(Boolean).join("&"),
    signature,
    baseString: text,
  };
}

function encodedForm(pairs: readonly BinaryPair[]): string {
  return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
}

function formText(form: RequestParts["form"]): string | undefined {
  if (form === undefined || typeof form === "string") return form;
  const pairs: readonly (readonly [OctetText, OctetText])[] = Array.isArray(form) ? form : Object.entries(form);
  return encodedForm(pairs.map(([name, value]) => [binary(name), binary(value)]));
}

function protocolOf({ credentials = {}, bodyHash = false, body = "", ...parts }: RequestParts): BinaryPair[] {
  const { consumerKey = "ck", token, signatureMethod = "HMAC-SHA1" } = credentials;
  const hash = bodyHash && createHash(hashOf(signatureMethod)).update(body).digest("base64");
  return Object.entries({
    oauth_consumer_key: consumerKey,
    ...(token !== undefined && { oauth_token: token }),
    oauth_signature_method: signatureMethod,
    oauth_timestamp: String(NOW),
    // Different also in its first characters, for a server that compares no more.
    oauth_nonce: `${String(++count).padStart(7, "0")}nonce`,
    ...(hash && { oauth_body_hash: hash }),
    ...parts.protocol,
  }).flatMap(([name, value]): BinaryPair[] => (value === null ? [] : [[binary(name), binary(value)]]));
}

/** The hash function of a signature method; SHA-1 where there is none. */
function hashOf(signatureMethod: string): string {
  const hash = signatureMethod.slice(signatureMethod.indexOf("-") + 1).toLowerCase();
  return /^sha(1|256|512)$/.test(hash) ? hash : "sha1";
}

function signatureOf({ credentials = {}, protocol, key = keyOf(credentials) }: RequestParts, text: string): string {
  if (typeof key === "function") return key(text);
  const method = protocol?.oauth_signature_method ?? credentials.signatureMethod ?? "HMAC-SHA1";
  if (method === "PLAINTEXT") return key as string;
  if (typeof key !== "string") return sign(hashOf(method), Buffer.from(text), key).toString("base64");
  return createHmac(hashOf(method), key).update(text).digest("base64");
}

function keyOf({ privateKey, consumerSecret = SECRET, tokenSecret = "" }: TestCredentials): string | KeyObject {
  if (privateKey !== undefined) return typeof privateKey === "string" ? createPrivateKey(privateKey) : privateKey;
  return `${encode(binary(consumerSecret))}&${encode(binary(tokenSecret))}`;
}
