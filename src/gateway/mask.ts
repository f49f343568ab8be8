/**
 * Takes card numbers, cvv2 and keys out of texts that are shown or kept.
 *
 * @module
 */

import { percentEncode } from "../oauth1/index.ts";
import { base64Text, hexText, utf8Octets } from "../platform/index.ts";

/** What stands in the place of a secret. */
export const MASKED = "***";

/** Where a number begins: after what is no digit, or right behind an escape, which may end in one. */
const START = "(?:(?<![0-9])|(?<=%(?:25)*[0-9a-f]{2}))";
/** What stands between the groups of a printed card number. */
const BETWEEN = "[ +.-]|%(?:25)*(?:20|2B|2D|2E)";

/** 13 to 19 digits in a row, and nothing of a longer number. */
const PLAIN_NUMBER_RE = new RegExp(`${START}[0-9]{13,19}(?![0-9])`, "gi");
/** As printed on cards, 4-4-4-4 or 4-6-5, and not a part of an identifier with hyphens. */
const GROUPED_NUMBER_RE = new RegExp(
  `${START}(?:\\d{4}(${BETWEEN})\\d{4}\\1\\d{4}\\1\\d{1,7}(?:\\1\\d{1,3})?|\\d{4}(${BETWEEN})\\d{6}\\2\\d{5})(?![0-9a-f]|-[0-9a-f])`,
  "gi",
);
/** `cvv2=123`, in a form, encoded once or more often, in a path, in JSON or in XML. */
const CVV2_RE = /(cv[vc]-?2?(?:[\s=:+"'\\>/]|%(?:25)*(?:20|22|27|2B|2F|3A|3D|3E)){1,12})[0-9][0-9a-z]*/gi;
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
const CVV2_VALUE_RE = /^[0-9]{3,4}$/;

/** Masks a text. */
export type Mask = (text: string) => string;

/**
 * Makes a function that masks these texts wherever they stand, in any case and however they are percent-encoded; three or
 * four digits only where they are a number of their own.
 */
export function createBlot(secrets: readonly (string | undefined)[]): Mask {
  const patterns = knownAmong(secrets).map(patternOf);
  return (text) => patterns.reduce((clean, pattern) => clean.replace(pattern, MASKED), text);
}

/**
 * Makes a function that does what `mask` does, and blots out these texts.
 *
 * @param kept - numbers as long as a card's that are known to be something else, such as ids of orders
 */
export function createMask(secrets: readonly (string | undefined)[], kept: readonly string[] = []): Mask {
  const blot = createBlot(secrets);
  const keptNumbers = new Set(kept);
  return (text) => maskAllBut(blot(text), keptNumbers);
}

/** The longest first, since it may hold a shorter one. */
function knownAmong(secrets: readonly (string | undefined)[]): string[] {
  const known = secrets.filter(
    (secret): secret is string => secret !== undefined && (secret.length >= LEAST_LENGTH || CVV2_VALUE_RE.test(secret)),
  );
  const inBase64 = known
    .filter(({ length }) => length >= PIECE_LENGTH)
    .map((secret) => base64Text(utf8Octets(secret)).replace(/=+$/, ""));
  return [...new Set([...known, ...inBase64])].sort((a, b) => b.length - a.length);
}

function patternOf(secret: string): RegExp {
  const spelled = Array.from(secret, spellings).join("");
  return new RegExp(CVV2_VALUE_RE.test(secret) ? `${START}${spelled}(?![0-9])` : spelled, "gi");
}

/** A character plain, behind a backslash as in JSON, or percent-encoded once or more often. */
function spellings(character: string): string {
  const plain = character.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&");
  const octets = hexText(utf8Octets(character)).match(/../g) ?? [];
  const encoded = octets.map((octet) => `%(?:25)*${octet}`).join("");
  return `(?:\\\\?${plain}|${encoded}${character === " " ? "|\\+" : ""})`;
}

/** A piece that gives a secret away; the first six digits of a card number do not. */
const PIECE_LENGTH = 7;

/**
 * Makes a function that masks pieces of these texts: what shows the neighbourhood of a place may begin and end in the
 * middle of a secret.
 */
export function createPieceBlot(secrets: readonly (string | undefined)[]): Mask {
  const known = knownAmong(secrets).flatMap((secret) => {
    const encoded = percentEncode(secret);
    return [...new Set([secret, encoded, percentEncode(encoded)])];
  });
  return (text) => known.reduce(withoutPieces, text);
}

function withoutPieces(text: string, secret: string): string {
  let left = "";
  for (let at = 0; at < text.length; ) {
    const length = lengthOfPiece(text, at, secret);
    left += length === 0 ? text[at] : MASKED;
    at += Math.max(length, 1);
  }
  return left;
}

/** How much of the text, from here on, stands in the secret too; 0 for less than a piece. */
function lengthOfPiece(text: string, at: number, secret: string): number {
  let length = PIECE_LENGTH;
  if (at + length > text.length || !secret.includes(text.slice(at, at + length))) return 0;
  while (at + length < text.length && secret.includes(text.slice(at, at + length + 1))) length++;
  return length;
}
