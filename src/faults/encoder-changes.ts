/** Wrong percent-encoders, and the places in which a client uses one. */

import type { StageChange } from "./fault.ts";
import { replaceStage } from "./stage-changes.ts";

type Encoder = (octets: Uint8Array) => string;

/** Makes a wrong encoder from an encoder. It takes one, so that two changes add up. */
export type EncoderChange = (encode: Encoder) => Encoder;

/** The wrong encoder made from an encoder. It is the same function each time, so that a search can keep its results. */
function wrongEncoder(change: EncoderChange): EncoderChange {
  const made = new WeakMap<Encoder, Encoder>();
  return (encode) => {
    const known = made.get(encode) ?? change(encode);
    made.set(encode, known);
    return known;
  };
}

/** Uses the wrong encoder for names, values, secrets and the parts of the base string, as most clients do. */
export function inAllEncoding(change: EncoderChange): StageChange {
  const wrong = wrongEncoder(change);
  return (stages) => ({ ...stages, percentEncode: wrong(stages.percentEncode) });
}

/** Uses the wrong encoder for names and values only, not for the parts of the base string. */
export function inNamesAndValues(change: EncoderChange): StageChange {
  const wrong = wrongEncoder(change);
  return replaceStage("encodeParameters", (encode, parameters, stages) =>
    encode(parameters, { ...stages, percentEncode: wrong(stages.percentEncode) }),
  );
}

/** Uses the wrong encoder for everything except the secrets. */
export function exceptInSecrets(change: EncoderChange): StageChange {
  const everywhere = inAllEncoding(change);
  return (stages) => ({
    ...everywhere(stages),
    key: (secrets, all) => stages.key(secrets, { ...all, percentEncode: stages.percentEncode }),
  });
}

/** Uses the wrong encoder for the form or query that is sent. What is signed is right. */
export function inSentForm(change: EncoderChange): StageChange {
  return replaceStage("encodeForm", (encode, pairs, stages) =>
    encode(pairs, { ...stages, encodeForSending: change(stages.encodeForSending) }),
  );
}

/** Leaves characters unencoded that must be escaped. */
export function leaveUnencoded(characters: string): EncoderChange {
  return (encode) => (octets) =>
    encode(octets).replace(/%([0-9A-F]{2})/gi, (escaped, hex: string) => {
      const character = String.fromCharCode(Number.parseInt(hex, 16));
      return characters.includes(character) ? character : escaped;
    });
}

/** Escapes characters that must stay unencoded. */
export function alsoEncode(characters: RegExp): EncoderChange {
  return (encode) => (octets) =>
    encode(octets).replace(/%..|./g, (piece) =>
      piece.length === 1 && characters.test(piece) ? `%${piece.charCodeAt(0).toString(16).toUpperCase()}` : piece,
    );
}

/** Converts text to other octets than its UTF-8. Octets that are not UTF-8 stay. */
export function convertTextBy(convert: (text: string) => Uint8Array): EncoderChange {
  return (encode) => (octets) => {
    const text = utf8Text(octets);
    return encode(text === undefined ? octets : convert(text));
  };
}

function utf8Text(octets: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(octets);
  } catch {
    return undefined;
  }
}
