/**
 * Takes card numbers, cvv2 and keys out of texts that are shown or kept.
 *
 * @module
 */

/** What stands in the place of a secret. */
export const MASKED = "***";

/** 13 to 19 digits in a row, and nothing of a longer number. */
const PLAIN_NUMBER_RE = /(?<![0-9])[0-9]{13,19}(?![0-9])/g;
/** As printed on cards, 4-4-4-4 or 4-6-5, and not a part of an identifier with hyphens. */
const GROUPED_NUMBER_RE =
  /(?:(?<![0-9a-f-])|(?<=%20))(?:\d{4}([ +-]|%(?:25)?20)\d{4}\1\d{4}\1\d{1,7}|\d{4}([ +-]|%(?:25)?20)\d{6}\2\d{5})(?![0-9a-f-])/gi;
/** `cvv2=123`, in a form, encoded once or twice, or in JSON. */
const CVV2_RE = /(cv[vc]2?(?:[\s=:+"\\]|%(?:25)?(?:20|22|3A|3D)){1,12})\d{3,4}(?!\d)/gi;
/** A digit that was encoded, though none needs to be. */
const ENCODED_DIGIT_RE = /(?:%(?:25)*|\\u00)3(\d)/g;
const PRIVATE_KEY_RE = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;

/** Masks what looks like a secret; of a card number the last four digits stay. */
export function mask(text: string): string {
  return maskAllBut(text, NOTHING);
}

const NOTHING: ReadonlySet<string> = new Set();

function maskAllBut(text: string, kept: ReadonlySet<string>): string {
  const maskNumber = (number: string): string => (kept.has(number) ? number : MASKED + number.slice(-4));
  return text
    .replace(ENCODED_DIGIT_RE, "$1")
    .replace(PRIVATE_KEY_RE, MASKED)
    .replace(CVV2_RE, `$1${MASKED}`)
    .replace(GROUPED_NUMBER_RE, maskNumber)
    .replace(PLAIN_NUMBER_RE, maskNumber);
}

/** Shorter texts are in everything: blotting them out would hide the message. */
const LEAST_LENGTH = 4;

/**
 * Makes a function that does what `mask` does, and masks these texts wherever they stand and as they may be
 * percent-encoded.
 *
 * @param kept - numbers as long as a card's that are known to be something else, such as ids of orders
 */
export function createMask(
  secrets: readonly (string | undefined)[],
  kept: readonly string[] = [],
): (text: string) => string {
  const known = secrets
    .filter((secret): secret is string => secret !== undefined && secret.length >= LEAST_LENGTH)
    .flatMap((secret) => [secret, encodeURIComponent(secret), encodeURIComponent(encodeURIComponent(secret))]);
  const longestFirst = [...new Set(known)].sort((a, b) => b.length - a.length);
  const keptNumbers = new Set(kept.filter((number) => !known.includes(number)));
  return (text) =>
    maskAllBut(
      longestFirst.reduce((clean, secret) => clean.replaceAll(secret, MASKED), text),
      keptNumbers,
    );
}
