/**
 * Where a wrong percent-encoder does harm: in all that is signed, or in names and values alone.
 *
 * @module
 */

import type { Apply } from "./fault.ts";

/** Makes a wrong encoder of the right one, so that two mistakes add up. */
export type EncoderChange = (encode: (octets: Uint8Array) => string) => (octets: Uint8Array) => string;

/** One wrong encoder for names, values, secrets and the parts of the base string, as most clients have. */
export function everywhere(change: EncoderChange): Apply {
  return (stages) => ({ ...stages, percentEncode: change(stages.percentEncode) });
}

/** Wrong in names and values; the parts of the base string are encoded rightly. */
export function inParameters(change: EncoderChange): Apply {
  return (stages) => ({
    ...stages,
    encodeParameters: (parameters, all) =>
      stages.encodeParameters(parameters, { ...all, percentEncode: change(all.percentEncode) }),
  });
}

/** Wrong in all but the secrets, which another function encodes. */
export function besideTheKey(change: EncoderChange): Apply {
  return (stages) => ({
    ...everywhere(change)(stages),
    key: (secrets, all) => stages.key(secrets, { ...all, percentEncode: stages.percentEncode }),
  });
}

/** Wrong in the form or query that is sent; what is signed is right. */
export function inSending(change: EncoderChange): Apply {
  return (stages) => ({
    ...stages,
    encodeForm: (pairs, all) => stages.encodeForm(pairs, { ...all, encodeForSending: change(all.encodeForSending) }),
  });
}

/** Leaves characters bare that have to be escaped. */
export function leavesBare(characters: string): EncoderChange {
  return (encode) => (octets) =>
    encode(octets).replace(/%([0-9A-F]{2})/gi, (escaped, hex: string) => {
      const character = String.fromCharCode(Number.parseInt(hex, 16));
      return characters.includes(character) ? character : escaped;
    });
}

/** Escapes characters that have to stay. */
export function escapes(characters: RegExp): EncoderChange {
  return (encode) => (octets) =>
    encode(octets).replace(/%..|./g, (piece) =>
      piece.length === 1 && characters.test(piece) ? `%${piece.charCodeAt(0).toString(16).toUpperCase()}` : piece,
    );
}

/** Takes other octets for a text than its UTF-8; what is no text stays. */
export function recodes(recode: (text: string) => Uint8Array): EncoderChange {
  return (encode) => (octets) => {
    const text = textOf(octets);
    return encode(text === undefined ? octets : recode(text));
  };
}

function textOf(octets: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(octets);
  } catch {
    return undefined;
  }
}
