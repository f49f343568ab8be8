/**
 * Parameters as they arrive (RFC 5849 3.4.1.3): decoded once, for whoever reads them, and kept encoded for the base
 * string.
 *
 * Nearly all arrive in the very encoding of RFC 5849 3.6: what is signed is then what was sent, and one look at each
 * octet tells so. Whatever is spelled otherwise is decoded, and encoded as it should have been.
 *
 * @module
 */

import { afterScheme, afterSeparator, duplicated, readParameter } from "./authorization-header.ts";
import { OAuth1Error } from "./errors.ts";
import { pieceBetween } from "./form.ts";
import {
  compareOctets,
  endOfEncoded,
  endOfUnreserved,
  hasOctets,
  MOST_PER_OCTET,
  STOP,
  writeAmpersand,
  writeDecoded,
  writeEncoded,
  writeEncodedAgain,
  writeEqualsSign,
} from "./octets.ts";
import { decodeOctets, type OctetText, octetText } from "./percent-encoding.ts";
import { protocolNameAt } from "./protocol-names.ts";
import { sortInPlace } from "./sort.ts";
import type { TextLayout } from "./text-layout.ts";

/** Where a parameter stands. */
export type ParameterOrigin = "query" | "header" | "body";

/** A parameter, decoded, and where its encoded form stands. */
export interface ReceivedParameter {
  readonly origin: ParameterOrigin;
  /** Percent-encoded. */
  readonly name: string;
  readonly decodedName: OctetText;
  readonly decodedValue: OctetText;
  /** Octets, as sent. */
  readonly nameLength: number;
  readonly valueLength: number;
  /** The name's first eight characters as two numbers: mostly they differ, and numbers compare quicker. */
  readonly order: number;
  readonly orderAfter: number;
  /** Name and value, percent-encoded, in the memory of who read them. */
  readonly nameAt: number;
  readonly nameEnd: number;
  readonly valueAt: number;
  readonly valueEnd: number;
}

/** A text in the memory of who reads it. */
export interface LoadedText {
  /** One character for each octet. */
  readonly text: string;
  /** Where it starts in memory. */
  readonly at: number;
  readonly end: number;
}

/** A text and what was read of it. */
export interface ReceivedText extends LoadedText {
  readonly parameters: readonly ReceivedParameter[];
}

/** Enough for the requests that come every day; larger ones get memory for themselves. */
const USUAL = 65_536;

const AMPERSAND = 0x26;
const EQUALS_SIGN = 0x3d;
const COMMA = 0x2c;
const PLUS = 0x2b;
const SPACE = 0x20;
const QUOTE = 0x22;

/** Reads the parameters of one request after another. What it returns is good until the next {@link begin}. */
export class ParameterReader {
  /** The texts of the request, one after the other, and whatever had to be spelled anew. */
  #memory: Buffer = Buffer.alloc(USUAL);
  #end = 0;
  /** How far the memory has been read. */
  #at = 0;

