/** Inputs that differ from a plain request only in the topic of a family. */

import type { AnyCredentials, JsonPair } from "../../src/conformance/vectors/index.ts";
import { RSA_2048 } from "./test-keys.ts";
import type { JsonInput, JsonRequest } from "./types.ts";

/** The origin of all requests whose topic is not the origin. */
export const ORIGIN: string = "https://api.example.com";

const NONCE = "5f1d3c7e9b2a4068";
const TIMESTAMP = "1700000000";
const TOKEN = "token-7f3a";

/** Secrets with a token, from the examples of RFC 5849. */
export const WITH_TOKEN: AnyCredentials = {
  consumerKey: "client-1",
  consumerSecret: "kd94hf93k423kf44",
  token: TOKEN,
  tokenSecret: "pfkkdhi9sl3r4s00",
};

/** Secrets without a token. */
export const WITHOUT_TOKEN: AnyCredentials = { consumerKey: "client-1", consumerSecret: "kd94hf93k423kf44" };

/** A key of 2048 bits. */
const WITH_RSA: AnyCredentials = { consumerKey: "client-1", privateKey: RSA_2048 };

/** A GET of a path, or of a whole URL. */
export function get(url: string): JsonRequest {
  return { method: "GET", url: url.startsWith("/") ? `${ORIGIN}${url}` : url };
}

/** A POST of a form. */
export function post(form: readonly JsonPair[], path = "/orders"): JsonRequest {
  return { method: "POST", url: `${ORIGIN}${path}`, form };
}

/** A POST of a form as it is on the wire. */
export function postEncoded(formEncoded: string, path = "/orders"): JsonRequest {
  return { method: "POST", url: `${ORIGIN}${path}`, formEncoded };
}

/** Pairs, written as a form. */
export function pairs(text: string): [name: string, value: string][] {
  return [...new URLSearchParams(text)];
}

/** The input of `sign`: HMAC-SHA1 with a token, in the header, unless `own` says otherwise. */
export function signing(request: JsonRequest, changes: Partial<JsonInput> = {}): JsonInput {
  const method = changes.signatureMethod ?? "HMAC-SHA1";
  return {
    request,
    credentials: method.startsWith("RSA-") ? WITH_RSA : WITH_TOKEN,
    signatureMethod: method,
    nonce: NONCE,
    timestamp: TIMESTAMP,
    version: "1.0",
    transport: "header",
    ...changes,
  };
}

/** The input of `base-string`: with six protocol parameters, unless others are given. */
export function unsigned(request: JsonRequest, protocolParameters: readonly JsonPair[] = PROTOCOL): JsonInput {
  return { request, protocolParameters };
}

const PROTOCOL: readonly JsonPair[] = [
  ["oauth_consumer_key", "client-1"],
  ["oauth_token", TOKEN],
  ["oauth_signature_method", "HMAC-SHA1"],
  ["oauth_timestamp", TIMESTAMP],
  ["oauth_nonce", NONCE],
  ["oauth_version", "1.0"],
];
