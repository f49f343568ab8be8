/** Further faults of converting characters to octets (RFC 5849 3.6, step 1). */

import { toText } from "../model/index.ts";
import { latin1Octets, latin1Text, utf8Octets, WINDOWS_1252, windows1252Text } from "../platform/index.ts";
import { ENCODE } from "./correct-calls.ts";
import {
  beforeEncoding,
  convertNonAscii,
  convertTextBy,
  type EncoderChange,
  type EncoderForm,
  encoderFault,
  utf8SentTwice,
} from "./encoder-changes.ts";
import type { FaultDefinition } from "./fault.ts";
import { get } from "./trigger-requests.ts";

/** The numbers of one or two octets that a charset may have for a character that is not ASCII. */
function possibleCodes(isDoubleByte: boolean): number[] {
  const codes: number[] = [];
  for (let first = 0x80; first <= 0xff; first += 1) {
    codes.push(first);
    for (let second = 0x40; isDoubleByte && second <= 0xfe; second += 1) codes.push(first * 0x100 + second);
  }
  return codes;
}

/** The code of each character of a charset that is not ASCII, from the decoder of the platform. */
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

/** Encodes text in a charset; its table is made when the first text that is not ASCII is encoded. */
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

/** The characters of code pages of consoles for the octets from 80 on, which the platform does not know. */
const CODE_PAGES: Readonly<Record<string, string>> = {
  "code page 437":
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0",
  "code page 850":
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  "code page 852":
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0",
  "code page 858":
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  "code page 857":
    "ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞşáíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ�ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµ�×ÚÛÙìÿ¯´\u00ad±�¾¶§÷¸°¨·¹³²■\u00a0",
};
const inCodePage = (characters: string): EncoderChange =>
  convertNonAscii((character) => {
    const at = character === "\ufffd" ? -1 : characters.indexOf(character);
    return Uint8Array.of(at === -1 ? 0x3f : 0x80 + at);
  });

const SINGLE_BYTE_CHARSETS: readonly string[] = [
  ...["windows-1251", "windows-1250", "iso-8859-15", "iso-8859-2", "koi8-r", "ibm866", "macintosh"],
  ...["windows-1253", "windows-1254", "windows-1255", "windows-1256", "windows-874"],
  ...["windows-1257", "windows-1258", "iso-8859-5", "iso-8859-7", "koi8-u", "iso-8859-4", "iso-8859-13"],
];
const DOUBLE_BYTE_CHARSETS: readonly string[] = ["gbk", "shift_jis", "big5", "euc-kr", "euc-jp"];

const charset = (label: string, change: EncoderChange): EncoderForm => [
  `The client encodes text in ${label} instead of UTF-8`,
  change,
  ["latin1-octets", "non-ascii-to-question-mark"],
];

/** Converts a text as a whole if it is not ASCII. */
const convertOtherText = (convert: (text: string) => Uint8Array): EncoderChange =>
  convertTextBy((text) => (/[^\0-\x7f]/.test(text) ? convert(text) : utf8Octets(text)));

/** UTF-16 of a text, two octets a code unit. */
const utf16 =
  (littleEndian: boolean) =>
  (text: string): Uint8Array => {
    const view = new DataView(new ArrayBuffer(text.length * 2));
    for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
    return new Uint8Array(view.buffer);
  };

const throughWindows1252 = (text: string): Uint8Array => utf8Octets(windows1252Text(utf8Octets(text)));

