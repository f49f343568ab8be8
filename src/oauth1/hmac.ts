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

/** The longest block. */
const MOST = 128;

/** Where a pad and the message behind it stand while they are hashed, of whatever key. Longer messages get memory that is let go. */
const ROOM = Buffer.alloc(MOST + 4096);

/** The last view of the room, by block. */
const VIEWS: Record<number, Buffer> = { 64: ROOM, 128: ROOM };

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
  const inner = padded.map((octet) => octet ^ 0x36);
  const outer = Buffer.alloc(block + DIGEST[hash]);
  outer.set(padded.map((octet) => octet ^ 0x5c));

  return (message) => {
    // Synchronous from here to the end, so the room is nobody else's.
    const input = viewOf(block, message.length);
    input.set(inner);
    if (typeof message === "string") input.write(message, block, "latin1");
    else input.set(message, block);
    // As text ("binary" is latin1) a digest costs half of what it costs as a buffer.
    outer.write(digest(hash, input, "binary"), block, "latin1");
    return digest(hash, outer, "base64");
  };
}

/** Memory for a block and a message, that ends with it. */
function viewOf(block: number, length: number): Buffer {
  if (MOST + length > ROOM.length) return Buffer.allocUnsafeSlow(block + length);
  const known = VIEWS[block]!;
  if (known.length === block + length) return known;
  const view = ROOM.subarray(MOST - block, MOST + length);
  VIEWS[block] = view;
  return view;
}
