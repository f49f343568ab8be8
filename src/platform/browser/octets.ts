/** Text and octets without `Buffer`. */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const strictDecoder = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/** Encodes text as UTF-8. A lone surrogate becomes U+FFFD. */
export function utf8Octets(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** Decodes UTF-8. Invalid octets become U+FFFD; a byte order mark stays. */
export function utf8Text(octets: Uint8Array): string {
  return decoder.decode(octets);
}

/** Decodes UTF-8; `undefined` for octets that are not UTF-8. A byte order mark stays. */
export function strictUtf8Text(octets: Uint8Array): string | undefined {
  try {
    return strictDecoder.decode(octets);
  } catch {
    return undefined;
  }
}

/** One octet for each character: the low eight bits of its code. */
export function latin1Octets(text: string): Uint8Array<ArrayBuffer> {
  const octets = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) octets[at] = text.charCodeAt(at);
  return octets;
}

/** A number of arguments that every engine accepts in one call. */
const MOST_ARGUMENTS = 8192;

/** One character, U+0000 to U+00FF, for each octet. */
export function latin1Text(octets: Uint8Array): string {
  let text = "";
  for (let at = 0; at < octets.length; at += MOST_ARGUMENTS) {
    text += String.fromCharCode(...octets.subarray(at, at + MOST_ARGUMENTS));
  }
  return text;
}

/** Base64 with padding (RFC 4648 4). */
export function base64Text(octets: Uint8Array): string {
  return btoa(latin1Text(octets));
}

/** Decodes canonical base64; `undefined` for any other text. */
export function base64Octets(text: string): Uint8Array<ArrayBuffer> | undefined {
  const octets = looseBase64Octets(text);
  return base64Text(octets) === text ? octets : undefined;
}

/** Decodes base64 and base64url, padded or not. It skips other characters and ignores all text after the first `=`. */
export function looseBase64Octets(text: string): Uint8Array<ArrayBuffer> {
  const [content = ""] = text.split("=", 1);
  const digits = content
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replace(/[^A-Za-z0-9+/]+/g, "");
  // A single digit after whole groups has only six bits, which is less than an octet.
  return latin1Octets(atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits));
}

const HEX = Array.from({ length: 256 }, (_, octet) => octet.toString(16).padStart(2, "0"));

/** Lower-case hexadecimal digits. */
export function hexText(octets: Uint8Array): string {
  let text = "";
  for (const octet of octets) text += HEX[octet];
  return text;
}

/** Decodes lower-case hexadecimal digits; `undefined` for any other text. */
export function hexOctets(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 2 !== 0 || /[^0-9a-f]/.test(text)) return undefined;
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

export function concatOctets(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Compares octets in a time that depends only on their number. */
export function equalOctets(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let at = 0; at < a.length; at++) difference |= a[at]! ^ b[at]!;
  return difference === 0;
}

/** Cryptographically secure random octets, at most 65,536. */
export function randomOctets(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

/** 32 hexadecimal digits with 128 cryptographically secure random bits. */
export function randomDigits(): string {
  return hexText(randomOctets(16));
}
