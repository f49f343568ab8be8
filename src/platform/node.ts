/**
 * Text and octets, hashes, HMAC and random octets, from Node's `Buffer` and `node:crypto`.
 *
 * @module
 */

import { createHash, createHmac, hash as hashAtOnce, randomBytes, timingSafeEqual } from "node:crypto";
import { domainToUnicode } from "node:url";

/** The hashes of the signature methods, and those that clients confuse with them. */
export type HashName = "md5" | "sha1" | "sha224" | "sha256" | "sha384" | "sha512";

/** The digest of octets, or of text as UTF-8. */
export function digest(hash: HashName, message: string | Uint8Array): Uint8Array {
  return createHash(hash).update(message).digest();
}

/** The digest of octets, or of text as UTF-8, as lower-case hexadecimal digits. A third of the price of {@link digest}. */
export function hexDigest(hash: HashName, message: string | Uint8Array): string {
  return hashAtOnce(hash, message, "hex");
}

/** HMAC (RFC 2104). Text, as key and as message, stands for its UTF-8 octets. */
export function hmac(hash: HashName, key: string | Uint8Array, message: string | Uint8Array): Uint8Array {
  return createHmac(hash, key).update(message).digest();
}

/** The same as {@link hmac}, in base64. */
export function hmacBase64(hash: HashName, key: string | Uint8Array, message: string | Uint8Array): string {
  return createHmac(hash, key).update(message).digest("base64");
}

/** Octets that nobody can guess. */
export function randomOctets(count: number): Uint8Array {
  return randomBytes(count);
}

/** Whether octets are the same, in a time that depends on their number alone. */
export function equalOctets(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The UTF-8 octets of a text; a lone surrogate, which has none, becomes U+FFFD. */
export function utf8Octets(text: string): Uint8Array<ArrayBuffer> {
  return Buffer.from(text, "utf8");
}

/** Octets read as UTF-8; what is not UTF-8 becomes U+FFFD. A byte order mark stays. */
export function utf8Text(octets: Uint8Array): string {
  return asBuffer(octets).toString("utf8");
}

/** One octet for each character: the low eight bits of its code. */
export function latin1Octets(text: string): Uint8Array<ArrayBuffer> {
  return Buffer.from(text, "latin1");
}

/** One character, U+0000 to U+00FF, for each octet. */
export function latin1Text(octets: Uint8Array): string {
  return asBuffer(octets).toString("latin1");
}

/** Base64 with padding (RFC 4648 4). */
export function base64Text(octets: Uint8Array): string {
  return asBuffer(octets).toString("base64");
}

/** The octets of canonical base64; `undefined` for any other text, also for other spellings of the same octets. */
export function base64Octets(text: string): Uint8Array<ArrayBuffer> | undefined {
  const octets = Buffer.from(text, "base64");
  return octets.toString("base64") === text ? octets : undefined;
}

/**
 * The octets of base64 in whatever spelling: either alphabet, padded or not. Other characters are skipped, and nothing
 * after the first `=` counts.
 */
export function looseBase64Octets(text: string): Uint8Array<ArrayBuffer> {
  return Buffer.from(text, "base64");
}

/** Lower-case hexadecimal digits. */
export function hexText(octets: Uint8Array): string {
  return asBuffer(octets).toString("hex");
}

/** The octets of lower-case hexadecimal digits; `undefined` for any other text. */
export function hexOctets(text: string): Uint8Array<ArrayBuffer> | undefined {
  const octets = Buffer.from(text, "hex");
  return octets.toString("hex") === text ? octets : undefined;
}

/** The octets of several pieces, one piece after the other. */
export function concatOctets(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Buffer.concat(pieces);
}

/** A host name in Unicode, its `xn--` labels decoded (IDNA); empty for a name that cannot be decoded. */
export function hostToUnicode(host: string): string {
  return domainToUnicode(host);
}

/** The same memory, with Node's methods. */
function asBuffer(octets: Uint8Array): Buffer {
  return Buffer.isBuffer(octets) ? octets : Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
}
