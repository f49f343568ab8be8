/** Undocumented faults of converting characters to octets (RFC 5849 3.6, step 1). */

import { toText } from "../../model/index.ts";
import { latin1Octets, latin1Text, utf8Octets, WINDOWS_1252, windows1252Text } from "../../platform/index.ts";
import type { FaultDefinition } from "../fault.ts";
import { ENCODE } from "../helpers/correct-calls.ts";
import {
  convertNonAscii,
  convertTextBy,
  type EncoderChange,
  type EncoderForm,
  encoderFault,
  utf8SentTwice,
} from "./encoder-changes.ts";

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

/** Encodes text in a charset; its table is created when the first text that is not ASCII is encoded. */
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

const charset = (label: string, change: EncoderChange): EncoderForm => [
  label.replaceAll(" ", "-"),
  `The client encodes text in ${label} instead of UTF-8`,
  change,
];

const AS_SENT = "Sign the octets that you send, without changing their characters.";
const UTF8_FIX = { text: "Convert the text to UTF-8, then escape the octets.", calls: ENCODE };

export const UNDOCUMENTED_CHARSET_FAULTS: readonly FaultDefinition[] = [
  encoderFault(
    {
      id: "legacy-charset-octets",
      title: "Text in an old charset",
      trigger: "/r?q=%E2%82%AC",
      fix: UTF8_FIX,
    },
    [
      charset("windows-1252", windows1252),
      charset("code page 437", codePage437),
      ...SINGLE_BYTE_CHARSETS.map((label) => charset(label, inCharset(label, false))),
      ...DOUBLE_BYTE_CHARSETS.map((label) => charset(label, inCharset(label, true))),
    ],
  ),

  encoderFault(
    {
      id: "utf8-twice",
      title: "UTF-8 applied twice",
      trigger: "/r?q=%C3%A9",
      fix: UTF8_FIX,
    },
    [
      [
        "latin1",
        "The client encodes text as UTF-8 twice, so é becomes %C3%83%C2%A9,",
        convertTextBy((text) => utf8Octets(latin1Text(utf8Octets(text)))),
      ],
      [
        "windows-1252",
        "The client reads UTF-8 as windows-1252 and encodes it as UTF-8 again",
        convertTextBy((text) => utf8Octets(windows1252Text(utf8Octets(text)))),
      ],
    ],
  ),
  encoderFault(
    {
      id: "octets-as-replacement-character",
      title: "Octets replaced by U+FFFD",
      trigger: "/r?q=%E9",
      fix: AS_SENT,
    },
    [
      [
        "",
        "The client signs octets that are not UTF-8 as U+FFFD",
        (encode) => (octets) => encode(utf8Octets(toText(octets))),
      ],
    ],
  ),
  encoderFault(
    {
      id: "utf8-sent-twice",
      title: "UTF-8 applied twice when sending",
      trigger: "/r?q=%C3%83%C2%A9",
      fix: AS_SENT,
    },
    [
      [
        "",
        "The client signs text as UTF-8 but sends it encoded as UTF-8 twice",
        (encode) => (octets) => encode(utf8SentTwice(octets) ?? octets),
      ],
    ],
  ),
];
