/** Properties of single stages: what was written can be read again, and a hash is a hash of its input. */

import { createHash, createHmac } from "node:crypto";
import * as fc from "fast-check";
import { specification, toOctets, toText } from "../../model/index.ts";
import { closedObject } from "../../shapes/shape.ts";
import { HASH_ALGORITHMS, HMAC_METHODS } from "../../spec/signature-methods.ts";
import type { NameValue } from "../vectors/input.ts";
import { PAIRS } from "../vectors/json-shapes.ts";
import { fromJsonPairs, toJsonPairs } from "../vectors/json-text.ts";
import { readShape } from "../vectors/shape.ts";
import { unequal } from "../vectors/stages.ts";
import { form, text } from "./generators.ts";
import { inputJson, NATURAL, type Property, plainJson, property, stagesOf, unlessOpen, WHERE } from "./property.ts";

const { percentDecode, percentEncode } = specification;

export const encodingDecodesBack: Property = property<string>({
  id: "encoding-decodes-back",
  statement:
    "Decoding percent-encoded text returns the original text; encoded text has only unreserved characters and escapes.",
  rules: ["rfc5849-3.6-1", "rfc5849-3.6-2", "rfc5849-3.6-3", "rfc5849-3.6-5", "rfc5849-3.6-4"],
  operations: ["percent-encoding"],
  cases: text,
  json: plainJson({ type: "string" }),
  async check(one, ask) {
    const { "percent-encoding": encoded } = await stagesOf(ask, { operation: "percent-encoding", text: one });
    // Searches for a wrong character: matching the whole of a long text overflows the stack.
    const flaw = /[^A-Za-z0-9._~%-]|%(?![0-9A-F]{2})/;
    if (typeof encoded !== "string" || flaw.test(encoded)) {
      return unequal("percent-encoding", percentEncode(Buffer.from(one)), encoded);
    }
    return unequal("percent-decoding", one, toText(percentDecode(encoded)));
  },
});

export const decodingUndoesEncoding: Property = property<string>({
  id: "decoding-undoes-encoding",
  statement: "Percent-decoding encoded text returns the original text.",
  rules: ["rfc5849-3.6-4", "rfc5849-3.6-5"],
  operations: ["percent-decoding"],
  cases: text,
  json: plainJson({ type: "string" }),
  async check(one, ask) {
    const { "percent-decoding": decoded } = await stagesOf(ask, {
      operation: "percent-decoding",
      text: percentEncode(Buffer.from(one)),
    });
    return unequal("percent-decoding", one, decoded);
  },
});

export const formDecodesBack: Property = property<readonly NameValue[]>({
  id: "form-decodes-back",
  statement: "Decoding an encoded form returns its pairs, with spaces written as plus or as %20.",
  rules: ["rfc5849-3.4.1.3.1-1", "rfc5849-3.4.1.3.1-3"],
  operations: ["parameters"],
  cases: form,
  json: {
    read: (json) => fromJsonPairs(readShape(PAIRS, WHERE, json)),
    write: toJsonPairs,
    adapt: (pairs) => pairs,
  },
  async check(pairs, ask) {
    const encoded = pairs.map((pair) => pair.map((part) => percentEncode(toOctets(part))).join("=")).join("&");
    for (const formEncoded of [encoded, encoded.replaceAll("%20", "+")]) {
      const input = { operation: "parameters", formEncoded } as const;
      const { parameters } = await stagesOf(ask, input);
      const falsification = unlessOpen(unequal("parameters", toJsonPairs(pairs), parameters), input);
      if (falsification !== undefined) return falsification;
    }
    return undefined;
  },
});

export const headerParsesBack: Property = property({
  id: "header-parses-back",
  statement: "Parsing a written Authorization header returns its parameters and its realm.",
  rules: ["rfc5849-3.5.1-1", "rfc5849-3.5.1-2", "rfc5849-3.5.1-3"],
  operations: ["authorization-header", "authorization-header-parsing"],
  cases: fc.record(
    {
      operation: fc.constant("authorization-header" as const),
      parameters: fc
        .uniqueArray(fc.tuple(text, text), {
          maxLength: 5,
          selector: ([one]) => one,
        })
        .filter((pairs) => pairs.every(([one]) => one !== "" && one.toLowerCase() !== "realm")),
      realm: fc.string({ unit: "grapheme-ascii" }),
    },
    { requiredKeys: ["operation", "parameters"] },
  ),
  json: inputJson("authorization-header"),
  async check(input, ask) {
    const { parameters, realm = null } = input;
    const written = await stagesOf(ask, input);
    const header = written["authorization-header"] as string;
    const read = await stagesOf(ask, { operation: "authorization-header-parsing", header });
    return unequal("parameters", toJsonPairs(parameters), read.parameters) ?? unequal("realm", realm, read.realm);
  },
});

export const hmacIsHmac: Property = property({
  id: "hmac-is-hmac",
  statement: "The signature is the HMAC of the base string, for every length of key and base string.",
  rules: ["rfc5849-3.4.2-2", "hmac-sha2-1"],
  operations: ["signature"],
  cases: fc.record({
    signatureMethod: fc.constantFrom(...HMAC_METHODS),
    // Lengths of consumer secret and base string in characters.
    secret: fc.oneof(fc.nat({ max: 300 }), fc.constantFrom(62, 63, 64, 126, 127, 128)),
    message: fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 20_000 })),
  }),
  json: plainJson(
    closedObject(["signatureMethod", "secret", "message"], {
      signatureMethod: { enum: HMAC_METHODS },
      secret: NATURAL,
      message: NATURAL,
    }),
  ),
  async check({ signatureMethod, secret, message }, ask) {
    const credentials = { consumerSecret: "k".repeat(secret) };
    const baseString = "m".repeat(message);
    const { signature } = await stagesOf(ask, { operation: "signature", baseString, signatureMethod, credentials });
    const hash = signatureMethod.replace("HMAC-", "");
    const expected = createHmac(hash, `${credentials.consumerSecret}&`).update(baseString).digest("base64");
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
    hash: fc.constantFrom(...HASH_ALGORITHMS),
  }),
  json: inputJson("body-hash"),
  async check(input, ask) {
    const { "body-hash": hashed } = await stagesOf(ask, input);
    const expected = createHash(input.hash.replace("-", "")).update(input.body).digest("base64");
    return unequal("body-hash", expected, hashed);
  },
});
