/** Text and octets, hashes, HMAC and random octets, with `Buffer` and `node:crypto`. */

import { isUtf8 } from "node:buffer";
import { createHash, createHmac, hash as hashAtOnce, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import type { HashName } from "./types.ts";

/** The digest of octets, or of text as UTF-8. */
export function digest(hash: HashName, message: string | Uint8Array): Uint8Array {
  return createHash(hash).update(message).digest();
}

/** Like {@link digest}, in lower-case hexadecimal digits. Takes a third of the time. */
export function hexDigest(hash: HashName, message: string | Uint8Array): string {
  return hashAtOnce(hash, message, "hex");
}

/** HMAC (RFC 2104). Text is encoded as UTF-8. */
export function hmac(hash: HashName, key: string | Uint8Array, message: string | Uint8Array): Uint8Array {
  return createHmac(hash, key).update(message).digest();
}

/** Like {@link hmac}, in base64. */
export function hmacBase64(hash: HashName, key: string | Uint8Array, message: string | Uint8Array): string {
  return createHmac(hash, key).update(message).digest("base64");
}

/** Cryptographically secure random octets. */
export function randomOctets(count: number): Uint8Array {
  return randomBytes(count);
}

/** 32 hexadecimal digits with 122 cryptographically secure random bits. Takes a tenth of the time of {@link randomOctets}. */
export function randomDigits(): string {
  return randomUUID().replaceAll("-", "");
}

/** Compares octets in a time that depends only on their number. */
export function equalOctets(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Encodes text as UTF-8. A lone surrogate becomes U+FFFD. */
export function utf8Octets(text: string): Uint8Array<ArrayBuffer> {
  return Buffer.from(text, "utf8");
}

/** Decodes UTF-8. Invalid octets become U+FFFD; a byte order mark stays. */
export function utf8Text(octets: Uint8Array): string {
  return asBuffer(octets).toString("utf8");
}

/** Decodes UTF-8; `undefined` for octets that are not UTF-8. A byte order mark stays. */
export function strictUtf8Text(octets: Uint8Array): string | undefined {
  return isUtf8(octets) ? utf8Text(octets) : undefined;
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

/** Decodes canonical base64; `undefined` for any other text. */
export function base64Octets(text: string): Uint8Array<ArrayBuffer> | undefined {
  const octets = Buffer.from(text, "base64");
  return octets.toString("base64") === text ? octets : undefined;
}

/** Decodes base64 and base64url, padded or not. It skips other characters and ignores all text after the first `=`. */
export function looseBase64Octets(text: string): Uint8Array<ArrayBuffer> {
  return Buffer.from(text, "base64");
}

/** Lower-case hexadecimal digits. */
export function hexText(octets: Uint8Array): string {
  return asBuffer(octets).toString("hex");
}

/** Decodes lower-case hexadecimal digits; `undefined` for any other text. */
export function hexOctets(text: string): Uint8Array<ArrayBuffer> | undefined {
  const octets = Buffer.from(text, "hex");
  return octets.toString("hex") === text ? octets : undefined;
}

export function concatOctets(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Buffer.concat(pieces);
}

/** Shares the memory of the octets. */
function asBuffer(octets: Uint8Array): Buffer {
  return Buffer.isBuffer(octets) ? octets : Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
}

/** The command as a message shows it, so that it can be pasted: in a checkout, it runs from the source. */
export const COUNTERSIGN: string = import.meta.url.endsWith(".ts")
  ? "npm run -s countersign --"
  : "npx --no -- countersign";
