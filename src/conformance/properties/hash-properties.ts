/**
 * What is hashed, at every length.
 *
 * @module
 */

import { createHash, createHmac } from "node:crypto";
import * as fc from "fast-check";
import { object, oneOf } from "../vectors/shape.ts";
import { inputJson, natural, plainJson } from "./case-json.ts";
import { text } from "./generators.ts";
import { type Property, property, stagesOf, unequal } from "./property.ts";

interface HmacCase {
  readonly signatureMethod: keyof typeof HASHES;
  /** Lengths, in characters. */
  readonly secret: number;
  readonly message: number;
}

const HASHES = { "HMAC-SHA1": "sha1", "HMAC-SHA256": "sha256", "HMAC-SHA512": "sha512" } as const;

const METHODS = ["HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512"] as const;

function readHmacCase(where: string, json: unknown): HmacCase {
  const { signatureMethod, secret, message } = object(where, json);
  return {
    signatureMethod: oneOf(METHODS, `${where}.signatureMethod`, signatureMethod),
    secret: natural(`${where}.secret`, secret),
    message: natural(`${where}.message`, message),
  };
}

export const hmacIsHmac: Property = property<HmacCase>({
  id: "hmac-is-hmac",
  statement: "HMAC is HMAC for every length of key and of message.",
  rules: ["rfc5849-3.4.2-2", "hmac-sha2-1"],
  operations: ["signature"],
  cases: fc.record({
    signatureMethod: fc.constantFrom(...METHODS),
    secret: fc.oneof(fc.nat({ max: 300 }), fc.constantFrom(62, 63, 64, 126, 127, 128)),
    message: fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 20_000 })),
  }),
  json: plainJson(readHmacCase),
  async check({ signatureMethod, secret, message }, ask) {
    const consumerSecret = "k".repeat(secret);
    const baseString = "m".repeat(message);
    const { signature } = await stagesOf(ask, {
      operation: "signature",
      baseString,
      signatureMethod,
      credentials: { consumerSecret },
    });
    const expected = createHmac(HASHES[signatureMethod], `${consumerSecret}&`).update(baseString).digest("base64");
    return unequal("signature", expected, signature);
  },
});

const BODIES = ["", "{}", '{"x": 1}', '{"x":1}', '{ "a" : [ 1, 2 ] }', "a=b"];

export const bodyHashIsHash: Property = property({
  id: "body-hash-is-hash",
  statement: "The hash of a body is that of its octets as they are, of the empty ones too.",
  rules: ["body-hash-3.2-1"],
  operations: ["body-hash"],
  cases: fc.record({
    operation: fc.constant("body-hash" as const),
    body: fc.oneof(fc.constantFrom(...BODIES), text),
    hash: fc.constantFrom("SHA-1" as const, "SHA-256" as const, "SHA-512" as const),
  }),
  json: inputJson("body-hash"),
  async check(input, ask) {
    const { "body-hash": hashed } = await stagesOf(ask, input);
    const expected = createHash(input.hash.replace("-", "")).update(input.body).digest("base64");
    return unequal("body-hash", expected, hashed);
  },
});