  /** Starts a request. Memory that an unusual one needed is let go. */
  begin(): void {
    this.#end = 0;
    if (this.#memory.length > USUAL) this.#memory = Buffer.alloc(USUAL);
  }

  /** Takes a text in: latin1 for its octets. A header may hold more, where only the realm may and nobody signs it. */
  load(text: string): LoadedText {
    // Of a character beyond latin1 its low octet would be written: another character, whose octets would be signed.
    const octets = BEYOND_LATIN1_RE.test(text) ? text.replace(new RegExp(BEYOND_LATIN1_RE, "g"), "\xff") : text;
    const at = this.#end;
    this.#reserve(octets.length + 1);
    const end = at + this.#memory.write(octets, at, "latin1");
    this.#memory[end] = STOP;
    this.#end = end + 1;
    return { text: octets, at, end };
  }

  /**
   * Reads a query or form body.
   *
   * @param most - how many parameters there may be
   * @returns `undefined` for more than that
   */
  form(loaded: LoadedText, origin: ParameterOrigin, most: number): ReceivedParameter[] | undefined {
    const parameters: ReceivedParameter[] = [];
    for (let position = loaded.at; position < loaded.end; position = this.#at + 1) {
      this.#at = position;
      if (this.#memory[position] === AMPERSAND) continue;
      if (parameters.length === most) return undefined;
      const parameter =
        this.#formParameter(loaded, origin, position) ?? this.#oddFormParameter(loaded, origin, position);
      parameters.push(parameter);
    }
    return parameters;
  }

  /**
   * Reads an Authorization header value.
   *
   * @throws {@link OAuth1Error} `authorization-malformed`
   */
  header(loaded: LoadedText): ReceivedParameter[] {
    const { text, at } = loaded;
    const parameters: ReceivedParameter[] = [];
    let hasRealm = false;
    for (let index = afterScheme(text); index < text.length; index = this.#afterSeparator(loaded)) {
      const parameter = this.#headerParameter(loaded, at + index);
      if (parameter !== undefined) {
        parameters.push(parameter);
        continue;
      }
      const odd = readParameter(text, index);
      this.#at = at + odd.end;
      if (odd.name.toLowerCase() !== "realm") {
        parameters.push(this.#odd("header", mustBeAscii(odd.name), mustBeAscii(odd.value)));
      } else if (hasRealm) throw duplicated(odd.name);
      else hasRealm = true;
    }
    return parameters;
  }

  /**
   * Reads what is laid out like a text before.
   *
   * @param into - takes the parameters
   * @param longest - octets that a value may have
   * @returns whether it is, and all its values are text in the usual spelling
   */
  like(
    { text, at, end }: LoadedText,
    { places, ending }: TextLayout,
    longest: number,
    into: ReceivedParameter[],
  ): boolean {
    const memory = this.#memory;
    let position = at;
    for (let index = 0; index < places.length; index++) {
      const { before, nameAt, example } = places[index]!;
      if (!hasOctets(memory, position, before)) return false;
      const valueAt = position + before.length;
      const valueStop = endOfUnreserved(memory, valueAt);
      const valueEnd = endOfEncoded(memory, valueStop);
      if (valueEnd - valueAt > longest || valueEnd === -1) return false;
      const decodedValue =
        valueStop === valueEnd ? text.slice(valueAt - at, valueEnd - at) : this.#decoded(valueAt, valueEnd);
      if (typeof decodedValue !== "string") return false;
      const { origin, name, decodedName, nameLength, order, orderAfter } = example;
      into.push({
        origin,
        name,
        decodedName,
        decodedValue,
        nameLength,
        valueLength: valueEnd - valueAt,
        order,
        orderAfter,
        nameAt: position + nameAt,
        nameEnd: position + nameAt + nameLength,
        valueAt,
        valueEnd,
      });
      position = valueEnd;
    }
    return position + ending.length === end && hasOctets(memory, position, ending);
  }

  /**
   * The octets of the base string.
   *
   * @param beginning - method and URI, encoded, each with its ampersand
   * @param parameters - are sorted in place
   */
  baseString(beginning: string, parameters: ReceivedParameter[]): Buffer {
    const start = this.#end;
    const separators = parameters.length * "%26%3D".length;
    this.#reserve(beginning.length + separators + MOST_PER_OCTET * start);
    const memory = this.#memory;
    sortInPlace(parameters, (a, b) => this.#compare(a, b));
    let end = start + memory.write(beginning, start, "latin1");
    for (let index = 0; index < parameters.length; index++) {
      const { nameAt, nameEnd, valueAt, valueEnd } = parameters[index]!;
      if (index > 0) end = writeAmpersand(memory, end);
      end = writeEncodedAgain(memory, end, nameAt, nameEnd);
      end = writeEqualsSign(memory, end);
      end = writeEncodedAgain(memory, end, valueAt, valueEnd);
    }
    return memory.subarray(start, end);
  }

  #formParameter(loaded: LoadedText, origin: ParameterOrigin, position: number): ReceivedParameter | undefined {
    const memory = this.#memory;
    const nameStop = endOfUnreserved(memory, position);
    const nameEnd = endOfEncoded(memory, nameStop);
    const hasValue = memory[nameEnd] === EQUALS_SIGN;
    const valueAt = hasValue ? nameEnd + 1 : nameEnd;
    const valueStop = hasValue ? endOfUnreserved(memory, valueAt) : valueAt;
    const valueEnd = endOfEncoded(memory, valueStop);
    if (nameEnd === -1 || valueEnd === -1 || (memory[valueEnd] !== AMPERSAND && valueEnd !== loaded.end))
      return undefined;
    this.#at = valueEnd;
    return this.#parameter(loaded, origin, position, nameStop, nameEnd, valueAt, valueStop, valueEnd);
  }

  #headerParameter(loaded: LoadedText, position: number): ReceivedParameter | undefined {
    const memory = this.#memory;
    const nameStop = endOfUnreserved(memory, position);
    const nameEnd = endOfEncoded(memory, nameStop);
    if (nameEnd <= position || memory[nameEnd] !== EQUALS_SIGN || memory[nameEnd + 1] !== QUOTE) return undefined;
    const valueAt = nameEnd + 2;
    const valueStop = endOfUnreserved(memory, valueAt);
    const valueEnd = endOfEncoded(memory, valueStop);
    if (valueEnd === -1 || memory[valueEnd] !== QUOTE) return undefined;
    if (nameEnd - position === "realm".length && isRealm(loaded.text, position - loaded.at)) return undefined;
    this.#at = valueEnd + 1;
    return this.#parameter(loaded, "header", position, nameStop, nameEnd, valueAt, valueStop, valueEnd);
  }

  /** Where the next parameter starts, in the text. */
  #afterSeparator({ text, at: textAt }: LoadedText): number {
    const memory = this.#memory;
    const at = this.#at;
    // As nearly all clients write it.
    const isUsual = memory[at] === COMMA && memory[at + 1] === SPACE && memory[at + 2]! > SPACE;
    return isUsual ? at + 2 - textAt : afterSeparator(text, at - textAt);
  }

  #parameter(
    { text, at }: LoadedText,
    origin: ParameterOrigin,
    nameAt: number,
    nameStop: number,
    nameEnd: number,
    valueAt: number,
    valueStop: number,
    valueEnd: number,
  ): ReceivedParameter {
    const protocolName = protocolNameAt(this.#memory, nameAt, nameEnd);
    const name = protocolName ?? text.slice(nameAt - at, nameEnd - at);
    return {
      origin,
      name,
      decodedName: nameStop === nameEnd ? name : this.#decoded(nameAt, nameEnd),
      decodedValue: valueStop === valueEnd ? text.slice(valueAt - at, valueEnd - at) : this.#decoded(valueAt, valueEnd),
      nameLength: nameEnd - nameAt,
      valueLength: valueEnd - valueAt,
      order: this.#order(nameAt, nameEnd),
      orderAfter: this.#order(nameAt + 4, nameEnd),
      nameAt,
      nameEnd,
      valueAt,
      valueEnd,
    };
  }

  /** Four characters of a name, as orderOf has them. */
  #order(at: number, end: number): number {
    const memory = this.#memory;
    if (at + 4 <= end) return (memory[at]! << 24) | (memory[at + 1]! << 16) | (memory[at + 2]! << 8) | memory[at + 3]!;
    let order = 0;
    for (let index = at; index < at + 4; index++) order = (order << 8) | (index < end ? memory[index]! : 0);
    return order;
  }

