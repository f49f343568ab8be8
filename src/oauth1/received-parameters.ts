/**
 * Parameters as they arrive (RFC 5849 3.4.1.3): decoded once, for whoever reads them, and encoded as the base string
 * wants them.
 *
 * Nearly all arrive in the very encoding of RFC 5849 3.6. These are read in one pass over octets, which decodes them
 * and encodes them a second time at once. Whatever is spelled otherwise is decoded and encoded step by step.
 *
 * @module
 */

import { afterScheme, afterSeparator, duplicated, readParameter } from "./authorization-header.ts";
import { OAuth1Error } from "./errors.ts";
import { pieceBetween } from "./form.ts";
import { orderOf } from "./parameters.ts";
import { decodeOctets, encode, isUnreserved, type OctetText, octetText } from "./percent-encoding.ts";
import { sortInPlace } from "./sort.ts";

/** A parameter, decoded, and where its encoded form stands. */
export interface ReceivedParameter {
  /** Percent-encoded. */
  readonly name: string;
  readonly decodedName: OctetText;
  readonly decodedValue: OctetText;
  /** As sent. */
  readonly valueLength: number;
  /** The name's first eight characters as two numbers: mostly they differ, and numbers compare quicker. */
  readonly order: number;
  readonly orderAfter: number;
  /** `%26name%3Dvalue`, encoded twice, in the memory of who read it: where it starts, its value starts, and it ends. */
  readonly start: number;
  readonly valueAt: number;
  readonly end: number;
}

/** An octet becomes five at most (`%2525`), and a parameter, which has two at least, gets six more. */
const MOST_PER_OCTET = 8;

/** Enough for the requests that come every day; larger ones get memory of their own. */
const USUAL = 16_384;

const PERCENT = 0x25;
const AMPERSAND = 0x26;
const EQUALS_SIGN = 0x3d;
const QUOTE = 0x22;

const STOPS = 0;
const STAYS = 1;
const ESCAPES = 2;
const KIND = Uint8Array.from({ length: 256 }, (_, octet) =>
  isUnreserved(octet) ? STAYS : octet === PERCENT ? ESCAPES : STOPS,
);

/** The value of each upper-case hexadecimal digit, or so much that no octet comes of it. */
const DIGIT = Int16Array.from({ length: 256 }, (_, octet) => {
  const digit = "0123456789ABCDEF".indexOf(String.fromCharCode(octet));
  return digit === -1 ? 0x1000 : digit;
});

/** Reads the parameters of one request after another. What it returns is good until the next {@link begin}. */
export class ParameterReader {
  #source: Buffer = Buffer.alloc(USUAL);
  #decoded: Buffer = Buffer.alloc(USUAL);
  #signed: Buffer = Buffer.alloc(USUAL * MOST_PER_OCTET);
  /** Where the next octet goes in `#signed`. */
  #end = 0;
  /** How far the source has been read. */
  #at = 0;
  /** Of the piece that was read last. */
  #decodedEnd = 0;
  #hasEscapes = false;
  #isAscii = true;

