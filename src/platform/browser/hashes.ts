/** Hashes and HMAC with @noble/hashes. */

import { hmac as nobleHmac } from "@noble/hashes/hmac.js";
import { md5, sha1 } from "@noble/hashes/legacy.js";
import { sha224, sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import type { HashName } from "../types.ts";
import { base64Text, hexText, utf8Octets } from "./octets.ts";

const HASHES = { md5, sha1, sha224, sha256, sha384, sha512 };

/** The digest of octets, or of text as UTF-8. */
export function digest(hash: HashName, message: string | Uint8Array): Uint8Array {
  return HASHES[hash](octetsOf(message));
}

/** Like {@link digest}, in lower-case hexadecimal digits. */
export function hexDigest(hash: HashName, message: string | Uint8Array): string {
  return hexText(digest(hash, message));
}

/** HMAC (RFC 2104). Text is encoded as UTF-8. */
export function hmac(hash: HashName, key: string | Uint8Array, message: string | Uint8Array): Uint8Array {
  return nobleHmac(HASHES[hash], octetsOf(key), octetsOf(message));
}

/** Like {@link hmac}, in base64. */
export function hmacBase64(hash: HashName, key: string | Uint8Array, message: string | Uint8Array): string {
  return base64Text(hmac(hash, key, message));
}

function octetsOf(message: string | Uint8Array): Uint8Array {
  return typeof message === "string" ? utf8Octets(message) : message;
}
