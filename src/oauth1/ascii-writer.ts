/**
 * Builds ASCII text octet by octet. Text joined with `+` has to be flattened before it can be hashed, which costs more.
 *
 * @module
 */

import { percentEncode } from "./percent-encoding.ts";

const PERCENT = 0x25;
const HEX_DIGITS = Buffer.from("0123456789ABCDEF", "latin1");

/** 1 for each ASCII character that percent-encoding leaves as it is. */
const STAYS = Uint8Array.from({ length: 128 }, (_, unit) =>
  percentEncode(String.fromCharCode(unit)).length === 1 ? 1 : 0,
);

/** Writes ASCII text as it is; returns where the next octet goes. */
export function writeAscii(out: Buffer, at: number, ascii: string): number {
  for (let index = 0; index < ascii.length; index++) out[at + index] = ascii.charCodeAt(index);
  return at + ascii.length;
}

/** Writes `%XX`; returns where the next octet goes. */
export function writeEscape(out: Buffer, at: number, octet: number): number {
  out[at] = PERCENT;
  out[at + 1] = HEX_DIGITS[octet >> 4]!;
  out[at + 2] = HEX_DIGITS[octet & 15]!;
  return at + 3;
}

/**
 * Writes ASCII text percent-encoded; returns where the next octet goes. What is encoded already is encoded a second
 * time by this, which is how names and values get into the base string.
 */
export function writeEncoded(out: Buffer, at: number, ascii: string): number {
  let end = at;
  for (let index = 0; index < ascii.length; index++) {
    const unit = ascii.charCodeAt(index);
    if (STAYS[unit] === 1) out[end++] = unit;
    else end = writeEscape(out, end, unit);
  }
  return end;
}

/** Kept for texts of usual length. */
const SCRATCH = Buffer.alloc(16_384);

/** A buffer to build a text in and read it out of at once: the next caller gets the same one. */
export function roomFor(octets: number): Buffer {
  return octets <= SCRATCH.length ? SCRATCH : Buffer.allocUnsafe(octets);
}
