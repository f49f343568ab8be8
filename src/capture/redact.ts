/**
 * Takes secrets out of texts that are shown or kept.
 *
 * @module
 */

import { percentEncode } from "../oauth1/index.ts";

/** What stands in the place of a secret. */
export const REDACTED = "(secret)";

/** Shorter texts are in everything: blotting them out would hide the report, and they are no secrets. */
const LEAST_LENGTH = 4;

/**
 * A function that replaces the secrets in a text, in the spellings that a request can hold them in: plain, encoded for a
 * form, percent-encoded, and encoded again as in a base string.
 */
export function createRedactor(secrets: readonly (string | undefined)[]): (text: string) => string {
  const spellings = secrets
    .filter((secret) => secret !== undefined && secret.length >= LEAST_LENGTH)
    .flatMap((secret) => {
      const encoded = percentEncode(secret!);
      return [secret!, encoded, percentEncode(encoded), encoded.replaceAll("%20", "+")];
    })
    // A longer one may hold a shorter one.
    .sort((a, b) => b.length - a.length);
  return (text) => spellings.reduce((clean, spelling) => clean.replaceAll(spelling, REDACTED), text);
}
