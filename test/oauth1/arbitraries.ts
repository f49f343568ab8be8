/** Names and values as parameters can have them: text that implementations get wrong, and any octets. */

import fc from "fast-check";
import { text } from "../../src/conformance/properties/index.ts";
import type { NameValue, OctetText } from "../../src/oauth1/index.ts";

export { text };

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
