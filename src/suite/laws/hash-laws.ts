/**
 * What is hashed, at every length.
 *
 * @module
 */

import { createHash, createHmac } from "node:crypto";
import * as fc from "fast-check";
import { text } from "./generators.ts";
import { type Law, law, stagesOf, unequal } from "./law.ts";

const HASHES = { "HMAC-SHA1": "sha1", "HMAC-SHA256": "sha256", "HMAC-SHA512": "sha512" } as const;

export const hmacIsHmac: Law = law<{ signatureMethod: keyof typeof HASHES; secret: number; message: number }>({
  id: "hmac-is-hmac",
  statement: "HMAC is HMAC for every length of key and of message.",
  rules: ["rfc5849-3.4.2-2", "hmac-sha2-1"],
  operations: ["signature"],
  cases: fc.record({
    signatureMethod: fc.constantFrom("HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512"),
    secret: fc.oneof(fc.nat({ max: 300 }), fc.constantFrom(62, 63, 64, 126, 127, 128)),
    message: fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 20_000 })),
  }),
  async check({ signatureMethod, secret, message }, ask) {
    const consumerSecret = "k".repeat(secret);
    const baseString = "m".repeat(message);
    const { signature } = await stagesOf(ask, "signature", {
      baseString,
      signatureMethod,
      credentials: { consumerSecret },
    });
    const expected = createHmac(HASHES[signatureMethod], `${consumerSecret}&`).update(baseString).digest("base64");
    return unequal("signature", expected, signature);
  },
});

const BODIES = ["", "{}", '{"x": 1}', '{"x":1}', '{ "a" : [ 1, 2 ] }', "a=b"];

export const bodyHashIsHash: Law = law<{ body: string; hash: "SHA-1" | "SHA-256" | "SHA-512" }>({
  id: "body-hash-is-hash",
  statement: "The hash of a body is that of its octets as they are, of the empty ones too.",
  rules: ["body-hash-3.2-1"],
  operations: ["body-hash"],
  cases: fc.record({
    body: fc.oneof(fc.constantFrom(...BODIES), text),
    hash: fc.constantFrom("SHA-1", "SHA-256", "SHA-512"),
  }),
  async check({ body, hash }, ask) {
    const { "body-hash": hashed } = await stagesOf(ask, "body-hash", { body, hash });
    return unequal("body-hash", createHash(hash.replace("-", "")).update(body).digest("base64"), hashed);
  },
});
