/** Undocumented faults of the percent-encoder: what it escapes, how, and where (RFC 5849 3.6). */

import { validUtf8Text } from "../../model/index.ts";
import type { FaultDefinition } from "../fault.ts";
import { ENCODE } from "../helpers/correct-calls.ts";
import { faultInForms } from "../helpers/forms.ts";
import {
  beforeEncoding,
  type EncoderChange,
  type EncoderForm,
  encoderFault,
  encodeWith,
  inAllEncoding,
  inNamesAndValues,
  leaveTextUnencoded,
  PLACES,
  unlessSentTwice,
} from "./encoder-changes.ts";
import { encoderForm } from "./named-encoders.ts";

const PRINTABLE = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join("");
const NOT_IN_URLS = ' "<>\\^`{|}';

const hexOf = (code: number): string => code.toString(16).padStart(2, "0");
const upperHexOf = (code: number): string => hexOf(code).toUpperCase();

const escapeAll =
  (lowerCaseHex: boolean): EncoderChange =>
  (encode) => {
    const encodeAll = encodeWith({ escaped: "-._~", ...(lowerCaseHex && { hex: "lower" }) })(encode);
    return (octets) =>
      encodeAll(octets).replace(/%..|[^%]/g, (piece) =>
        piece.length > 1 ? piece : `%${(lowerCaseHex ? hexOf : upperHexOf)(piece.charCodeAt(0))}`,
      );
  };

/** Writes each UTF-16 code unit beyond ASCII as one escape, as a loop over the characters of a text does. */
const writeCodeUnits = (write: (code: number) => string): EncoderChange =>
  unlessSentTwice((encode) => (octets) => {
    const text = validUtf8Text(octets);
    if (text === undefined) return encode(octets);
    const pieces = text.split("").map((unit) => {
      const code = unit.charCodeAt(0);
      return code < 0x80 ? encode(Uint8Array.of(code)) : write(code);
    });
    return pieces.join("");
  });

const FIX = { text: "Escape every octet of the UTF-8 except A-Z a-z 0-9 - . _ ~, once, in upper case.", calls: ENCODE };

/** An encoder that escapes only these characters, and those that are not ASCII. */
const few = (name: string, what: string, escaped: string, hex?: "lower"): EncoderForm => [
  `escaped=${name}${hex === undefined ? "" : "&hex=lower"}`,
  `The client escapes only ${what}${hex === undefined ? "" : ", in lower-case hex digits,"}`,
  encodeWith({
    bare: Array.from(PRINTABLE, (one) => (escaped.includes(one) ? "" : one)).join(""),
    ...(hex && { hex }),
  }),
];

const SINGLES = [":", "%", ",", "@", "=", "&", ";", "$", "?", "#", "|", '"', "\\", "^", "`", " "];

export const UNDOCUMENTED_ENCODING_FAULTS: readonly FaultDefinition[] = [
  encoderFault(
    {
      id: "few-characters-escaped",
      title: "Only few characters escaped",
      trigger: "/r?q=a%26b%2Fc",
      fix: FIX,
    },
    [
      few("separators", "& and =", "&="),
      few("spaces", "spaces and non-ASCII characters", " "),
      few("spaces", "spaces and non-ASCII characters", " ", "lower"),
      few("not-in-urls", "what a URL cannot contain", NOT_IN_URLS),
      few("not-in-urls", "what a URL cannot contain", NOT_IN_URLS, "lower"),
    ],
  ),
  {
    id: "reserved-character-bare",
    title: "A reserved character left unencoded",
    what: "The client leaves : unencoded.",
    trigger: "/r?q=a:b",
    fix: FIX,
    apply: inAllEncoding(encodeWith({ bare: ":" })),
    variants: SINGLES.flatMap((bare) => PLACES.map((place) => encoderForm({ bare }, place))).slice(1),
  },
  encoderFault(
    {
      id: "every-octet-escaped",
      title: "Letters and digits escaped",
      trigger: "/r?q=a",
      fix: FIX,
    },
    [
      ["hex=upper", "The client escapes letters and digits too", escapeAll(false)],
      ["hex=lower", "The client escapes letters and digits too, in lower-case hex digits,", escapeAll(true)],
    ],
  ),

  encoderFault(
    {
      id: "escape-of-code-unit",
      title: "Characters escaped by number",
      trigger: "/r?q=%E2%82%AC",
      fix: FIX,
    },
    [
      [
        "number",
        "The client escapes the number of a character, such as %20AC for the euro sign,",
        writeCodeUnits((code) => `%${upperHexOf(code)}`),
      ],
      [
        "percent-u",
        "The client writes %u and the number of a character in lower case, such as %u00e9,",
        writeCodeUnits((code) => `%u${hexOf(code).padStart(4, "0")}`),
      ],
    ],
  ),

  // In names and values alone, parameters are encoded once.
  faultInForms(
    {
      id: "text-not-encoded",
      title: "Names or values not encoded",
      trigger: "/r?q=a%26b",
      fix: FIX,
    },
    PLACES.filter(([, , use]) => use !== inNamesAndValues).map(([name, place, use]) => [
      name,
      `The client copies text unencoded${place}.`,
      use(leaveTextUnencoded),
    ]),
  ),

  {
    id: "plus-read-as-space",
    title: "Plus signs signed as spaces",
    what: "The client signs + in names and values as a space.",
    trigger: "/r?q=1%2B1",
    fix: FIX,
    apply: inNamesAndValues(beforeEncoding((text) => text.replaceAll("+", " "))),
  },
];
