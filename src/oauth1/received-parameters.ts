/**
 * Parameters as they arrive, percent-encoded in one way or another: decoded once, for whoever reads them, and encoded
 * as the base string wants them (RFC 5849 3.4.1.3).
 *
 * Most arrive in the very encoding of RFC 5849 3.6, and then nothing has to be encoded again.
 *
 * @module
 */

import { formPieces } from "./form.ts";
import { type EncodedName, type EncodedParameter, encodedName, KEPT_NAMES } from "./parameters.ts";
import {
  decodeToOctets,
  type Encoded,
  encode,
  isUnreserved,
  mustBeWellFormed,
  type OctetText,
  octetText,
} from "./percent-encoding.ts";

/** A parameter, decoded and encoded. */
export interface ReceivedParameter extends EncodedParameter {
  readonly decodedName: OctetText;
  readonly decodedValue: OctetText;
}

interface ReceivedName {
  readonly decoded: OctetText;
  readonly encoded: EncodedName;
}

/** Reads parameters, and keeps the names it has read: a service has few. */
export class ParameterReader {
  readonly #names = new Map<string, ReceivedName>();

  /** The pairs of a query or form body; ASCII. */
  form(form: string): ReceivedParameter[] {
    const pieces = formPieces(form);
    const parameters: ReceivedParameter[] = [];
    for (let index = 0; index < pieces.length; index++) {
      const [name, value] = pieces[index]!;
      parameters.push(this.parameter(plusAsSpace(name), plusAsSpace(value)));
    }
    return parameters;
  }

  /** A name and a value as they stand in a header. */
  parameter(name: string, value: string): ReceivedParameter {
    const { decoded: decodedName, encoded } = this.#name(name);
    const { decoded: decodedValue, once, twice } = receivePiece(value);
    return { name: encoded, value: once, valueTwice: twice, decodedName, decodedValue };
  }

  #name(piece: string): ReceivedName {
    const known = this.#names.get(piece);
    if (known !== undefined) return known;
    const { decoded, once, twice } = receivePiece(piece);
    const name = { decoded, encoded: encodedName(once, twice) };
    if (this.#names.size < KEPT_NAMES) this.#names.set(piece, name);
    return name;
  }
}

function plusAsSpace(piece: string): string {
  return piece.includes("+") ? piece.replaceAll("+", "%20") : piece;
}

interface ReceivedPiece extends Encoded {
  readonly decoded: OctetText;
}

function receivePiece(piece: string): ReceivedPiece {
  if (!piece.includes("%")) {
    const { once, twice } = encode(piece);
    return { decoded: piece, once, twice };
  }
  return receiveCanonical(piece) ?? receiveAny(piece);
}

/** Decodes and encodes whatever it is. */
function receiveAny(piece: string): ReceivedPiece {
  const octets = decodeToOctets(mustBeWellFormed(piece));
  const { once, twice } = encode(octets);
  return { decoded: octetText(octets), once, twice };
}

const CANDIDATE_RE = /^[A-Za-z0-9._~%-]*$/;

/**
 * What is encoded as RFC 5849 3.6 says stays as it is. `undefined` for what is not: with a reserved character, or an
 * escape that is malformed, in lower case, or of an unreserved character.
 */
function receiveCanonical(piece: string): ReceivedPiece | undefined {
  if (!CANDIDATE_RE.test(piece)) return undefined;
  let isShort = true;
  let decoded = "";
  let twice = "";
  let afterEscape = 0;
  let afterPercent = 0;
  for (let percent = piece.indexOf("%"); percent !== -1; percent = piece.indexOf("%", afterEscape)) {
    const octet = escapedOctet(piece, percent);
    if (octet === NO_OCTET) return undefined;
    twice += piece.slice(afterPercent, percent);
    twice += "%25";
    decoded += piece.slice(afterEscape, percent);
    afterPercent = percent + 1;
    afterEscape = percent + 3;
    if (octet < 0x80) {
      decoded += CHARACTERS[octet];
      continue;
    }
    const second = piece.charCodeAt(afterEscape) === PERCENT ? escapedOctet(piece, afterEscape) : NO_OCTET;
    if (octet < 0xc2 || octet > 0xdf || second < 0x80 || second > 0xbf) {
      isShort = false;
      continue;
    }
    decoded += CHARACTERS[((octet & 0x1f) << 6) | (second & 0x3f)];
    twice += piece.slice(afterPercent, afterEscape);
    twice += "%25";
    afterPercent = afterEscape + 1;
    afterEscape += 3;
  }
  twice += piece.slice(afterPercent);
  decoded += piece.slice(afterEscape);
  return { decoded: isShort ? decoded : decodeLong(piece), once: piece, twice };
}

const PERCENT = 0x25;
const NO_OCTET = -1;
/** Those whose UTF-8 is at most two octets. */
const CHARACTERS: readonly string[] = Array.from({ length: 0x800 }, (_, octet) => String.fromCharCode(octet));

/** The octet of each upper-case hexadecimal digit, or more than any octet. */
const DIGIT = Int16Array.from({ length: 128 }, (_, unit) => {
  const digit = "0123456789ABCDEF".indexOf(String.fromCharCode(unit));
  return digit === -1 ? 0x1000 : digit;
});

function escapedOctet(piece: string, percent: number): number {
  if (percent + 2 >= piece.length) return NO_OCTET;
  const octet = DIGIT[piece.charCodeAt(percent + 1)]! * 16 + DIGIT[piece.charCodeAt(percent + 2)]!;
  return octet > 0xff || isUnreserved(octet) ? NO_OCTET : octet;
}

/** Longer sequences, and what is not UTF-8. */
function decodeLong(piece: string): OctetText {
  return octetText(decodeToOctets(piece));
}
