/** Reads and writes the part of DER (ITU-T X.690) that RSA keys and certificates need. */

import { concatOctets, hexOctets, hexText } from "./octets.ts";

const INTEGER = 0x02;
export const BIT_STRING = 0x03;
export const OCTET_STRING = 0x04;
export const OBJECT_IDENTIFIER = 0x06;
export const SEQUENCE = 0x30;
export const NULL: Uint8Array = Uint8Array.of(0x05, 0x00);

/** One value: its tag and its content, which for a sequence is again DER. */
export interface DerValue {
  readonly tag: number;
  readonly content: Uint8Array;
}

/**
 * The values of a sequence.
 *
 * @throws Error if the octets are not exactly one sequence
 */
export function readSequence(octets: Uint8Array): DerValue[] {
  const [value, ...further] = readValues(octets);
  if (value === undefined || further.length > 0) throw new Error("expected one DER value");
  return membersOf(value);
}

/** The values inside of a sequence. */
export function membersOf(value: DerValue | undefined): DerValue[] {
  return readValues(contentOf(value, SEQUENCE));
}

/** The content of a value that must have this tag. */
export function contentOf(value: DerValue | undefined, tag: number): Uint8Array {
  if (value?.tag !== tag) throw new Error(`expected the DER tag ${tag}, got ${value?.tag}`);
  return value.content;
}

/** An integer that must not be negative. */
export function integerOf(value: DerValue | undefined): bigint {
  const content = contentOf(value, INTEGER);
  if (content.length === 0 || content[0]! > 0x7f) throw new Error("expected a DER integer of 0 or more");
  return toInteger(content);
}

/** Values that follow each other. */
function readValues(octets: Uint8Array): DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at < octets.length; ) {
    const tag = octets[at]!;
    const [length, start] = readLength(octets, at + 1);
    at = start + length;
    if (at > octets.length) throw new Error("a DER value is cut");
    values.push({ tag, content: octets.subarray(start, at) });
  }
  return values;
}

/** The length of a content, and the index of its start. */
function readLength(octets: Uint8Array, at: number): readonly [length: number, start: number] {
  const first = octets[at];
  if (first === undefined) throw new Error("a DER value is cut");
  if (first < 0x80) return [first, at + 1];
  const count = first & 0x7f;
  // Four octets are enough for 4 GiB. Zero octets would be the indefinite length, which DER does not allow.
  if (count === 0 || count > 4 || at + count >= octets.length) throw new Error("a DER length is malformed");
  const start = at + 1 + count;
  return [octets.subarray(at + 1, start).reduce((length, octet) => length * 256 + octet, 0), start];
}

/** Writes one value. */
export function der(tag: number, ...contents: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const content = concatOctets(contents);
  const length = fromInteger(BigInt(content.length));
  const head = content.length < 0x80 ? [tag, content.length] : [tag, 0x80 | length.length, ...length];
  return concatOctets([Uint8Array.from(head), content]);
}

/** Writes an integer of 0 or more. A first octet of 0 marks a number that would look negative. */
export function derInteger(value: bigint): Uint8Array {
  const octets = fromInteger(value);
  return der(INTEGER, octets[0]! > 0x7f ? Uint8Array.of(0) : new Uint8Array(), octets);
}

/** Reads octets as a number in big-endian order; 0 for no octets. */
export function toInteger(octets: Uint8Array): bigint {
  return BigInt(`0x0${hexText(octets)}`);
}

/** The octets of a number of 0 or more: at least `length` of them, and at least one. */
export function fromInteger(value: bigint, length = 1): Uint8Array {
  const digits = value.toString(16);
  return hexOctets(digits.padStart(Math.max(digits.length + (digits.length % 2), 2 * length), "0"))!;
}
