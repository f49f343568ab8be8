/**
 * Faults of turning text into octets before they are percent-encoded (RFC 5849 3.6, step 1).
 *
 * @module
 */

import { toText } from "../model/index.ts";
import { concatOctets, utf8Octets } from "../platform/index.ts";
import { type EncoderChange, everywhere, inParameters, recodes } from "./encoders.ts";
import type { Fault } from "./fault.ts";
import { get } from "./requests.ts";
import { ENCODE, only } from "./right-calls.ts";

const ASCII_RE = /^[\u0000-\u007f]*$/;

/** Each character by itself; a surrogate pair is one. ASCII is the same octets in all of them. */
function byCharacter(recode: (character: string, code: number) => Uint8Array): EncoderChange {
  return recodes((text) =>
    ASCII_RE.test(text) ? utf8Octets(text) : concatOctets(Array.from(text, (one) => recode(one, one.codePointAt(0)!))),
  );
}

const latin1 = (instead: (character: string) => Uint8Array): EncoderChange =>
  byCharacter((character, code) => (code > 0xff ? instead(character) : Uint8Array.of(code)));
const beyondAscii = (instead: (character: string) => Uint8Array): EncoderChange =>
  byCharacter((character, code) => (code > 0x7f ? instead(character) : utf8Octets(character)));

/** Three octets for a surrogate by itself, as UTF-8 would have if it had any. */
function surrogateOctets(unit: string): Uint8Array {
  const code = unit.charCodeAt(0);
  return Uint8Array.of(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
}

/** What JavaScript's old escape() leaves bare beyond the unreserved characters, and how it spells the rest. */
const legacyEscape: EncoderChange = (encode) => (octets) =>
  toText(octets)
    .split("")
    .map((unit) => {
      const code = unit.charCodeAt(0);
      if (/[@*+/]/.test(unit)) return unit;
      if (unit === "~") return "%7E";
      if (code <= 0xff) return encode(Uint8Array.of(code));
      return `%u${code.toString(16).toUpperCase().padStart(4, "0")}`;
    })
    .join("");

const UTF8_FIX = { text: "Take the UTF-8 octets of the text, then escape octets.", calls: ENCODE };

/** See the module. */
export const CHARSET: readonly Fault[] = [
  {
    id: "latin1-octets",
    title: "Latin-1 octets instead of UTF-8",
    what: "Text is encoded in a charset of one octet a character, so £ becomes %A3 where %C2%A3 belongs.",
    stage: "percentEncode",
    trigger: get("/r?q=%C2%A3"),
    fix: UTF8_FIX,
    evidence: ["https://github.com/restsharp/RestSharp/issues/1945", "https://github.com/bytespider/jsOAuth/issues/7"],
    apply: everywhere(latin1(() => utf8Octets("?"))),
    also: [everywhere(latin1(utf8Octets))],
  },
  {
    id: "percent-u-escape",
    title: "%uXXXX escapes",
    what: "An escape function from before RFC 3986 writes %u20AC for the euro sign, and leaves @ * + / bare.",
    stage: "encodeParameters",
    trigger: get("/r?q=%E2%82%AC"),
    fix: { text: "Do not use escape().", calls: only(ENCODE, "JavaScript") },
    evidence: ["https://github.com/request/oauth-sign/issues/4"],
    apply: inParameters(legacyEscape),
    also: [everywhere(legacyEscape)],
  },
  {
    id: "multibyte-lost",
    title: "Octets of a character lost",
    what: "One octet is encoded for a character that has several, so the rest of its UTF-8 sequence is missing.",
    stage: "percentEncode",
    trigger: get("/r?q=%E4%B8%AD"),
    fix: UTF8_FIX,
    evidence: ["https://github.com/r-lib/httr/issues/423", "https://github.com/jmathai/epiphany/issues/11"],
    apply: everywhere(
      byCharacter((character, code) => (code > 0xff ? Uint8Array.of(code & 0xff) : utf8Octets(character))),
    ),
    also: [
      everywhere(beyondAscii((character) => utf8Octets(character).subarray(-1))),
      everywhere(beyondAscii((character) => utf8Octets(character).subarray(0, 1))),
    ],
  },
  {
    id: "non-ascii-to-question-mark",
    title: "Non-ASCII replaced by ?",
    what: "Text is turned into ASCII first, each other character into a question mark, which is then signed as %3F.",
    stage: "percentEncode",
    trigger: get("/r?q=%C3%A9"),
    fix: UTF8_FIX,
    evidence: ["https://github.com/joestump/python-oauth2/issues/48"],
    apply: everywhere(beyondAscii(() => utf8Octets("?"))),
    also: [everywhere(beyondAscii((character) => utf8Octets("?".repeat(character.length))))],
  },
  {
    id: "cesu8-surrogates",
    title: "Surrogates encoded one by one",
    what: "A character beyond U+FFFF is encoded as its two surrogates, three octets each, not as its four octets.",
    stage: "percentEncode",
    trigger: get("/r?q=%F0%9F%98%80"),
    fix: { text: "Convert whole code points, or leave the conversion to the platform's UTF-8 encoder.", calls: ENCODE },
    evidence: [],
    apply: everywhere(
      byCharacter((character, code) =>
        code > 0xffff ? concatOctets(character.split("").map(surrogateOctets)) : utf8Octets(character),
      ),
    ),
  },
  {
    id: "nfc-normalised",
    title: "Text normalised before signing",
    what: "Names and values are brought into Unicode's composed form for signing, while the request carries them as they were.",
    stage: "percentEncode",
    trigger: get("/r?q=e%CC%81"),
    fix: { text: "Sign what is sent, or normalise before both." },
    evidence: [],
    apply: everywhere(recodes((text) => utf8Octets(text.normalize("NFC")))),
    also: [everywhere(recodes((text) => utf8Octets(text.normalize("NFKC"))))],
  },
];
