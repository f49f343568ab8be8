/** Faults of converting characters to octets: charsets, and escapes of characters (RFC 5849 3.6, step 1). */

import { validUtf8Text } from "../../model/index.ts";
import { concatOctets, latin1Text, utf8Octets } from "../../platform/index.ts";
import type { FaultDefinition } from "../fault.ts";
import { callsIn, ENCODE } from "../helpers/correct-calls.ts";
import {
  convertCharacters,
  convertNonAscii,
  convertTextBy,
  type EncoderChange,
  inAllEncoding,
  inEachPlace,
  inNamesAndValues,
  unlessSentTwice,
} from "./encoder-changes.ts";

/** Converts to Latin-1. */
function convertToLatin1(instead: (character: string) => Uint8Array): EncoderChange {
  return convertCharacters((character, code) => (code > 0xff ? instead(character) : Uint8Array.of(code)));
}

/** Encodes a lone surrogate in three octets, following the bit pattern of UTF-8. */
function surrogateOctets(unit: string): Uint8Array {
  const code = unit.charCodeAt(0);
  return Uint8Array.of(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
}

/** JavaScript's old escape(): leaves @ * + / unencoded too, and writes %uXXXX beyond Latin-1. */
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

const QUESTION_MARKS: readonly (readonly [each: string, count: (character: string) => number])[] = [
  ["character", () => 1],
  ["UTF-16 code unit", (character) => character.length],
  ["octet", (character) => utf8Octets(character).length],
];

const UTF8_FIX = { text: "Convert the text to UTF-8, then escape the octets.", calls: ENCODE };

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
      ["last-octet", inAllEncoding(convertNonAscii((character) => utf8Octets(character).subarray(-1)))],
      ["first-octet", inAllEncoding(convertNonAscii((character) => utf8Octets(character).subarray(0, 1)))],
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
    id: "cesu8-surrogates",
    title: "Surrogates encoded one by one",
    what: "The client encodes a character above U+FFFF as two surrogates of three octets each instead of as its four octets.",
    trigger: "/r?q=%F0%9F%98%80",
    fix: { text: "Convert whole code points, or use the UTF-8 encoder of the platform.", calls: ENCODE },
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
    fix: "Sign what you send, or normalise before both signing and sending.",
    apply: inAllEncoding(convertTextBy((text) => utf8Octets(text.normalize("NFC")))),
    variants: (["NFC", "NFKC"] as const).flatMap((form) =>
      inEachPlace(
        form,
        (place) => `The client normalises text to ${form}${place} before signing, but sends it unchanged.`,
        convertTextBy((text) => utf8Octets(text.normalize(form))),
      ),
    ),
  },
];
