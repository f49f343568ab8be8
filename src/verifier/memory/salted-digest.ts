/**
 * Digests that nobody outside can foresee.
 *
 * Clients choose their nonces. With a salt of the store's own they cannot choose them so that two digests meet, or so
 * that many fall into one bucket.
 *
 * @module
 */

import { hash, randomBytes } from "node:crypto";
import type { Digest } from "./digest-table.ts";

/** Returns what computes 96 bits of a salted SHA-256, under a salt of its own. */
export function createSaltedDigest(): (key: string | Uint8Array) => Digest {
  const salt = randomBytes(16).toString("base64url");
  const saltOctets = Buffer.from(salt);
  return (key) => {
    const input = typeof key === "string" ? salt + key : Buffer.concat([saltOctets, key]);
    // As text ("binary" is latin1) a digest costs half of what it costs as a buffer.
    const text = hash("sha256", input, "binary");
    return [wordAt(text, 0), wordAt(text, 4), wordAt(text, 8)];
  };
}

function wordAt(text: string, at: number): number {
  return (
    (text.charCodeAt(at) << 24) |
    (text.charCodeAt(at + 1) << 16) |
    (text.charCodeAt(at + 2) << 8) |
    text.charCodeAt(at + 3)
  );
}
