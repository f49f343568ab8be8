/** Every printable ASCII character in a form and in a query. */

import { get, post, toBaseString, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

const PUNCTUATION = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

export const printableAsciiForm: Family = {
  name: "printable-ascii-form",
  area: "request",
  make: (): Draft[] => [
    ...Array.from(PUNCTUATION, (character) =>
      toSign(
        `${JSON.stringify(character)} alone, inside and doubled, in names and values`,
        /[-._~]/.test(character) ? "rfc5849-3.6-2" : "rfc5849-3.6-3",
        post([
          [character, `a${character}b`],
          [`a${character}b`, character],
          ["twice", character + character],
        ]),
      ),
    ),
    ...["ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "0123456789"].map((characters) =>
      toSign(
        `${characters}: each character as a name, in reverse order`,
        "rfc5849-3.6-2",
        post([...characters].reverse().map((character) => [character, character])),
      ),
    ),
  ],
};

const RAW = "!$'()*,-./:;?@_~";
const rule = "rfc5849-3.4.1.3.1-1";

export const printableAsciiQuery: Family = {
  name: "printable-ascii-query",
  area: "base-string",
  make: (): Draft[] => [
    ...Array.from(RAW, (raw) =>
      toBaseString(
        `${raw} unencoded, in a name and in a value of the query`,
        rule,
        get(`/q?a${raw}b=c${raw}d&z=${raw}`),
      ),
    ),
    ...Array.from(PUNCTUATION, (character) =>
      toBaseString(
        `${JSON.stringify(character)} percent-encoded, in values of the query`,
        rule,
        get(`/q?z=${escaped(character)}&b=c${escaped(character)}d`),
      ),
    ),
    toBaseString(
      "Unnecessary percent-encoding: letters, digits and other unreserved characters",
      rule,
      get("/q?z=%41%7a%30%2D%2E%5F%7E"),
    ),
    toBaseString(
      "Percent-encoding in lower case becomes upper case",
      "rfc5849-3.6-3",
      get("/q?z=%2f%3a%c3%a9&y=%2F%3A%C3%A9"),
    ),
  ],
};

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
