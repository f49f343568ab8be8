/**
 * HMAC (RFC 2104) with a kept key, made of two native one-shot digests over kept pads.
 *
 * `createHmac` sets up a stream object for each message, which costs more than the digests do. The digests themselves
 * are node:crypto's; a law holds the result equal to `createHmac` for all lengths of key and message.
 *
 * @module
 */

import { hash as digest } from "node:crypto";
import type { Hash } from "./signature-methods.ts";

/** Octets of a block; a key is padded to one. */
const BLOCK: Readonly<Record<Hash, number>> = { sha1: 64, sha256: 64, sha512: 128 };

/** Octets of a digest. */
const DIGEST: Readonly<Record<Hash, number>> = { sha1: 20, sha256: 32, sha512: 64 };

/** Room for messages of usual length; longer ones get a buffer of their own. */
const KEPT_ROOM = 4096;

/**
 * Returns what computes the HMAC of a message with a key, in base64.
 *
 * Text stands for octets as latin1. Joined text is written to memory in that encoding without being flattened first.
 */
export function createHmacSigner(hash: Hash, key: string): (message: string | Uint8Array) => string {
  const block = BLOCK[hash];
  const padded = Buffer.alloc(block);
  const keyOctets = Buffer.from(key, "latin1");
  (keyOctets.length > block ? digest(hash, keyOctets, "buffer") : keyOctets).copy(padded);
  const inner = Buffer.alloc(block + KEPT_ROOM);
  let input = inner.subarray(0, block);
  const outer = Buffer.alloc(block + DIGEST[hash]);
  for (let index = 0; index < block; index++) {
    inner[index] = padded[index]! ^ 0x36;
    outer[index] = padded[index]! ^ 0x5c;
  }

  return (message) => {
    // Synchronous from here to the end, so the kept buffers are nobody else's.
    const length = block + message.length;
    if (length > inner.length) input = Buffer.concat([inner.subarray(0, block)], length);
    else if (length !== input.length) input = inner.subarray(0, length);
    if (typeof message === "string") input.write(message, block, "latin1");
    else input.set(message, block);
    // As text ("binary" is latin1) a digest costs half of what it costs as a buffer.
    outer.write(digest(hash, input, "binary"), block, "latin1");
    return digest(hash, outer, "base64");
  };
}
