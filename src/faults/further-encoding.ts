/** Further faults of the percent-encoder: what it escapes, and how it writes an escape (RFC 5849 3.6). */

import { validUtf8Text } from "../model/index.ts";
import { utf8Octets } from "../platform/index.ts";
import { ENCODE } from "./correct-calls.ts";
import { type EncoderChange, type EncoderForm, encoderFault, encodeWith, leaveUnencoded } from "./encoder-changes.ts";
import type { FaultDefinition } from "./fault.ts";
import { get } from "./trigger-requests.ts";

/** Changes what the encoder has written. */
const afterEncoding =
  (change: (encoded: string) => string): EncoderChange =>
  (encode) =>
  (octets) =>
    change(encode(octets));

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join("");
const CONTROLS = `${ASCII.slice(0, 32)}\u007f`;
const without = (characters: string, removed: string): string =>
  Array.from(characters, (one) => (removed.includes(one) ? "" : one)).join("");

/** Escapes only these characters, and those that are not ASCII. */
const escapeOnly = (characters: string): EncoderChange => leaveUnencoded(without(ASCII, characters));

/** As `replace` of some languages does: only the first one. */
const correctFirst =
  (encode: (octets: Uint8Array) => string) =>
  (text: string, character: string): string =>
    text.replace(character, encode(utf8Octets(character)));

const RESERVED = ":/?#[]@!$&'()*+,;=";
const NOT_IN_URLS = ` "<>\\^\`{|}${CONTROLS}`;

const escapeAll =
  (lowerCaseHex: boolean): EncoderChange =>
  (encode) => {
    const encodeAll = encodeWith({ escaped: "-._~", lowerCaseHex })(encode);
    return (octets) =>
      encodeAll(octets).replace(/%..|[^%]/g, (piece) =>
        piece.length > 1 ? piece : `%${(lowerCaseHex ? hexOf : upperHexOf)(piece.charCodeAt(0))}`,
      );
  };

/** Copies the characters that match, and encodes the others. */
const copyCharacters =
  (copied: RegExp): EncoderChange =>
  (encode) =>
  (octets) => {
    const text = validUtf8Text(octets);
    if (text === undefined) return encode(octets);
    return Array.from(text, (one) => (copied.test(one) ? one : encode(utf8Octets(one)))).join("");
  };

/** Writes each UTF-16 code unit from a number on as one escape, as a loop over the characters of a text does. */
const writeCodeUnits =
  (from: number, write: (code: number) => string): EncoderChange =>
  (encode) =>
  (octets) => {
    const text = validUtf8Text(octets);
    if (text === undefined) return encode(octets);
    const pieces = text.split("").map((unit) => {
      const code = unit.charCodeAt(0);
      return code < from ? encode(Uint8Array.of(code)) : write(code);
    });
    return pieces.join("");
  };
const hexOf = (code: number): string => code.toString(16).padStart(2, "0");
const upperHexOf = (code: number): string => hexOf(code).toUpperCase();

const FIX = { text: "Escape every octet of the UTF-8 except A-Z a-z 0-9 - . _ ~, once, in upper case.", calls: ENCODE };
const WHOLE_URL_PARTS = ["encodeuri-whole-url-encoder", "slash-colon-bare", "plus-left-bare", "brackets-bare"];
const ONE_CASE = [
  "base-string-case-changed",
  "names-changed",
  "values-in-one-case",
  "method-name-respelled",
  "protocol-value-differs",
];
/** Faults that an encoder comprises which escapes only few characters. */
export const FEW_PARTS: readonly string[] = [
  "keys-not-encoded",
  "non-ascii-left-bare",
  "base-string-not-encoded",
  "percent-left-bare",
  ...WHOLE_URL_PARTS,
  "encodeuricomponent-leftovers",
  "asterisk-bare",
  "reserved-character-bare",
];

const few = (what: string, escaped: string): EncoderForm => [
  `The client escapes only ${what}`,
  escapeOnly(escaped),
  FEW_PARTS,
];

const SINGLES = [":", "%", ",", "@", "=", "&", ";", "$", "?", "#", "|", '"', "\\", "^", "`", " "];
const GROUPS = [":,", "=&", "@:", "$,", "@,", "<>", "{}", '{}"', "|,:"];

