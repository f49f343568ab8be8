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

/** Percent-encoded text: once, as a header or a body carries it, and twice, as the base string does. */
export interface Encoded {
  readonly once: string;
  readonly twice: string;
}

/** Octets that are encoded as one text. */
const AT_ONCE = 256;

/** What each octet becomes: itself where it is unreserved, else `%XX` with upper-case digits. */
const ENCODED_OCTETS: readonly Encoded[] = Array.from({ length: 256 }, (_, octet) => {
  const character = String.fromCharCode(octet);
  if (isUnreserved(octet)) return { once: character, twice: character };
  const digits = octet.toString(16).toUpperCase().padStart(2, "0");
  return { once: `%${digits}`, twice: `%25${digits}` };
});

/** The same for each character up to U+00FF, by way of its UTF-8 octets. */
const ENCODED_CHARACTERS: readonly Encoded[] = Array.from({ length: 256 }, (_, unit) =>
  encodeOctets(Buffer.from(String.fromCharCode(unit), "utf8")),
);

/** Letters, digits, `-`, `.`, `_`, `~`; compared, since looking each character up is slower. */
export function isUnreserved(unit: number): boolean {
  if (unit >= 0x61) return unit <= 0x7a || unit === 0x7e;
  if (unit >= 0x41) return unit <= 0x5a || unit === 0x5f;
  return (unit >= 0x30 && unit <= 0x39) || unit === 0x2d || unit === 0x2e;
}

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
  return encode(input).once;
}

/** Percent-encodes once and twice, in one pass. */
export function encode(input: OctetText): Encoded {
  if (!isOctetText(input))
    throw new OAuth1Error("parameter-malformed", `expected text or octets, got ${kindOf(input)}`);
  if (typeof input !== "string") return encodeOctets(input);
  return RESERVED_RE.test(input) ? encodeText(input) : { once: input, twice: input };
}

const RESERVED_RE = /[^A-Za-z0-9._~-]/; // whatever is not unreserved: most names and values have nothing of it

/** Joins a few at a time: text joined of a million pieces takes long to be read. */
function encodeOctets(octets: Uint8Array): Encoded {
  if (octets.length <= AT_ONCE) return encodeFew(octets, 0, octets.length);
  const once: string[] = [];
  const twice: string[] = [];
  for (let start = 0; start < octets.length; start += AT_ONCE) {
    const encoded = encodeFew(octets, start, Math.min(start + AT_ONCE, octets.length));
    once.push(encoded.once);
    twice.push(encoded.twice);
  }
  return { once: once.join(""), twice: twice.join("") };
}

function encodeFew(octets: Uint8Array, start: number, end: number): Encoded {
  let once = "";
  let twice = "";
  for (let index = start; index < end; index++) {
    const encoded = ENCODED_OCTETS[octets[index]!]!;
    once += encoded.once;
    twice += encoded.twice;
  }
  return { once, twice };
}

/** Copies runs of unreserved characters, looks up others to U+00FF, leaves runs of all others to the platform. */
function encodeText(text: string): Encoded {
  let once = "";
  let twice = "";
  let index = 0;
  while (index < text.length) {
    const start = index;
    const unit = text.charCodeAt(index++);
    if (unit > 0xff) {
      while (index < text.length && text.charCodeAt(index) > 0xff) index++;
      const run = encodeUtf8(text, start, index);
      once += run;
      twice += run.replaceAll("%", "%25");
    } else if (isUnreserved(unit)) {
      while (index < text.length && isUnreserved(text.charCodeAt(index))) index++;
      const run = text.slice(start, index);
      once += run;
      twice += run;
    } else {
      const encoded = ENCODED_CHARACTERS[unit]!;
      once += encoded.once;
      twice += encoded.twice;
    }
  }
  return { once, twice };
}

/** The platform's encoder is native, but its error is not ours. */
function encodeUtf8(text: string, start: number, end: number): string {
  try {
    return encodeURIComponent(text.slice(start, end));
  } catch {
    throw loneSurrogate(text);
  }
}

/** Percent-encodes text that is encoded already: only percent signs change, which the platform does as well. */
export function encodeAgain(encoded: string): string {
  return encoded.includes("%") ? encodeURIComponent(encoded) : encoded;
}

/** Whether something can be a name or a value. */
export function isOctetText(value: unknown): value is OctetText {
  return typeof value === "string" || value instanceof Uint8Array;
}

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
  return decodeOctets(Buffer.from(mustBeWellFormed(text), "utf8"));
}

/** The same of octets; those beyond ASCII stand for themselves. */
export function decodeOctets(source: Uint8Array): Uint8Array {
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
