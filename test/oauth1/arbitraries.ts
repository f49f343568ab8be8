/** Names and values as parameters can have them: any Unicode, any octets, and what has tripped signers before. */

import fc from "fast-check";
import type { NameValue, OctetText } from "../../src/oauth1/index.ts";

const TROUBLE = ["", " ", "+", "%", "%20", "%zz", "&", "=", "~", "*", "!", "é", "日本", "😀", "\ufeff", "\ufffd", "\0"];

/** Well-formed text. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.string({ unit: "grapheme-ascii", maxLength: 12 }),
  fc.constantFrom(...TROUBLE, "__proto__", "constructor", "toString", "length"),
);

export const octets: fc.Arbitrary<Uint8Array> = fc.uint8Array({ maxLength: 8 }) as fc.Arbitrary<Uint8Array>;

export const octetText: fc.Arbitrary<OctetText> = fc.oneof({ weight: 4, arbitrary: text }, octets);

export const pairs: fc.Arbitrary<NameValue[]> = fc.array(fc.tuple(octetText, octetText), { maxLength: 8 });

/** Pairs of a caller, who may not use the protocol's names. */
export const formPairs: fc.Arbitrary<NameValue[]> = pairs.map((list) =>
  list.filter(
    ([name]) =>
      !Buffer.from(name as string)
        .toString("latin1")
        .startsWith("oauth_"),
  ),
);
