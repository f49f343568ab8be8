/** Default requests and inputs, which a family changes where its topic requires it. */

import type { AnyCredentials, JsonPair } from "../../src/conformance/vectors/index.ts";
import { isRsaMethod } from "../../src/spec/signature-methods.ts";
import { RSA_2048 } from "./test-keys.ts";
import type { Draft, JsonInput, JsonRequest } from "./types.ts";

/** The default origin. */
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

/** A consumer secret without a token. */
export const WITHOUT_TOKEN: AnyCredentials = { consumerKey: "client-1", consumerSecret: "kd94hf93k423kf44" };

/** An RSA key of 2048 bits. */
const WITH_RSA: AnyCredentials = { consumerKey: "client-1", privateKey: RSA_2048 };

/** A GET request for a path or an absolute URL. */
export function get(url: string): JsonRequest {
  return { method: "GET", url: url.startsWith("/") ? `${ORIGIN}${url}` : url };
}

/** A POST request with a form. */
export function post(form: readonly JsonPair[], path = "/orders"): JsonRequest {
  return { method: "POST", url: `${ORIGIN}${path}`, form };
}

/** A POST request with an encoded form. */
export function postEncoded(formEncoded: string, path = "/orders"): JsonRequest {
  return { method: "POST", url: `${ORIGIN}${path}`, formEncoded };
}

/** Parses pairs from a form. */
export function pairs(text: string): [name: string, value: string][] {
  return [...new URLSearchParams(text)];
}

/** A draft of `sign`. Defaults: HMAC-SHA1 with a token, in the header. */
export function toSign(comment: string, rule: string, request: JsonRequest, changes: Partial<JsonInput> = {}): Draft {
  const method = changes.signatureMethod ?? "HMAC-SHA1";
  const input: JsonInput = {
    request,
    credentials: isRsaMethod(method) ? WITH_RSA : WITH_TOKEN,
    signatureMethod: method,
    nonce: NONCE,
    timestamp: TIMESTAMP,
    version: "1.0",
    transport: "header",
    ...changes,
  };
  return { comment, rule, operation: "sign", input };
}

/** A draft of `base-string`, with six protocol parameters. */
export function toBaseString(comment: string, rule: string, request: JsonRequest): Draft {
  return { comment, rule, operation: "base-string", input: { request, protocolParameters: PROTOCOL } };
}

const PROTOCOL: readonly JsonPair[] = [
  ["oauth_consumer_key", "client-1"],
  ["oauth_token", TOKEN],
  ["oauth_signature_method", "HMAC-SHA1"],
  ["oauth_timestamp", TIMESTAMP],
  ["oauth_nonce", NONCE],
  ["oauth_version", "1.0"],
];
