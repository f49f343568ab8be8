/**
 * The charset of a form: how its values are decoded for the application. The signature is over octets and has none.
 *
 * @module
 */

import type { OctetText } from "../oauth1/index.ts";

/** Decodes a name or value that was read as UTF-8, or as octets, a second way. */
export type Redecode = (text: OctetText) => OctetText;

const ASCII = Buffer.from(Array.from({ length: 0x80 }, (_, octet) => octet));

/**
 * What decodes a charset; `undefined` for one that nobody knows, or in which ASCII is not ASCII: there the names that
 * the signature covers would not be the names that the application reads.
 */
export function decoderFor(charset: string | undefined): Redecode | undefined {
  if (charset === undefined || charset === "utf-8" || charset === "utf8") return (text) => text;
  const decode = strictDecoder(charset);
  if (decode?.(ASCII) !== ASCII.toString("latin1")) return undefined;
  return (text) => {
    const octets = typeof text === "string" ? Buffer.from(text, "utf8") : text;
    return decode(octets) ?? Uint8Array.from(octets);
  };
}

function strictDecoder(charset: string): ((octets: Uint8Array) => string | undefined) | undefined {
  try {
    const decoder = new TextDecoder(charset, { fatal: true, ignoreBOM: true });
    return (octets) => {
      try {
        return decoder.decode(octets);
      } catch {
        return undefined;
      }
    };
  } catch {
    return undefined;
  }
}
