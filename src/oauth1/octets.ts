/**
 * Percent-encoding (RFC 5849 3.6) of octets in memory: each function reads a piece, or writes one and returns where it ends.
 *
 * Whoever calls has made sure that there is room.
 *
 * @module
 */

import { isUnreserved } from "./percent-encoding.ts";

/** An octet becomes three at most, where it is encoded, and of encoded text where that is encoded again. */
export const MOST_PER_OCTET = 3;

const AMPERSAND = 0x26;
const PERCENT = 0x25;
const DIGITS = "0123456789ABCDEF";
const NO_DIGIT = 0x1000;

/** What stands behind a text in memory, so that nothing reads on: no encoded text holds it. */
export const STOP = 0;

/** Whether an octet stays as it is where text is encoded. */
const STAYS: Uint8Array = Uint8Array.from({ length: 256 }, (_, octet) => (isUnreserved(octet) ? 1 : 0));

/** The value of each upper-case hexadecimal digit, or so much that no octet comes of it. */
const DIGIT = Int16Array.from({ length: 256 }, (_, octet) => {
  const digit = DIGITS.indexOf(String.fromCharCode(octet));
  return digit === -1 ? NO_DIGIT : digit;
});

/** Where the unreserved characters end that start at a place. */
export function endOfUnreserved(memory: Uint8Array, from: number): number {
  let at = from;
  while (STAYS[memory[at]!] === 1) at += 1;
  return at;
}

/** Where encoded text ends whose unreserved characters have been read; -1 where an escape in it is not canonical. */
export function endOfEncoded(memory: Uint8Array, from: number): number {
  let at = from;
  while (memory[at] === PERCENT) {
    const octet = escapedOctet(memory, at);
    if (octet > 0xff || STAYS[octet] === 1) return -1;
    at = endOfUnreserved(memory, at + 3);
  }
  return at;
}

/** What the escape at a place stands for; where it is cut off, or its digits are not upper-case ones, more than an octet can be. */
function escapedOctet(memory: Uint8Array, at: number): number {
  return DIGIT[memory[at + 1]!]! * 16 + DIGIT[memory[at + 2]!]!;
}

/** Writes octets, percent-encoded. */
export function writeEncoded(memory: Uint8Array, start: number, octets: Uint8Array): number {
  let end = start;
  for (let index = 0; index < octets.length; index++) {
    const octet = octets[index]!;
    if (STAYS[octet] === 1) {
      memory[end++] = octet;
    } else {
      memory[end++] = PERCENT;
      memory[end++] = DIGITS.charCodeAt(octet >> 4);
      memory[end++] = DIGITS.charCodeAt(octet & 15);
    }
  }
  return end;
}

/** Writes what a piece stands for, whose escapes are all canonical. */
export function writeDecoded(memory: Uint8Array, start: number, from: number, to: number): number {
  let end = start;
  for (let at = from; at < to; at++) {
    const octet = memory[at]!;
    if (octet === PERCENT) {
      memory[end++] = escapedOctet(memory, at);
      at += 2;
    } else {
      memory[end++] = octet;
    }
  }
  return end;
}

/** Writes a piece that is encoded already once more encoded: of it, percent signs alone change. */
export function writeEncodedAgain(memory: Uint8Array, start: number, from: number, to: number): number {
  let end = start;
  for (let at = from; at < to; at++) {
    const octet = memory[at]!;
    memory[end++] = octet;
    if (octet === PERCENT) {
      memory[end++] = 0x32;
      memory[end++] = 0x35;
    }
  }
  return end;
}

/** Writes a part of the base string that is encoded already, and the ampersand behind it. */
export function writePart(memory: Uint8Array, start: number, part: Uint8Array): number {
  const end = start + part.length;
  memory.set(part, start);
  memory[end] = AMPERSAND;
  return end + 1;
}

/** Writes `%26`. */
export function writeAmpersand(memory: Uint8Array, end: number): number {
  memory[end] = PERCENT;
  memory[end + 1] = 0x32;
  memory[end + 2] = 0x36;
  return end + 3;
}

/** Writes `%3D`. */
export function writeEqualsSign(memory: Uint8Array, end: number): number {
  memory[end] = PERCENT;
  memory[end + 1] = 0x33;
  memory[end + 2] = 0x44;
  return end + 3;
}

/** Whether octets stand at a place. Looks from the end, where names that start alike differ. */
export function hasOctets(memory: Uint8Array, at: number, octets: Uint8Array): boolean {
  for (let index = octets.length - 1; index >= 0; index--) if (memory[at + index] !== octets[index]) return false;
  return true;
}

/** Compares two pieces octet by octet; what begins the other comes first. */
export function compareOctets(memory: Uint8Array, at: number, end: number, otherAt: number, otherEnd: number): number {
  const both = Math.min(end - at, otherEnd - otherAt);
  for (let index = 0; index < both; index++) {
    const difference = memory[at + index]! - memory[otherAt + index]!;
    if (difference !== 0) return difference;
  }
  return end - at - (otherEnd - otherAt);
}
