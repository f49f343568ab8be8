/**
 * HalfSipHash-2-4 with 64 bits of output (Aumasson and Bernstein), a keyed hash for tables: quick for short texts, and
 * nobody without the key can foresee it. No octet of it ever leaves the process.
 *
 * Clients choose their nonces. Under a key of the store's own they cannot choose them so that two hashes meet, or so
 * that many fall into one bucket.
 *
 * @module
 */

import { randomBytes } from "node:crypto";
import type { Digest } from "./digest-table.ts";

/** Returns what hashes texts under a key of its own. */
export function createKeyedHash(key: Uint8Array = randomBytes(8)): (text: string) => Digest {
  const view = new DataView(key.buffer, key.byteOffset, 8);
  const first = view.getInt32(0, true);
  const second = view.getInt32(4, true);
  return (text) => hash(text, first, second);
}

/** What is hashed are the text's UTF-16 code units, little endian, of which any text has some: surrogates may be alone. */
function hash(text: string, key: number, otherKey: number): Digest {
  const state = { v0: key, v1: otherKey ^ 0xee, v2: key ^ 0x6c796765, v3: otherKey ^ 0x74656462 };
  for (let at = 0; at <= text.length; at += 2) {
    const word = wordAt(text, at);
    state.v3 ^= word;
    mix(state);
    mix(state);
    state.v0 ^= word;
  }
  state.v2 ^= 0xee;
  const first = finish(state);
  state.v1 ^= 0xdd;
  return [first, finish(state)];
}

interface State {
  v0: number;
  v1: number;
  v2: number;
  v3: number;
}

function finish(state: State): number {
  for (let round = 0; round < 4; round++) mix(state);
  return state.v1 ^ state.v3;
}

/** One round. */
function mix(state: State): void {
  let { v0, v1, v2, v3 } = state;
  v0 = (v0 + v1) | 0;
  v1 = rotate(v1, 5) ^ v0;
  v0 = rotate(v0, 16);
  v2 = (v2 + v3) | 0;
  v3 = rotate(v3, 8) ^ v2;
  v0 = (v0 + v3) | 0;
  v3 = rotate(v3, 7) ^ v0;
  v2 = (v2 + v1) | 0;
  v1 = rotate(v1, 13) ^ v2;
  v2 = rotate(v2, 16);
  state.v0 = v0;
  state.v1 = v1;
  state.v2 = v2;
  state.v3 = v3;
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

/** Two units of a text; the last word ends with the number of octets. */
function wordAt(text: string, at: number): number {
  if (at + 1 < text.length) return text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
  return (at < text.length ? text.charCodeAt(at) : 0) | (text.length << 25);
}
