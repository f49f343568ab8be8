/** Control characters in the form and, escaped, in the query of a request. */

import { get, post, signing } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

const CHARACTERS: readonly (readonly [string, string])[] = [
  ["NUL", "\x00"],
  ["a tab", "\t"],
  ["a line feed", "\n"],
  ["a carriage return", "\r"],
  ["CR LF, which a form may not turn into LF", "\r\n"],
  ["LF CR", "\n\r"],
  ["ESC", "\x1b"],
  ["unit separator", "\x1f"],
  ["DEL", "\x7f"],
  ["U+0085, the next line", "\x85"],
  ["U+00A0, a space that is none", "\xa0"],
];
const rule = "rfc5849-3.6-3";

/** See the module. */
export const controlCharactersInRequests: Family = {
  name: "control-characters-in-requests",
  area: "request",
  make: (): Draft[] => [
    ...CHARACTERS.map(
      ([what, text]): Draft => ({
        comment: `In the form: ${what}`,
        rule,
        operation: "sign",
        input: signing(
          post([
            ["a", `x${text}y`],
            ["b", text],
            [`n${text}`, "1"],
          ]),
        ),
      }),
    ),
    ...CHARACTERS.map(
      ([what, text]): Draft => ({
        comment: `Escaped in the query: ${what}`,
        rule,
        operation: "sign",
        input: signing(get(`/q?a=x${encodeURIComponent(text)}y&b=${encodeURIComponent(text)}`)),
      }),
    ),
    {
      comment: "Spaces at both ends of a name and a value are kept",
      rule,
      operation: "sign",
      input: signing(
        post([
          [" a ", "  b  "],
          ["\ta", "b\n"],
        ]),
      ),
    },
  ],
};
