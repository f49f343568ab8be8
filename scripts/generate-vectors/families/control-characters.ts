/** Control characters: percent-encoding of each, and requests with some of them. */

import { get, post, toSign } from "../requests.ts";
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

const CHARACTERS: readonly (readonly [string, string])[] = [
  ["NUL", "\x00"],
  ["a tab", "\t"],
  ["a line feed", "\n"],
  ["a carriage return", "\r"],
  ["CR LF, which must not become LF", "\r\n"],
  ["LF CR", "\n\r"],
  ["ESC", "\x1b"],
  ["unit separator", "\x1f"],
  ["DEL", "\x7f"],
  ["U+0085, the next line", "\x85"],
  ["U+00A0, the no-break space", "\xa0"],
];
const rule = "rfc5849-3.6-3";

export const controlCharactersInRequests: Family = {
  name: "control-characters-in-requests",
  area: "request",
  make: (): Draft[] => [
    ...CHARACTERS.map(([what, text]) =>
      toSign(
        `In the form: ${what}`,
        rule,
        post([
          ["a", `x${text}y`],
          ["b", text],
          [`n${text}`, "1"],
        ]),
      ),
    ),
    ...CHARACTERS.map(([what, text]) =>
      toSign(
        `Percent-encoded in the query: ${what}`,
        rule,
        get(`/q?a=x${encodeURIComponent(text)}y&b=${encodeURIComponent(text)}`),
      ),
    ),
    toSign(
      "Leading and trailing spaces of a name and a value are kept",
      rule,
      post([
        [" a ", "  b  "],
        ["\ta", "b\n"],
      ]),
    ),
  ],
};
