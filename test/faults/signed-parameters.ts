/** What clients with a mistake sign of short requests, for tests. */

import type { StageChange } from "../../src/faults/fault.ts";
import { allFaults } from "../../src/faults/index.ts";
import { type SigningInput, specification, trace } from "../../src/model/index.ts";

/** All forms of all faults, each with the sentence that is said of it. */
export const VARIANTS: readonly { readonly id: string; readonly what: string; readonly apply: StageChange }[] =
  allFaults().flatMap(({ id, what, apply, variants = [] }) => [
    { id, what, apply },
    ...variants.map((variant) => ({ id, what, ...variant })),
  ]);

/** A difference from the short request. */
export type Change = Partial<SigningInput>;

/** A request with one protocol parameter, so that parameter strings are short. */
export const requestWith = (change: Change): SigningInput => ({
  method: "GET",
  url: "https://example.com/r",
  protocolParameters: [["oauth_n", "1"]],
  signatureMethod: "HMAC-SHA1",
  consumerSecret: "cs",
  ...change,
});

/** A query, as it is in the URL. */
export const query = (text: string): Change => ({ url: `https://example.com/r?${text}` });

/** The parameter string that a client with this mistake signs. */
export function signedBy(what: string, change: Change): string {
  const found = VARIANTS.find((variant) => variant.what === what);
  if (found === undefined) throw new Error(`no fault says: ${what}`);
  return trace(requestWith(change), found.apply(specification)).parameterString;
}
