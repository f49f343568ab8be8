/** HMAC and the body hash, for inputs of every length. */

import { createHash, createHmac } from "node:crypto";
import * as fc from "fast-check";
import { choice, objectOf } from "../vectors/shape.ts";
import { inputJson, natural, plainJson } from "./case-json.ts";
import { text } from "./generators.ts";
import { type Property, property, stagesOf, unequal } from "./property.ts";

interface HmacCase {
  readonly signatureMethod: (typeof METHODS)[number];
  /** Length of the consumer secret in characters. */
  readonly secret: number;
  /** Length of the base string in characters. */
  readonly message: number;
}

const METHODS = ["HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512"] as const;

const readHmacCase = objectOf({ signatureMethod: choice(METHODS), secret: natural, message: natural });

export const hmacIsHmac: Property = property<HmacCase>({
  id: "hmac-is-hmac",
  statement: "The signature is the HMAC of the base string, for every length of key and base string.",
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
    const hash = signatureMethod.replace("HMAC-", "");
    const expected = createHmac(hash, `${consumerSecret}&`).update(baseString).digest("base64");
    return unequal("signature", expected, signature);
  },
});

const BODIES = ["", "{}", '{"x": 1}', '{"x":1}', '{ "a" : [ 1, 2 ] }', "a=b"];

export const bodyHashIsHash: Property = property({
  id: "body-hash-is-hash",
  statement: "The body hash is the hash of the unchanged octets of the body, also of an empty body.",
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
