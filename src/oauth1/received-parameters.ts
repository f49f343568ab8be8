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
  writePart,
} from "./octets.ts";
import { orderOf } from "./parameters.ts";
import { decodeOctets, type OctetText, octetText } from "./percent-encoding.ts";
import { protocolNameAt } from "./protocol-names.ts";
import { sortInPlace } from "./sort.ts";
import type { TextLayout } from "./text-layout.ts";

/** Where a parameter stands. */
export type ParameterOrigin = "query" | "header" | "body";

/** The name of a parameter, and all that it tells. */
export interface ReceivedName {
  readonly origin: ParameterOrigin;
  /** Percent-encoded. */
  readonly encoded: string;
  readonly decoded: OctetText;
  /** Octets, as sent. */
  readonly sentLength: number;
  /** Whether it belongs to the protocol, known or not (RFC 5849 3.1). */
  readonly isProtocol: boolean;
  /** Its first eight characters as two numbers: mostly they differ, and numbers compare quicker. */
  readonly order: number;
  readonly orderAfter: number;
}

/** A parameter, decoded, and where its encoded form stands. */
export interface ReceivedParameter {
  readonly name: ReceivedName;
  /** Decoded. */
  readonly value: OctetText;
  /** Octets of the value, as sent. */
  readonly sentLength: number;
  /** Name and value, percent-encoded, in the memory of who read them. */
  readonly nameAt: number;
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

/** All names that begin with `oauth_` belong to the protocol: four characters, and two more. */
const PROTOCOL = orderOf("oauth_");
const PROTOCOL_AFTER = orderOf("oauth_", 4) >>> 16;

const AMPERSAND = 0x26;
const EQUALS_SIGN = 0x3d;
const COMMA = 0x2c;
const PLUS = 0x2b;
const SPACE = 0x20;
const QUOTE = 0x22;

/** Reads the parameters of one request after another. What it returns is good until the next {@link clear}. */
export class ParameterReader {
  /** The texts of the request, one after the other, and whatever had to be spelled anew. */
  #memory: Buffer = Buffer.alloc(USUAL);
  #end = 0;
  /** How far the memory has been read. */
  #at = 0;

  /** Lets go of what was read, and of the memory that an unusual request needed. */
  clear(): void {
    this.#end = 0;
    if (this.#memory.length > USUAL) this.#memory = Buffer.alloc(USUAL);
  }

  /** Takes a text in: octets, or a header. Of that only the realm, which nobody signs, may hold more than octets. */
  load(text: string | Uint8Array): LoadedText {
    const at = this.#end;
    const end = at + text.length;
    this.#reserve(text.length + 1);
    const memory = this.#memory;
    // Of a character beyond latin1 its low octet would be written: another character, whose octets would be signed.
    const octets =
      typeof text === "string" && BEYOND_LATIN1_RE.test(text)
        ? text.replace(new RegExp(BEYOND_LATIN1_RE, "g"), "\xff")
        : text;
    if (typeof octets === "string") memory.write(octets, at, "latin1");
    else memory.set(octets, at);
    memory[end] = STOP;
    this.#end = end + 1;
    return { text: typeof octets === "string" ? octets : memory.toString("latin1", at, end), at, end };
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
      const { before, nameAt, name } = places[index]!;
      if (!hasOctets(memory, position, before)) return false;
      const valueAt = position + before.length;
      const valueStop = endOfUnreserved(memory, valueAt);
      const valueEnd = endOfEncoded(memory, valueStop);
      if (valueEnd - valueAt > longest || valueEnd === -1) return false;
      const value = valueStop === valueEnd ? text.slice(valueAt - at, valueEnd - at) : this.#decoded(valueAt, valueEnd);
      if (typeof value !== "string") return false;
      into.push({ name, value, sentLength: valueEnd - valueAt, nameAt: position + nameAt, valueAt, valueEnd });
      position = valueEnd;
    }
    return position + ending.length === end && hasOctets(memory, position, ending);
  }

  /**
   * The octets of the base string.
   *
   * @param method - encoded, as octets
   * @param uri - the base string URI, encoded, as octets
   * @param parameters - are sorted in place
   */
  baseString(method: Uint8Array, uri: Uint8Array, parameters: ReceivedParameter[]): Buffer {
    const start = this.#end;
    const separators = parameters.length * "%26%3D".length;
    this.#reserve(method.length + uri.length + "&&".length + separators + MOST_PER_OCTET * start);
    const memory = this.#memory;
    sortInPlace(parameters, (a, b) => this.#compare(a, b));
    let end = writePart(memory, start, method);
    end = writePart(memory, end, uri);
    for (let index = 0; index < parameters.length; index++) {
      const { name, nameAt, valueAt, valueEnd } = parameters[index]!;
      if (index > 0) end = writeAmpersand(memory, end);
      end = writeEncodedAgain(memory, end, nameAt, nameAt + name.encoded.length);
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
    const encoded = protocolNameAt(this.#memory, nameAt, nameEnd) ?? text.slice(nameAt - at, nameEnd - at);
    const decoded = nameStop === nameEnd ? encoded : this.#decoded(nameAt, nameEnd);
    return {
      name: this.#name(origin, encoded, decoded, nameEnd - nameAt, nameAt),
      value: valueStop === valueEnd ? text.slice(valueAt - at, valueEnd - at) : this.#decoded(valueAt, valueEnd),
      sentLength: valueEnd - valueAt,
      nameAt,
      valueAt,
      valueEnd,
    };
  }

  #name(origin: ParameterOrigin, encoded: string, decoded: OctetText, sentLength: number, at: number): ReceivedName {
    const order = this.#order(at, at + encoded.length);
    const orderAfter = this.#order(at + 4, at + encoded.length);
    const isProtocol = order === PROTOCOL && orderAfter >>> 16 === PROTOCOL_AFTER;
    return { origin, encoded, decoded, sentLength, isProtocol, order, orderAfter };
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
    const valueAt = this.#encode(nameOctets);
    const valueEnd = this.#encode(valueOctets);
    const encoded = this.#memory.toString("latin1", nameAt, valueAt);
    return {
      name: this.#name(origin, encoded, octetText(nameOctets), sentName.length, nameAt),
      value: octetText(valueOctets),
      sentLength: sentValue.length,
      nameAt,
      valueAt,
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
    const { name, nameAt } = a;
    const { name: other, nameAt: otherAt } = b;
    if (name.order !== other.order) return name.order - other.order;
    if (name.orderAfter !== other.orderAfter) return name.orderAfter - other.orderAfter;
    const memory = this.#memory;
    const byName = compareOctets(memory, nameAt, nameAt + name.encoded.length, otherAt, otherAt + other.encoded.length);
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
