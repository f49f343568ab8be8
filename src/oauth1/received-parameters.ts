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
  encodeAgain,
  mustBeWellFormed,
  octetText,
  type OctetText,
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
  if (CANONICAL_RE.test(piece)) return { decoded: decodeCanonical(piece), once: piece, twice: encodeAgain(piece) };
  const octets = decodeToOctets(mustBeWellFormed(piece));
  const { once, twice } = encode(octets);
  return { decoded: octetText(octets), once, twice };
}

/** Unreserved characters as they are, and escapes of all other octets with upper-case digits. */
const CANONICAL_RE = /^(?:[A-Za-z0-9._~-]|%(?:[0189A-F][0-9A-F]|2[0-9A-CF]|3[A-F]|40|5[B-E]|60|7[B-DF]))*$/;

/** The platform decodes UTF-8 as strictly, and quicker; what is not UTF-8 it refuses. */
function decodeCanonical(piece: string): OctetText {
  try {
    return decodeURIComponent(piece);
  } catch {
    return octetText(decodeToOctets(piece));
  }
}
