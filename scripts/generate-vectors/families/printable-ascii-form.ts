/** Every printable ASCII character in the name and in the value of a form's parameter. */

import { post, toSign } from "../requests.ts";
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