  /** Starts a request. Memory that an unusual one needed is let go. */
  begin(): void {
    this.#end = 0;
    if (this.#source.length > USUAL) this.#source = Buffer.alloc(USUAL);
    if (this.#decoded.length > USUAL) this.#decoded = Buffer.alloc(USUAL);
    if (this.#signed.length > USUAL * MOST_PER_OCTET) this.#signed = Buffer.alloc(USUAL * MOST_PER_OCTET);
  }

  #load(text: string): void {
    if (text.length > this.#source.length) {
      this.#source = Buffer.alloc(text.length);
      this.#decoded = Buffer.alloc(text.length);
    }
    this.#reserve(text.length * MOST_PER_OCTET);
    // Of a character beyond latin1 its low octet would be written: another character, whose octets would be signed.
    const octets = BEYOND_LATIN1_RE.test(text) ? text.replace(new RegExp(BEYOND_LATIN1_RE, "g"), "\xff") : text;
    this.#source.write(octets, 0, "latin1");
  }

  /** Reads a query or form body: its octets as latin1 text. */
  form(text: string): ReceivedParameter[] {
    const parameters: ReceivedParameter[] = [];
    const { length } = text;
    this.#load(text);
    for (let position = 0; position < length; position = this.#at + 1) {
      this.#at = position;
      if (this.#source[position] === AMPERSAND) continue;
      parameters.push(this.#formParameter(text, position, length) ?? this.#oddFormParameter(text, position, length));
    }
    return parameters;
  }

  /**
   * Reads an Authorization header value. Only the realm, which nobody signs, may hold anything but ASCII.
   *
   * @throws {@link OAuth1Error} `authorization-malformed`
   */
  header(text: string): ReceivedParameter[] {
    const parameters: ReceivedParameter[] = [];
    let hasRealm = false;
    this.#load(text);
    for (let position = afterScheme(text); position < text.length; position = afterSeparator(text, this.#at)) {
      const parameter = this.#headerParameter(text, position);
      if (parameter !== undefined) {
        parameters.push(parameter);
        continue;
      }
      const { name, value, end } = readParameter(text, position);
      this.#at = end;
      if (name.toLowerCase() !== "realm") parameters.push(this.#odd(mustBeAscii(name), mustBeAscii(value)));
      else if (hasRealm) throw duplicated(name);
      else hasRealm = true;
    }
    return parameters;
  }

  /**
   * The octets of the base string, put together behind the parameters.
   *
   * @param beginning - method and URI, encoded, each with its ampersand
   */
  baseString(beginning: string, parameters: ReceivedParameter[]): Buffer {
    const start = this.#end;
    this.#reserve(beginning.length + start);
    const memory = this.#signed;
    let end = start + memory.write(beginning, start, "latin1");
    sortInPlace(parameters, (a, b) => this.#compare(a, b));
    for (let index = 0; index < parameters.length; index++) {
      const parameter = parameters[index]!;
      const from = index === 0 ? parameter.start + "%26".length : parameter.start;
      memory.copyWithin(end, from, parameter.end);
      end += parameter.end - from;
    }
    return memory.subarray(start, end);
  }

  #formParameter(text: string, position: number, length: number): ReceivedParameter | undefined {
    const start = this.#end;
    this.#separate(DIGIT_2, DIGIT_6);
    if (!this.#piece(position, length)) return this.#undo(start);
    const nameEnd = this.#at;
    const name = text.slice(position, nameEnd);
    const decodedName = this.#hasEscapes ? this.#decodedPiece() : name;
    this.#separate(DIGIT_3, LETTER_D);
    const valueAt = this.#end;
    let valueStart = nameEnd;
    if (nameEnd < length && this.#source[nameEnd] === EQUALS_SIGN) {
      valueStart += 1;
      if (!this.#piece(valueStart, length)) return this.#undo(start);
    } else {
      this.#nothing();
    }
    if (this.#at < length && this.#source[this.#at] !== AMPERSAND) return this.#undo(start);
    return this.#parameter(text, name, decodedName, position, valueStart, start, valueAt);
  }

  #headerParameter(text: string, position: number): ReceivedParameter | undefined {
    const start = this.#end;
    this.#separate(DIGIT_2, DIGIT_6);
    const hasName = this.#piece(position, text.length) && this.#at > position;
    const nameEnd = this.#at;
    if (!hasName || this.#source[nameEnd] !== EQUALS_SIGN || this.#source[nameEnd + 1] !== QUOTE)
      return this.#undo(start);
    if (nameEnd - position === "realm".length && text.slice(position, nameEnd).toLowerCase() === "realm")
      return this.#undo(start);
    const name = text.slice(position, nameEnd);
    const decodedName = this.#hasEscapes ? this.#decodedPiece() : name;
    this.#separate(DIGIT_3, LETTER_D);
    const valueAt = this.#end;
    const valueStart = nameEnd + 2;
    if (!this.#piece(valueStart, text.length) || this.#at >= text.length || this.#source[this.#at] !== QUOTE)
      return this.#undo(start);
    const parameter = this.#parameter(text, name, decodedName, position, valueStart, start, valueAt);
    this.#at += 1;
    return parameter;
  }

  #parameter(
    text: string,
    name: string,
    decodedName: OctetText,
    position: number,
    valueStart: number,
    start: number,
    valueAt: number,
  ): ReceivedParameter {
    return {
      name,
      decodedName,
      decodedValue: this.#decodedText(text, valueStart),
      valueLength: this.#at - valueStart,
      order: this.#order(position, position + name.length),
      orderAfter: this.#order(position + 4, position + name.length),
      start,
      valueAt,
      end: this.#end,
    };
  }

  /** What orderOf says of the same name. */
  #order(at: number, end: number): number {
    const source = this.#source;
    if (at + 4 <= end) return (source[at]! << 24) | (source[at + 1]! << 16) | (source[at + 2]! << 8) | source[at + 3]!;
    let order = 0;
    for (let index = at; index < at + 4; index++) order = (order << 8) | (index < end ? source[index]! : 0);
    return order;
  }

  /** Reads to the first octet that is neither unreserved nor an escape; whether all escapes were canonical. */
  #piece(from: number, length: number): boolean {
    const source = this.#source;
    const decoded = this.#decoded;
    const signed = this.#signed;
    let at = from;
    let end = this.#end;
    let decodedEnd = 0;
    let isAscii = true;
    for (; at < length; at++) {
      const octet = source[at]!;
      const kind = KIND[octet]!;
      if (kind === STAYS) {
        signed[end++] = octet;
        decoded[decodedEnd++] = octet;
        continue;
      }
      if (kind === STOPS) break;
      const escaped = at + 2 < length ? DIGIT[source[at + 1]!]! * 16 + DIGIT[source[at + 2]!]! : NO_OCTET;
      if (escaped > 0xff || KIND[escaped] === STAYS) return false;
      if (escaped > 0x7f) isAscii = false;
      decoded[decodedEnd++] = escaped;
      signed[end] = PERCENT;
      signed[end + 1] = DIGIT_2;
      signed[end + 2] = DIGIT_5;
      signed[end + 3] = source[at + 1]!;
      signed[end + 4] = source[at + 2]!;
      end += 5;
      at += 2;
    }
    this.#at = at;
    this.#end = end;
    this.#decodedEnd = decodedEnd;
    this.#hasEscapes = decodedEnd < at - from;
    this.#isAscii = isAscii;
    return true;
  }

  /** An absent value. */
  #nothing(): void {
    this.#decodedEnd = 0;
    this.#hasEscapes = false;
    this.#isAscii = true;
  }

  /** The piece that was read last, which starts at a place of the text. */
  #decodedText(text: string, start: number): OctetText {
    return this.#hasEscapes ? this.#decodedPiece() : text.slice(start, this.#at);
  }

  #decodedPiece(): OctetText {
    if (this.#isAscii) return this.#decoded.toString("latin1", 0, this.#decodedEnd);
    const decoded = this.#decoded.toString("utf8", 0, this.#decodedEnd);
    // What is not UTF-8 leaves this character, which may also have come as itself.
    return decoded.includes("\ufffd") ? octetText(this.#decoded.subarray(0, this.#decodedEnd)) : decoded;
  }

  #separate(high: number, low: number): void {
    const end = this.#end;
    this.#signed[end] = PERCENT;
    this.#signed[end + 1] = high;
    this.#signed[end + 2] = low;
    this.#end = end + 3;
  }

  #undo(end: number): undefined {
    this.#end = end;
    return undefined;
  }

  /** A parameter that is spelled in another way than RFC 5849 3.6 has it, as a form may. */
  #oddFormParameter(text: string, position: number, length: number): ReceivedParameter {
    const mark = text.indexOf("&", position);
    const end = mark === -1 ? length : mark;
    const [name, value] = pieceBetween(text, position, end);
    this.#at = end;
    return this.#odd(plusAsSpace(name), plusAsSpace(value), value.length);
  }

  #odd(sentName: string, sentValue: string, valueLength = sentValue.length): ReceivedParameter {
    const nameOctets = decodeOctets(Buffer.from(sentName, "latin1"));
    const valueOctets = decodeOctets(Buffer.from(sentValue, "latin1"));
    const name = encode(nameOctets);
    const value = encode(valueOctets);
    const start = this.#end;
    this.#reserve(name.twice.length + value.twice.length + 6);
    this.#write("%26");
    this.#write(name.twice);
    this.#write("%3D");
    const valueAt = this.#end;
    this.#write(value.twice);
    return {
      name: name.once,
      decodedName: octetText(nameOctets),
      decodedValue: octetText(valueOctets),
      valueLength,
      order: orderOf(name.once),
      orderAfter: orderOf(name.once, 4),
      start,
      valueAt,
      end: this.#end,
    };
  }

  #write(ascii: string): void {
    this.#end += this.#signed.write(ascii, this.#end, "latin1");
  }

  #reserve(octets: number): void {
    const needed = this.#end + octets;
    if (needed <= this.#signed.length) return;
    const larger = Buffer.allocUnsafe(2 * needed);
    this.#signed.copy(larger, 0, 0, this.#end);
    this.#signed = larger;
  }

  /** By name, then by value: text that is encoded twice has the order of what is encoded once. */
  #compare(a: ReceivedParameter, b: ReceivedParameter): number {
    if (a.order !== b.order) return a.order - b.order;
    if (a.orderAfter !== b.orderAfter) return a.orderAfter - b.orderAfter;
    if (a.name !== b.name) return a.name < b.name ? -1 : 1;
    return this.#signed.compare(this.#signed, b.valueAt, b.end, a.valueAt, a.end);
  }
}

const NO_OCTET = 0x1000;
const DIGIT_2 = 0x32;
const DIGIT_3 = 0x33;
const DIGIT_5 = 0x35;
const DIGIT_6 = 0x36;
const LETTER_D = 0x44;

const BEYOND_LATIN1_RE = /[^\x00-\xff]/;

function plusAsSpace(piece: string): string {
  return piece.includes("+") ? piece.replaceAll("+", "%20") : piece;
}

function mustBeAscii(piece: string): string {
  if (!/[^\x00-\x7f]/.test(piece)) return piece;
  throw new OAuth1Error("authorization-malformed", "the Authorization header holds octets that are not ASCII");
}
