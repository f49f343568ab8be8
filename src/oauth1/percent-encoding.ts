/**
 * Percent-encoding (RFC 5849 3.6): octets to text and back.
 *
 * Encoded text stands for octets one to one, so the rest of the room compares, sorts and joins encoded text and
 * decodes only for whoever asks.
 *
 * @module
 */

import { kindOf, OAuth1Error } from "./errors.ts";

/** Text, or octets where they are not UTF-8: `string` stands for its UTF-8 octets, so nothing is lost either way. */
export type OctetText = string | Uint8Array;

const UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

/** What each octet becomes: itself where it is unreserved, else `%XX` with upper-case digits. */
const ENCODED: readonly string[] = Array.from({ length: 256 }, (_, octet) => {
  const character = String.fromCharCode(octet);
  return UNRESERVED.includes(character) ? character : `%${octet.toString(16).toUpperCase().padStart(2, "0")}`;
});

/**
 * Percent-encodes text (as UTF-8) or octets: unreserved characters stay, every other octet becomes `%XX`
 * (RFC 5849 3.6).
 *
 * @param input - text without lone surrogates, or octets
 * @throws {@link OAuth1Error} `text-malformed` for a lone surrogate, which has no UTF-8; `parameter-malformed` for
 * anything but text and octets
 *
 * @example
 * ```ts
 * import { percentEncode } from "countersign/oauth1";
 *
 * percentEncode("a b*é~"); // => "a%20b%2A%C3%A9~"
 * percentEncode(Uint8Array.of(0xff)); // => "%FF"
 * ```
 */
export function percentEncode(input: OctetText): string {
  if (typeof input !== "string") return encodeOctets(input);
  return RESERVED_RE.test(input) ? encodeWithPlatform(input) : input;
}

const RESERVED_RE = /[^A-Za-z0-9._~-]/; // whatever is not unreserved: most names and values have nothing of it

function encodeOctets(octets: Uint8Array): string {
  if (!(octets instanceof Uint8Array)) {
    throw new OAuth1Error("parameter-malformed", `expected text or octets, got ${kindOf(octets)}`);
  }
  let encoded = "";
  for (const octet of octets) encoded += ENCODED[octet];
  return encoded;
}

/** The platform's encoder is UTF-8 and native; five characters it leaves alone, and its error is not ours. */
function encodeWithPlatform(text: string): string {
  const encoded = encodeUtf8(text);
  return LEFT_OVER_RE.test(encoded) ? encoded.replace(/[!'()*]/g, (left) => ENCODED[left.charCodeAt(0)]!) : encoded;
}

function encodeUtf8(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw loneSurrogate(text);
  }
}

const LEFT_OVER_RE = /[!'()*]/; // RFC 3986 made them reserved after the encoder was specified

/** The text, where it has UTF-8. */
export function mustBeWellFormed(text: string): string {
  if (text.isWellFormed()) return text;
  throw loneSurrogate(text);
}

/** A surrogate without its other half has no UTF-8; replacing it would make different texts sign alike. */
function loneSurrogate(text: string): OAuth1Error {
  const index = text.search(/\p{Surrogate}/u);
  const unit = text.charCodeAt(index).toString(16).toUpperCase();
  return new OAuth1Error(
    "text-malformed",
    `text must be well-formed Unicode, got the lone surrogate U+${unit} at index ${index}`,
  );
}

/**
 * Decodes percent-encoded text to text, or to octets where they are not UTF-8. A `+` stays a plus, a malformed escape
 * stays as it is, raw characters stand for their UTF-8 octets.
 *
 * @example
 * ```ts
 * import { percentDecode } from "countersign/oauth1";
 *
 * percentDecode("a%20b+%C3%A9"); // => "a b+é"
 * percentDecode("%FF"); // => Uint8Array.of(0xff)
 * ```
 */
export function percentDecode(text: string): OctetText {
  return text.includes("%") ? octetText(decodeToOctets(text)) : mustBeWellFormed(text);
}

/** The octets that percent-encoded text stands for. */
export function decodeToOctets(text: string): Uint8Array {
  const source = Buffer.from(mustBeWellFormed(text), "utf8");
  const octets = Buffer.allocUnsafe(source.length);
  let length = 0;
  for (let index = 0; index < source.length; index++) {
    const octet = source[index]!;
    const high = octet === PERCENT ? hexDigit(source[index + 1]) : -1;
    const low = high === -1 ? -1 : hexDigit(source[index + 2]);
    if (low === -1) {
      octets[length++] = octet;
    } else {
      octets[length++] = high * 16 + low;
      index += 2;
    }
  }
  return octets.subarray(0, length);
}

const PERCENT = 0x25;

/** The value of an ASCII hexadecimal digit, or -1. */
function hexDigit(octet: number | undefined): number {
  if (octet === undefined) return -1;
  if (octet >= 0x30 && octet <= 0x39) return octet - 0x30;
  const letter = octet | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Octets as text where they are UTF-8, else a copy of them as they are. */
export function octetText(octets: Uint8Array): OctetText {
  try {
    return UTF8.decode(octets);
  } catch {
    return Uint8Array.from(octets);
  }
}
