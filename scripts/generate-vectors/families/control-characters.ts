/** Percent-encoding of each control character. */

import type { Draft, Family } from "../types.ts";

const CODES = [...Array.from({ length: 32 }, (_, code) => code), 0x7f];

export const controlCharacters: Family = {
  name: "control-characters",
  area: "percent-encoding",
  make: (): Draft[] =>
    CODES.map((code) => ({
      comment: `U+00${hex(code)} between letters`,
      rule: "rfc5849-3.6-3",
      operation: "percent-encoding",
      input: { text: `a${String.fromCharCode(code)}b` },
    })),
};

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(2, "0");
}