export const FURTHER_ENCODING_FAULTS: readonly FaultDefinition[] = [
  encoderFault(
    { id: "few-characters-escaped", title: "Only few characters escaped", trigger: get("/r?q=a%26b%2Fc"), fix: FIX },
    [
      few("spaces and non-ASCII characters", " "),
      few("what a URL cannot contain", NOT_IN_URLS),
      few("what a URL cannot contain, and %", `${NOT_IN_URLS}%`),
      few("what a browser escapes in a query", ` "'#<>${CONTROLS}`),
      few("reserved characters", RESERVED),
      few("reserved characters and %", `${RESERVED}%`),
      few("reserved characters and spaces", `${RESERVED} `),
      few("reserved characters, % and spaces", `${RESERVED}% `),
      few("& and =", "&="),
      few("&", "&"),
      few("&, = and spaces", "&= "),
      few("&, =, %, + and spaces", "&=%+ "),
      few("%", "%"),
      few("non-ASCII characters", ""),
      ...[
        ["spaces and non-ASCII characters", " "],
        ["spaces, control characters and non-ASCII characters", ` ${CONTROLS}`],
        ["what a URL cannot contain", NOT_IN_URLS],
        ["what a URL cannot contain, and %", `${NOT_IN_URLS}%`],
        ["reserved characters, % and spaces", `${RESERVED}% `],
      ].map(
        ([what, escaped]): EncoderForm => [
          `The client escapes only ${what}, in lower-case hex digits,`,
          (encode) => encodeWith({ bare: without(ASCII, escaped!), lowerCaseHex: true })(encode),
          ["lowercase-hex", ...FEW_PARTS],
        ],
      ),
      few("spaces, control characters and non-ASCII characters", ` ${CONTROLS}`),
      few("spaces, %, # and non-ASCII characters", " %#"),
      few("what Delphi's TIdURI.ParamsEncode escapes", ` *#%<>[]${CONTROLS}`),
      few("what Delphi's TIdURI.PathEncode escapes", ` *<>#%"{}|\\^[]\`+${CONTROLS}`),
      few('spaces, ", <, >, #, % and non-ASCII characters', ' "<>#%'),
      few("spaces, &, =, +, %, ?, / and #", " &=+%?/#"),
      few("spaces, &, = and %", " &=%"),
    ],
  ),
  encoderFault(
    { id: "reserved-character-bare", title: "A reserved character left unencoded", trigger: get("/r?q=a:b"), fix: FIX },
    [...SINGLES, ...GROUPS].map((characters) => [
      `The client leaves ${characters === " " ? "a space" : [...characters].join(" and ")} unencoded`,
      leaveUnencoded(characters),
      [...WHOLE_URL_PARTS, "encodeuricomponent-leftovers", "percent-left-bare"],
    ]),
  ),
  encoderFault({ id: "every-octet-escaped", title: "Letters and digits escaped", trigger: get("/r?q=a"), fix: FIX }, [
    ["The client escapes letters and digits too", escapeAll(false), ["unreserved-over-encoded", "tilde-encoded"]],
    [
      "The client escapes letters and digits too, in lower-case hex digits,",
      escapeAll(true),
      ["unreserved-over-encoded", "tilde-encoded", "lowercase-hex"],
    ],
  ]),
  encoderFault(
    { id: "encoded-text-in-one-case", title: "Encoded text in one case", trigger: get("/r?q=aB%2F"), fix: FIX },
    [
      [
        "The client converts encoded text to lower case",
        afterEncoding((text) => text.toLowerCase()),
        ["lowercase-hex", ...ONE_CASE],
      ],
      ["The client converts encoded text to upper case", afterEncoding((text) => text.toUpperCase()), ONE_CASE],
    ],
  ),
  encoderFault(
    { id: "escape-signed-octets", title: "Octets escaped as signed numbers", trigger: get("/r?q=%C3%A9"), fix: FIX },
    [
      [
        "The client writes octets from 80 on as negative numbers, such as %FFFFFFC3,",
        afterEncoding((text) => text.replace(/%(?=[89A-F])/gi, "%FFFFFF")),
      ],
      [
        "The client writes octets from 80 on as negative numbers in lower case, such as %ffffffc3,",
        (encode) =>
          afterEncoding((text) => text.replace(/%(?=[89a-f])/g, "%ffffff"))(encodeWith({ lowerCaseHex: true })(encode)),
        ["lowercase-hex"],
      ],
    ],
  ),
  encoderFault(
    { id: "escape-without-leading-zero", title: "Escapes with one hex digit", trigger: get("/r?q=a%0Ab"), fix: FIX },
    [
      [
        "The client writes escapes without a leading zero, such as %A instead of %0A,",
        afterEncoding((text) => text.replace(/%0/g, "%")),
      ],
      [
        "The client writes escapes in lower case without a leading zero, such as %a instead of %0A,",
        (encode) => afterEncoding((text) => text.replace(/%0/g, "%"))(encodeWith({ lowerCaseHex: true })(encode)),
        ["lowercase-hex"],
      ],
      [
        "The client writes escapes with a space for a leading zero, such as % A instead of %0A,",
        afterEncoding((text) => text.replaceAll("%0", "% ")),
      ],
      [
        "The client writes escapes in lower case with a space for a leading zero, such as % a instead of %0A,",
        (encode) => afterEncoding((text) => text.replaceAll("%0", "% "))(encodeWith({ lowerCaseHex: true })(encode)),
        ["lowercase-hex"],
      ],
      [
        "The client writes escapes with four digits, such as %000A instead of %0A,",
        afterEncoding((text) => text.replaceAll("%", "%00")),
      ],
      ...(["\\x", "0x", "&#x", "=", "$", "#", "!", "~"] as const).map(
        (mark): EncoderForm => [
          `The client writes ${mark} instead of % in escapes`,
          afterEncoding((text) => text.replaceAll("%", mark)),
        ],
      ),
    ],
  ),
  encoderFault(
    {
      id: "first-occurrence-corrected",
      title: "Only the first of several characters corrected",
      trigger: get("/r?q=a!!b"),
      fix: FIX,
    },
    [
      [
        "The client corrects only the first of each ! ' ( ) * that its encoder leaves unencoded",
        (encode) => {
          const leaving = leaveUnencoded("!'()*")(encode);
          return (octets) => Array.from("!'()*").reduce(correctFirst(encode), leaving(octets));
        },
        ["encodeuricomponent-leftovers", "asterisk-bare"],
      ],
      [
        "The client writes only the first space of a text as %20, and the others as +",
        afterEncoding((text) => text.replaceAll("%20", "+").replace("+", "%20")),
        ["space-as-plus"],
      ],
    ],
  ),
  encoderFault(
    { id: "escape-of-code-unit", title: "Characters escaped by number", trigger: get("/r?q=%E2%82%AC"), fix: FIX },
    [
      [
        "The client escapes the number of a character, such as %20AC for the euro sign,",
        writeCodeUnits(0x80, (code) => `%${upperHexOf(code)}`),
        ["latin1-octets"],
      ],
      [
        "The client escapes the number of a character in lower case, such as %20ac for the euro sign,",
        writeCodeUnits(0x80, (code) => `%${hexOf(code)}`),
        ["latin1-octets", "lowercase-hex"],
      ],
      [
        "The client writes %u and the number of a character, such as %u00E9,",
        writeCodeUnits(0x80, (code) => `%u${upperHexOf(code).padStart(4, "0")}`),
        ["percent-u-escape"],
      ],
      [
        "The client writes %u and the number of a character in lower case, such as %u00e9,",
        writeCodeUnits(0x80, (code) => `%u${hexOf(code).padStart(4, "0")}`),
        ["percent-u-escape", "lowercase-hex"],
      ],
    ],
  ),
  encoderFault(
    { id: "non-ascii-left-bare", title: "Non-ASCII characters left unencoded", trigger: get("/r?q=%C3%A9"), fix: FIX },
    [
      ["The client copies characters that are not ASCII unencoded", copyCharacters(/[^\0-\x7f]/)],
      ["The client copies letters and digits of all scripts unencoded", copyCharacters(/[\p{L}\p{N}]/u)],
      ["The client copies the characters of Latin-1 unencoded", copyCharacters(/[\x80-\xff]/)],
    ],
  ),
];
