/**
 * What is written reads back to what it was: encoded text, forms, headers.
 *
 * @module
 */

import * as fc from "fast-check";
import { specification, toText } from "../../model/index.ts";
import type { JsonPair, VectorInput } from "../vector.ts";
import { form, text } from "./generators.ts";
import { type Law, law, stagesOf, unequal } from "./law.ts";

const { percentDecode, percentEncode } = specification;

export const encodingDecodesBack: Law = law<string>({
  id: "encoding-decodes-back",
  statement: "What is percent-encoded decodes to what it was, and holds no character but unreserved ones and escapes.",
  rules: ["rfc5849-3.6-1", "rfc5849-3.6-2", "rfc5849-3.6-3", "rfc5849-3.6-5", "rfc5849-3.6-4"],
  operations: ["percent-encoding"],
  cases: text,
  async check(one, ask) {
    const { "percent-encoding": encoded } = await stagesOf(ask, "percent-encoding", { text: one });
    // Looks for what is wrong: to match all of a long text takes more stack than there is.
    const flaw = /[^A-Za-z0-9._~%-]|%(?![0-9A-F]{2})/;
    if (typeof encoded !== "string" || flaw.test(encoded)) {
      return unequal("percent-encoding", percentEncode(Buffer.from(one)), encoded);
    }
    return unequal("percent-decoding", one, toText(percentDecode(encoded)));
  },
});

export const decodingUndoesEncoding: Law = law<string>({
  id: "decoding-undoes-encoding",
  statement: "Percent-decoding an encoded text gives the text.",
  rules: ["rfc5849-3.6-4", "rfc5849-3.6-5"],
  operations: ["percent-decoding"],
  cases: text,
  async check(one, ask) {
    const { "percent-decoding": decoded } = await stagesOf(ask, "percent-decoding", {
      text: percentEncode(Buffer.from(one)),
    });
    return unequal("percent-decoding", one, decoded);
  },
});

export const formDecodesBack: Law = law<JsonPair[]>({
  id: "form-decodes-back",
  statement: "A form that was encoded decodes to its pairs, in their order, spaces as plus or as escape.",
  rules: ["rfc5849-3.4.1.3.1-1", "rfc5849-3.4.1.3.1-3"],
  operations: ["parameters"],
  cases: form,
  async check(pairs, ask) {
    const encoded = pairs
      .map((pair) => pair.map((part) => percentEncode(Buffer.from(part as string))).join("="))
      .join("&");
    for (const formEncoded of [encoded, encoded.replaceAll("%20", "+")]) {
      const { parameters } = await stagesOf(ask, "parameters", { formEncoded });
      const violation = unequal("parameters", pairs, parameters);
      if (violation !== undefined) return violation;
    }
    return undefined;
  },
});

export const headerParsesBack: Law = law<VectorInput>({
  id: "header-parses-back",
  statement: "A header that was written reads back to its parameters and its realm.",
  rules: ["rfc5849-3.5.1-1", "rfc5849-3.5.1-2", "rfc5849-3.5.1-3"],
  operations: ["authorization-header", "authorization-header-parsing"],
  cases: fc.record(
    {
      parameters: fc
        .uniqueArray(fc.tuple(text, text), {
          maxLength: 5,
          selector: ([one]) => one,
        })
        .filter((pairs) => pairs.every(([one]) => one !== "" && one.toLowerCase() !== "realm")),
      realm: fc.string({ unit: "grapheme-ascii" }),
    },
    { requiredKeys: ["parameters"] },
  ),
  async check({ parameters = [], realm }, ask) {
    const written = await stagesOf(ask, "authorization-header", {
      parameters,
      ...(realm === undefined ? {} : { realm }),
    });
    const header = written["authorization-header"] as string;
    const read = await stagesOf(ask, "authorization-header-parsing", { header });
    return unequal("parameters", parameters, read.parameters) ?? unequal("realm", realm ?? null, read.realm);
  },
});