  /** What a piece with escapes stands for. */
  #decoded(from: number, to: number): OctetText {
    // Behind everything, where the next may overwrite it.
    this.#reserve(to - from);
    const memory = this.#memory;
    const start = this.#end;
    const end = writeDecoded(memory, start, from, to);
    const decoded = memory.toString("utf8", start, end);
    // What is not UTF-8 leaves this character, which may also have come as itself.
    return decoded.includes("\ufffd") ? octetText(memory.subarray(start, end)) : decoded;
  }

  /** A parameter that is spelled in another way than RFC 5849 3.6 has it, as a form may. */
  #oddFormParameter({ text, at }: LoadedText, origin: ParameterOrigin, position: number): ReceivedParameter {
    const start = position - at;
    const mark = text.indexOf("&", start);
    const pieceEnd = mark === -1 ? text.length : mark;
    const [name, value] = pieceBetween(text, start, pieceEnd);
    this.#at = at + pieceEnd;
    return this.#odd(origin, name, value, true);
  }

  #odd(origin: ParameterOrigin, sentName: string, sentValue: string, isForm = false): ReceivedParameter {
    const nameOctets = octetsOf(sentName, isForm);
    const valueOctets = octetsOf(sentValue, isForm);
    const nameAt = this.#end;
    const nameEnd = this.#encode(nameOctets);
    const valueEnd = this.#encode(valueOctets);
    return {
      origin,
      name: this.#memory.toString("latin1", nameAt, nameEnd),
      decodedName: octetText(nameOctets),
      decodedValue: octetText(valueOctets),
      nameLength: sentName.length,
      valueLength: sentValue.length,
      order: this.#order(nameAt, nameEnd),
      orderAfter: this.#order(nameAt + 4, nameEnd),
      nameAt,
      nameEnd,
      valueAt: nameEnd,
      valueEnd,
    };
  }

  /** Puts octets, percent-encoded, behind everything; returns where they end. */
  #encode(octets: Uint8Array): number {
    this.#reserve(MOST_PER_OCTET * octets.length);
    this.#end = writeEncoded(this.#memory, this.#end, octets);
    return this.#end;
  }

  #reserve(octets: number): void {
    const needed = this.#end + octets;
    if (needed <= this.#memory.length) return;
    const larger = Buffer.allocUnsafe(2 * needed);
    this.#memory.copy(larger, 0, 0, this.#end);
    this.#memory = larger;
  }

  /** By name, then by value. */
  #compare(a: ReceivedParameter, b: ReceivedParameter): number {
    if (a.order !== b.order) return a.order - b.order;
    if (a.orderAfter !== b.orderAfter) return a.orderAfter - b.orderAfter;
    const memory = this.#memory;
    const byName = compareOctets(memory, a.nameAt, a.nameEnd, b.nameAt, b.nameEnd);
    return byName === 0 ? compareOctets(memory, a.valueAt, a.valueEnd, b.valueAt, b.valueEnd) : byName;
  }
}

const BEYOND_LATIN1_RE = /[^\x00-\xff]/;

/** The realm is no parameter (RFC 5849 3.4.1.3.1). */
function isRealm(text: string, at: number): boolean {
  return text.slice(at, at + "realm".length).toLowerCase() === "realm";
}

/** The octets that a piece stands for, which in a form may have plus signs for spaces. */
function octetsOf(piece: string, isForm: boolean): Uint8Array {
  const sent = Buffer.from(piece, "latin1");
  if (isForm) for (let index = 0; index < sent.length; index++) if (sent[index] === PLUS) sent[index] = SPACE;
  return decodeOctets(sent);
}

function mustBeAscii(piece: string): string {
  if (!/[^\x00-\x7f]/.test(piece)) return piece;
  throw new OAuth1Error("authorization-malformed", "the Authorization header holds octets that are not ASCII");
}
