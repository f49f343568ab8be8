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

/** Octets of a message of usual length; longer ones get memory that is let go. */
const USUAL = 4096;

/** Where a pad and the message behind it stand while they are hashed: one key's after the other's. */
interface Room {
  readonly memory: Buffer;
  /** So much of it as was used last. */
  view: Buffer;
  /** The pad that stands there. */
  pad: Uint8Array | undefined;
}

const ROOMS: Readonly<Record<number, Room>> = { 64: newRoom(64), 128: newRoom(128) };

function newRoom(block: number): Room {
  const memory = Buffer.alloc(block + USUAL);
  return { memory, view: memory, pad: undefined };
}

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

  const room = ROOMS[block]!;
  return (message) => {
    // Synchronous from here to the end, so the room is nobody else's.
    const input = inputOf(room, inner, message.length);
    if (typeof message === "string") input.write(message, block, "latin1");
    else input.set(message, block);
    // As text ("binary" is latin1) a digest costs half of what it costs as a buffer.
    outer.write(digest(hash, input, "binary"), block, "latin1");
    return digest(hash, outer, "base64");
  };
}

/** Memory that begins with a pad and has place for a message. */
function inputOf(room: Room, pad: Uint8Array, messageLength: number): Buffer {
  const length = pad.length + messageLength;
  if (length > room.memory.length) {
    const input = Buffer.allocUnsafeSlow(length);
    input.set(pad);
    return input;
  }
  if (room.pad !== pad) room.memory.set(pad);
  room.pad = pad;
  if (room.view.length !== length) room.view = room.memory.subarray(0, length);
  return room.view;
}
