/** Faults of converting characters to octets: charsets, and escapes of characters (RFC 5849 3.6, step 1). */

import { toText, validUtf8Text } from "../../model/index.ts";
import {
  concatOctets,
  latin1Octets,
  latin1Text,
  utf8Octets,
  WINDOWS_1252,
  windows1252Text,
} from "../../platform/index.ts";
import type { FaultDefinition } from "../fault.ts";
import { callsIn, ENCODE, NO_CODE } from "../helpers/correct-calls.ts";
import {
  convertCharacters,
  convertNonAscii,
  convertTextBy,
  type EncoderChange,
  type EncoderForm,
  encoderInForms,
  inAllEncoding,
  inEachPlace,
  inNamesAndValues,
  unlessSentTwice,
  utf8SentTwice,
} from "./encoder-changes.ts";

/** Converts to Latin-1. */
function convertToLatin1(instead: (character: string) => Uint8Array): EncoderChange {
  return convertCharacters((character, code) => (code > 0xff ? instead(character) : Uint8Array.of(code)));
}

/** Encodes a lone surrogate in three octets with the bit pattern of UTF-8. */
function surrogateOctets(unit: string): Uint8Array {
  const code = unit.charCodeAt(0);
  return Uint8Array.of(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
}

/** JavaScript's old escape(): it also leaves @ * + / unencoded, and writes %uXXXX beyond Latin-1. */
const legacyEscape: EncoderChange = unlessSentTwice(
  (encode) => (octets) =>
    (validUtf8Text(octets) ?? latin1Text(octets))
      .split("")
      .map((unit) => {
        const code = unit.charCodeAt(0);
        if (/[@*+/]/.test(unit)) return unit;
        if (unit === "~") return "%7E";
        if (code <= 0xff) return encode(Uint8Array.of(code));
        return `%u${code.toString(16).toUpperCase().padStart(4, "0")}`;
      })
      .join(""),
);

/** Writes the hex digits of non-ASCII code points after a %: %6F22 for 漢. */
const codePoints: EncoderChange = unlessSentTwice(
  (encode) => (octets) =>
    Array.from(validUtf8Text(octets) ?? latin1Text(octets), (character) => {
      const code = character.codePointAt(0)!;
      return code > 0x7f ? `%${code.toString(16).toUpperCase()}` : encode(utf8Octets(character));
    }).join(""),
);

const QUESTION_MARKS: readonly (readonly [each: string, count: (character: string) => number])[] = [
  ["character", () => 1],
  ["UTF-16 code unit", (character) => character.length],
  ["octet", (character) => utf8Octets(character).length],
];

const UTF8_FIX = "Convert the text to UTF-8, then escape the octets.";

/** The codes, of one or two octets, that a charset may have for a character beyond ASCII. */
function possibleCodes(isDoubleByte: boolean): number[] {
  const codes: number[] = [];
  for (let first = 0x80; first <= 0xff; first += 1) {
    codes.push(first);
    for (let second = 0x40; isDoubleByte && second <= 0xfe; second += 1) codes.push(first * 0x100 + second);
  }
  return codes;
}

/** The code of each non-ASCII character of a charset, from the decoder of the platform. */
function tableOf(label: string, isDoubleByte: boolean): ReadonlyMap<string, number> {
  const codes = possibleCodes(isDoubleByte);
  const octets = new Uint8Array(codes.length * 3);
  let length = 0;
  for (const code of codes) {
    if (code > 0xff) octets[length++] = code >> 8;
    octets[length++] = code & 0xff;
    octets[length++] = 0x0a;
  }
  const characters = new TextDecoder(label).decode(octets.subarray(0, length)).split("\n");
  const table = new Map<string, number>();
  for (const [at, code] of codes.entries()) {
    const character = characters[at]!;
    if (character.length === 1 && character > "\x7f" && character !== "\ufffd" && !table.has(character)) {
      table.set(character, code);
    }
  }
  return table;
}

/** Encodes text in a charset, whose table is created when the first non-ASCII text is encoded. */
function inCharset(label: string, isDoubleByte: boolean): EncoderChange {
  let table: ReadonlyMap<string, number> | undefined;
  return convertNonAscii((character) => {
    table ??= tableOf(label, isDoubleByte);
    const code = table.get(character) ?? 0x3f; // a question mark
    return code > 0xff ? Uint8Array.of(code >> 8, code & 0xff) : Uint8Array.of(code);
  });
}

const windows1252 = convertNonAscii((character) => {
  const at = WINDOWS_1252.indexOf(character);
  if (at !== -1) return Uint8Array.of(0x80 + at);
  return character > "\xff" ? utf8Octets("?") : latin1Octets(character);
});

/** The characters of code page 437, which consoles use, for the octets from 80 on. */
const CODE_PAGE_437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";
const codePage437 = convertNonAscii((character) => {
  const at = CODE_PAGE_437.indexOf(character);
  return Uint8Array.of(at === -1 ? 0x3f : 0x80 + at);
});

const SINGLE_BYTE_CHARSETS = ["windows-1251", "windows-1250", "iso-8859-15", "iso-8859-2", "koi8-r"];
const DOUBLE_BYTE_CHARSETS = ["gbk", "shift_jis", "big5", "euc-kr", "euc-jp"];

const charset = (label: string, change: EncoderChange): EncoderForm => ({
  name: label.replaceAll(" ", "-"),
  what: `The client encodes text in ${label} instead of UTF-8`,
  change,
});

/** Changes only what is not UTF-8. */
const notUtf8 = (name: string, how: string, change: (octets: Uint8Array) => string): EncoderForm => ({
  name,
  what: `The client ${how}`,
  change: (encode) => (octets) => encode(validUtf8Text(octets) === undefined ? utf8Octets(change(octets)) : octets),
});

/** The sequences of UTF-8, as Latin-1. */
const SEQUENCE_RE = /([\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})|[\x80-\xff]/g;

/** The text with something else instead of each octet that belongs to no sequence of UTF-8. */
function withoutInvalid(octets: Uint8Array, instead: string): string {
  const replacement = latin1Text(utf8Octets(instead));
  return toText(latin1Octets(latin1Text(octets).replace(SEQUENCE_RE, (_, sequence) => sequence ?? replacement)));
}

const AS_SENT = { text: "Sign the octets that you send, without changing their characters.", calls: NO_CODE };

export const CHARSET_FAULTS: readonly FaultDefinition[] = [
  {
    id: "latin1-octets",
    title: "Latin-1 octets instead of UTF-8",
    what: "The client encodes text in Latin-1 or windows-1252, one octet for each character, so £ becomes %A3 instead of %C2%A3.",
    trigger: "/r?q=%C2%A3",
    fix: UTF8_FIX,
    evidence: ["restsharp/RestSharp#1945", "bytespider/jsOAuth#7"],
    apply: inAllEncoding(convertToLatin1(() => utf8Octets("?"))),
    variants: inEachPlace(
      "others-in-utf8",
      (place) => `The client encodes text in Latin-1${place}, and other characters than those of Latin-1 in UTF-8.`,
      convertToLatin1(utf8Octets),
    ).concat(
      inEachPlace(
        "",
        (place) => `The client encodes text in Latin-1${place}.`,
        convertToLatin1(() => utf8Octets("?")),
      ),
    ),
  },
  {
    id: "percent-u-escape",
    title: "%uXXXX escapes",
    what: "The client uses an escape function older than RFC 3986, which writes %u20AC for the euro sign and leaves @ * + / unencoded.",
    trigger: "/r?q=%E2%82%AC",
    fix: { text: "Do not use escape().", calls: callsIn(ENCODE, "JavaScript") },
    evidence: ["request/oauth-sign#4"],
    apply: inNamesAndValues(legacyEscape),
    languages: ["JavaScript escape"],
    variants: inEachPlace(
      "",
      (place) => `The client uses an escape function older than RFC 3986${place}.`,
      legacyEscape,
    ),
  },
  {
    id: "multibyte-lost",
    title: "Octets of a character lost",
    what: "The client encodes one octet of a character that has several, so the rest of its UTF-8 sequence is missing.",
    trigger: "/r?q=%E4%B8%AD",
    fix: UTF8_FIX,
    evidence: ["r-lib/httr#423", "jmathai/epiphany#11"],
    apply: inAllEncoding(
      convertCharacters((character, code) => (code > 0xff ? Uint8Array.of(code & 0xff) : utf8Octets(character))),
    ),
    variants: [
      { name: "last-octet", apply: inAllEncoding(convertNonAscii((character) => utf8Octets(character).subarray(-1))) },
      {
        name: "first-octet",
        apply: inAllEncoding(convertNonAscii((character) => utf8Octets(character).subarray(0, 1))),
      },
    ],
  },
  {
    id: "non-ascii-to-question-mark",
    title: "Non-ASCII characters replaced with ?",
    what: "The client converts text to ASCII first, which replaces each other character with a question mark, signed as %3F.",
    trigger: "/r?q=%C3%A9",
    fix: UTF8_FIX,
    evidence: ["joestump/python-oauth2#48"],
    apply: inAllEncoding(convertNonAscii(() => utf8Octets("?"))),
    variants: QUESTION_MARKS.flatMap(([each, count]) =>
      inEachPlace(
        `each=${each.replace(/.* /, "")}`,
        (place) => `The client writes a question mark for each ${each} that is not ASCII${place}.`,
        convertNonAscii((character) => utf8Octets("?".repeat(count(character)))),
      ),
    ),
  },
  {
    id: "code-points-escaped",
    title: "Code points escaped instead of octets",
    trigger: "/r?q=%E6%BC%A2",
    fix: UTF8_FIX,
    ...encoderInForms([
      {
        name: "",
        what: "The client escapes the number of each character instead of its octets in UTF-8",
        change: codePoints,
      },
    ]),
  },
  {
    id: "cesu8-surrogates",
    title: "Surrogates encoded one by one",
    what: "The client encodes a character above U+FFFF as two surrogates of three octets each instead of as its four octets.",
    trigger: "/r?q=%F0%9F%98%80",
    fix: "Convert whole code points, or use the UTF-8 encoder of the platform.",
    evidence: [],
    apply: inAllEncoding(
      convertCharacters((character, code) =>
        code > 0xffff ? concatOctets(character.split("").map(surrogateOctets)) : utf8Octets(character),
      ),
    ),
  },
  {
    id: "nfc-normalised",
    title: "Text normalised before signing",
    what: "The client converts names and values to a composed Unicode form (NFC or NFKC) for signing, but sends them unchanged.",
    trigger: "/r?q=e%CC%81",
    fix: { text: "Sign what you send, or normalise before both signing and sending.", calls: NO_CODE },
    evidence: [],
    apply: inAllEncoding(convertTextBy((text) => utf8Octets(text.normalize("NFC")))),
    variants: (["NFC", "NFKC"] as const).flatMap((form) =>
      inEachPlace(
        form,
        (place) => `The client normalises text to ${form}${place} before signing, but sends it unchanged.`,
        convertTextBy((text) => utf8Octets(text.normalize(form))),
      ),
    ),
  },
  {
    id: "legacy-charset-octets",
    title: "Text in an old charset",
    trigger: "/r?q=%E2%82%AC",
    fix: UTF8_FIX,
    ...encoderInForms([
      charset("windows-1252", windows1252),
      charset("code page 437", codePage437),
      ...SINGLE_BYTE_CHARSETS.map((label) => charset(label, inCharset(label, false))),
      ...DOUBLE_BYTE_CHARSETS.map((label) => charset(label, inCharset(label, true))),
    ]),
  },

  {
    id: "utf8-twice",
    title: "UTF-8 applied twice",
    trigger: "/r?q=%C3%A9",
    fix: UTF8_FIX,
    ...encoderInForms([
      {
        name: "latin1",
        what: "The client encodes text as UTF-8 twice, so é becomes %C3%83%C2%A9,",
        change: convertTextBy((text) => utf8Octets(latin1Text(utf8Octets(text)))),
      },
      {
        name: "windows-1252",
        what: "The client reads UTF-8 as windows-1252 and encodes it as UTF-8 again",
        change: convertTextBy((text) => utf8Octets(windows1252Text(utf8Octets(text)))),
      },
    ]),
  },
  {
    id: "octets-as-replacement-character",
    title: "Octets replaced by U+FFFD",
    trigger: "/r?q=%E9",
    fix: AS_SENT,
    ...encoderInForms([
      notUtf8("", "signs octets that are not UTF-8 as U+FFFD", toText),
      notUtf8("each", "signs each octet that is not UTF-8 as U+FFFD", (octets) => withoutInvalid(octets, "\ufffd")),
      notUtf8("question-mark", "signs each octet that is not UTF-8 as a question mark", (octets) =>
        withoutInvalid(octets, "?"),
      ),
      notUtf8("dropped", "drops octets that are not UTF-8", (octets) => withoutInvalid(octets, "")),
      notUtf8("cut", "cuts text at the first octet that is not UTF-8", (octets) =>
        toText(octets).replace(/\ufffd.*/s, ""),
      ),
    ]),
  },
  {
    id: "utf8-sent-twice",
    title: "UTF-8 applied twice when sending",
    trigger: "/r?q=%C3%83%C2%A9",
    fix: AS_SENT,
    ...encoderInForms([
      {
        name: "",
        what: "The client signs text as UTF-8 but sends it encoded as UTF-8 twice",
        change: (encode) => (octets) => encode(utf8SentTwice(octets) ?? octets),
      },
    ]),
  },
];