const MARKS_RE = /\p{M}/gu;
const NON_ASCII_RE = /[^\0-\x7f]/gu;
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", Æ: "AE", ø: "o", Ø: "O", đ: "d", Đ: "D", ł: "l", Ł: "L", œ: "oe", Œ: "OE", ı: "i" },
};
const PUNCTUATION: Readonly<Record<string, string>> = {
  ...{ "‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "...", "€": "EUR" },
};
const UMLAUTS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", Ä: "Ae", Ö: "Oe", Ü: "Ue", ß: "ss" };
const plainLetters =
  (others: Readonly<Record<string, string>>) =>
  (text: string): string =>
    text
      .normalize("NFD")
      .replace(MARKS_RE, "")
      .replace(NON_ASCII_RE, (one) => others[one] ?? one)
      .normalize("NFC");

const UTF8_FIX = { text: "Convert the text to UTF-8, then escape the octets.", calls: ENCODE };
const AS_SENT = { text: "Sign the octets that you send, without changing their characters." };

export const FURTHER_CHARSET_FAULTS: readonly FaultDefinition[] = [
  encoderFault(
    { id: "legacy-charset-octets", title: "Text in an old charset", trigger: get("/r?q=%E2%82%AC"), fix: UTF8_FIX },
    [
      charset("windows-1252", windows1252),
      ...Object.entries(CODE_PAGES).map(([label, characters]) => charset(label, inCodePage(characters))),
      ...SINGLE_BYTE_CHARSETS.map((label) => charset(label, inCharset(label, false))),
      ...DOUBLE_BYTE_CHARSETS.map((label) => charset(label, inCharset(label, true))),
    ],
  ),
  encoderFault({ id: "utf16-octets", title: "Text in UTF-16", trigger: get("/r?q=%C3%A9"), fix: UTF8_FIX }, [
    ["The client encodes text in UTF-16LE", convertTextBy(utf16(true))],
    ["The client encodes text in UTF-16BE", convertTextBy(utf16(false))],
    ["The client encodes text with characters that are not ASCII in UTF-16LE", convertOtherText(utf16(true))],
    ["The client encodes text with characters that are not ASCII in UTF-16BE", convertOtherText(utf16(false))],
    ["The client encodes characters that are not ASCII in UTF-16LE", convertNonAscii(utf16(true))],
    ["The client encodes characters that are not ASCII in UTF-16BE", convertNonAscii(utf16(false))],
  ]),
  encoderFault({ id: "utf8-twice", title: "UTF-8 applied twice", trigger: get("/r?q=%C3%A9"), fix: UTF8_FIX }, [
    [
      "The client encodes text as UTF-8 twice, so é becomes %C3%83%C2%A9,",
      convertTextBy((text) => utf8Octets(latin1Text(utf8Octets(text)))),
      ["bytewise-decode-mojibake"],
    ],
    [
      "The client reads UTF-8 as windows-1252 and encodes it as UTF-8 again",
      convertTextBy(throughWindows1252),
      ["bytewise-decode-mojibake"],
    ],
  ]),
  encoderFault(
    {
      id: "utf8-sent-twice",
      title: "UTF-8 applied twice when sending",
      trigger: get("/r?q=%C3%83%C2%A9"),
      fix: AS_SENT,
    },
    [
      [
        "The client signs text as UTF-8 but sends it encoded as UTF-8 twice",
        (encode) => (octets) => encode(utf8SentTwice(octets) ?? octets),
      ],
    ],
  ),
  encoderFault(
    {
      id: "octets-as-replacement-character",
      title: "Octets replaced by U+FFFD",
      trigger: get("/r?q=%E9"),
      fix: AS_SENT,
    },
    [
      [
        "The client signs octets that are not UTF-8 as U+FFFD",
        (encode) => (octets) => encode(utf8Octets(toText(octets))),
      ],
      [
        "The client leaves out octets that are not UTF-8",
        (encode) => (octets) => encode(utf8Octets(toText(octets).replaceAll("\ufffd", ""))),
      ],
      [
        "The client signs octets that are not UTF-8 as question marks",
        (encode) => (octets) => encode(utf8Octets(toText(octets).replaceAll("\ufffd", "?"))),
      ],
    ],
  ),
  encoderFault(
    { id: "latin1-read-as-text", title: "Latin-1 octets converted to UTF-8", trigger: get("/r?q=%E9"), fix: AS_SENT },
    [
      [
        "The client sends text in Latin-1 but signs its UTF-8",
        (encode) => {
          const encodeUtf8 = convertTextBy(utf8Octets)(encode);
          return (octets) => encodeUtf8(toText(octets).includes("\ufffd") ? utf8Octets(latin1Text(octets)) : octets);
        },
        ["body-charset-differs"],
      ],
    ],
  ),
  encoderFault(
    { id: "non-ascii-dropped", title: "Non-ASCII characters left out", trigger: get("/r?q=%C3%A9"), fix: UTF8_FIX },
    [
      ["The client leaves out characters that are not ASCII", beforeEncoding((text) => text.replace(NON_ASCII_RE, ""))],
      [
        "The client leaves out characters above U+FFFF",
        beforeEncoding((text) => text.replace(/[^\0-\uffff]/gu, "")),
        ["token-secret-left-out"],
      ],
      [
        "The client leaves out characters that are not Latin-1",
        beforeEncoding((text) => text.replace(/[^\0-\xff]/gu, "")),
      ],
      [
        "The client signs characters that are not ASCII as spaces",
        beforeEncoding((text) => text.replace(NON_ASCII_RE, " ")),
      ],
      [
        "The client signs characters that are not ASCII as _",
        beforeEncoding((text) => text.replace(NON_ASCII_RE, "_")),
      ],
      [
        "The client signs characters that are not ASCII as U+FFFD",
        beforeEncoding((text) => text.replace(NON_ASCII_RE, "\ufffd")),
      ],
      [
        "The client cuts the highest bit off each octet",
        (encode) => (octets) => encode(octets.map((one) => one & 0x7f)),
      ],
    ],
  ),
  encoderFault(
    { id: "text-decomposed", title: "Text decomposed before signing", trigger: get("/r?q=%C3%A9"), fix: AS_SENT },
    [
      ["The client normalises text to NFD before signing", beforeEncoding((text) => text.normalize("NFD"))],
      ["The client normalises text to NFKD before signing", beforeEncoding((text) => text.normalize("NFKD"))],
    ],
  ),
  encoderFault(
    { id: "letters-transliterated", title: "Letters transliterated", trigger: get("/r?q=%C3%A9"), fix: AS_SENT },
    [
      ["The client signs letters without their accents, such as e for é,", beforeEncoding(plainLetters({}))],
      [
        "The client signs letters without their accents, and ss for ß, ae for æ and the like,",
        beforeEncoding(plainLetters(LETTERS)),
      ],
      [
        "The client signs letters without their accents, and plain quotes and dashes,",
        beforeEncoding(plainLetters({ ...LETTERS, ...PUNCTUATION })),
        ["punctuation-made-plain"],
      ],
      [
        "The client signs umlauts as two letters, such as ae for ä,",
        beforeEncoding((text) => text.replace(/[äöüÄÖÜß]/g, (one) => UMLAUTS[one]!)),
      ],
    ],
  ),
];
