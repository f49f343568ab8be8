/** Further faults of writing a digest as text (RFC 5849 3.4.2). */

import { toText } from "../model/index.ts";
import { base64Text, concatOctets, hexText, latin1Text, utf8Octets } from "../platform/index.ts";
import { HMAC } from "./correct-calls.ts";
import type { FaultDefinition, StageChange } from "./fault.ts";
import { type Form, faultInForms } from "./forms.ts";
import { writeDigestAs } from "./signature-changes.ts";

const FIX = { text: "Write the octets of the digest in base64, with padding and on one line.", calls: HMAC };

const writeOctetsAs = (write: (octets: Uint8Array) => string): StageChange =>
  writeDigestAs((_, octets) => write(octets));
/** Changes the octets before they are written in base64. */
const changeOctets = (change: (octets: Uint8Array) => Uint8Array): StageChange =>
  writeOctetsAs((octets) => base64Text(change(octets)));
const writeHexAs = (write: (hex: string) => string): StageChange => writeOctetsAs((octets) => write(hexText(octets)));
const pairsOf = (hex: string): string[] => hex.match(/../g) ?? [];
const signed = (octet: number): number => (octet < 128 ? octet : octet - 256);

const cutAfter = (length: number): Form => [
  `The client uses only the first ${length} octets of the digest.`,
  changeOctets((octets) => octets.subarray(0, length)),
];
const cutText = (length: number): Form => [
  `The client sends only the first ${length} characters of the signature.`,
  writeDigestAs((base64) => base64.slice(0, length)),
  ["base64-unpadded"],
];
const padTo = (length: number): Form => [
  `The client writes a buffer of ${length} octets in base64, which contains NULs after the digest.`,
  changeOctets((octets) => concatOctets([octets, new Uint8Array(Math.max(0, length - octets.length))])),
];
/** Reverses the octets of each word, as on a processor with the other byte order. */
const reverseWords = (length: number): StageChange =>
  changeOctets((octets) =>
    octets.length % length === 0 ? octets.map((_, at) => octets[at + length - 1 - 2 * (at % length)]!) : octets,
  );

/** Writes octets with five or six bits for each character of an alphabet. */
function inAlphabet(alphabet: string, octets: Uint8Array): string {
  const bitsEach = Math.log2(alphabet.length);
  const bits = Array.from(octets, (octet) => octet.toString(2).padStart(8, "0")).join("");
  let text = "";
  for (let at = 0; at < bits.length; at += bitsEach) {
    text += alphabet[Number.parseInt(bits.slice(at, at + bitsEach).padEnd(bitsEach, "0"), 2)];
  }
  return text;
}
const DIGITS = "0123456789";
const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const SMALL = CAPITALS.toLowerCase();
const otherAlphabet = (name: string, alphabet: string, isPadded: boolean, includes: readonly string[] = []): Form => [
  `The client writes the digest in ${name}.`,
  writeOctetsAs((octets) => {
    const text = inAlphabet(alphabet, octets);
    return isPadded ? text.padEnd(Math.ceil(text.length / 4) * 4, "=") : text;
  }),
  includes,
];
const inBase = (radix: number, name: string): Form => [
  `The client writes the digest as a ${name} number.`,
  writeHexAs((hex) => (hex === "" ? "" : BigInt(`0x${hex}`).toString(radix))),
];

export const FURTHER_DIGEST_TEXT_FAULTS: readonly FaultDefinition[] = [
  faultInForms({ id: "digest-formatted", title: "Digest formatted as text", fix: FIX }, [
    [
      "The client writes the digest as hex pairs with hyphens, as BitConverter.ToString does.",
      writeHexAs((hex) => pairsOf(hex.toUpperCase()).join("-")),
    ],
    [
      "The client writes the digest as hex pairs with hyphens in lower case.",
      writeHexAs((hex) => pairsOf(hex).join("-")),
    ],
    ["The client writes the digest as hex pairs with colons.", writeHexAs((hex) => pairsOf(hex).join(":"))],
    [
      "The client writes the digest as upper-case hex pairs with colons.",
      writeHexAs((hex) => pairsOf(hex.toUpperCase()).join(":")),
    ],
    ["The client writes the digest as hex pairs with spaces.", writeHexAs((hex) => pairsOf(hex).join(" "))],
    [
      "The client writes the digest as upper-case hex pairs with spaces.",
      writeHexAs((hex) => pairsOf(hex.toUpperCase()).join(" ")),
    ],
    ["The client writes the digest in hexadecimal with 0x before it.", writeHexAs((hex) => `0x${hex}`)],
    [
      "The client writes the digest as NSData describes itself: groups of eight hex digits in angle brackets.",
      writeHexAs((hex) => `<${(hex.match(/.{1,8}/g) ?? []).join(" ")}>`),
    ],
    ["The client sends the output of openssl: (stdin)= and hex digits.", writeHexAs((hex) => `(stdin)= ${hex}`)],
    [
      "The client sends the output of openssl: SHA1(stdin)= and hex digits.",
      writeHexAs((hex) => `SHA1(stdin)= ${hex}`),
    ],
    [
      "The client sends the output of openssl: HMAC-SHA1(stdin)= and hex digits.",
      writeHexAs((hex) => `HMAC-SHA1(stdin)= ${hex}`),
    ],
    [
      "The client sends the output of openssl: SHA2-256(stdin)= and hex digits.",
      writeHexAs((hex) => `SHA2-256(stdin)= ${hex}`),
    ],
    ["The client sends the output of sha1sum: hex digits, spaces and a hyphen.", writeHexAs((hex) => `${hex}  -`)],
    ["The client sends sha1= and hex digits.", writeHexAs((hex) => `sha1=${hex}`)],
    ["The client sends sha256= and hex digits.", writeHexAs((hex) => `sha256=${hex}`)],
    ["The client sends hex digits with a line break after them.", writeHexAs((hex) => `${hex}\n`)],
    [
      "The client writes the digest in hexadecimal without zeros at its start.",
      writeHexAs((hex) => hex.replace(/^0+/, "")),
      ["hex-digest"],
    ],
    [
      "The client writes each octet of the digest in hexadecimal without its leading zero.",
      writeOctetsAs((octets) => Array.from(octets, (octet) => octet.toString(16)).join("")),
      ["hex-digest"],
    ],
    [
      "The client writes each octet of the digest as a signed number in hexadecimal.",
      writeOctetsAs((octets) => Array.from(octets, (octet) => (signed(octet) >>> 0).toString(16)).join("")),
      ["hex-digest"],
    ],
    ["The client writes the digest as a list of numbers with commas.", writeOctetsAs((octets) => octets.join(","))],
    [
      "The client writes the digest as a list of signed numbers in brackets, as Arrays.toString does.",
      writeOctetsAs((octets) => `[${Array.from(octets, signed).join(", ")}]`),
    ],
    [
      "The client writes the digest as a list of numbers in brackets.",
      writeOctetsAs((octets) => `[${octets.join(", ")}]`),
    ],
    inBase(10, "decimal"),
    inBase(36, "base 36"),
    inBase(2, "binary"),
  ]),
  faultInForms({ id: "digest-not-in-base64", title: "Digest sent without base64", fix: FIX }, [
    ["The client sends the octets of the digest, read as Latin-1.", writeOctetsAs(latin1Text)],
    ["The client sends the octets of the digest, read as UTF-8.", writeOctetsAs(toText)],
    otherAlphabet("base32", `${CAPITALS}234567`, false),
    otherAlphabet("base32 in lower case", `${SMALL}234567`, false),
    otherAlphabet("base32hex", `${DIGITS}${CAPITALS.slice(0, 22)}`, false),
    otherAlphabet("base64 with the alphabet of crypt", `./${DIGITS}${CAPITALS}${SMALL}`, false),
    otherAlphabet("base64 with digits first", `${DIGITS}${CAPITALS}${SMALL}+/`, true),
    otherAlphabet("base64 with small letters first", `${SMALL}${CAPITALS}${DIGITS}+/`, true),
    otherAlphabet("base64 with . and _ for + and /", `${CAPITALS}${SMALL}${DIGITS}._`, true, [
      "base64url-alphabet",
      "signature-characters-changed",
    ]),
  ]),
  faultInForms({ id: "base64-twice", title: "Base64 applied twice", fix: FIX }, [
    [
      "The client writes the base64 text in base64 once more.",
      writeDigestAs((base64) => base64Text(utf8Octets(base64))),
    ],
    [
      "The client writes the base64 text with a line break after it in base64 once more.",
      writeDigestAs((base64) => base64Text(utf8Octets(`${base64}\n`))),
    ],
    [
      "The client writes the hex digits and a line break after them in base64.",
      writeHexAs((hex) => base64Text(utf8Octets(`${hex}\n`))),
    ],
    [
      "The client writes hex digits in base64, each octet without its leading zero.",
      writeOctetsAs((octets) => base64Text(utf8Octets(Array.from(octets, (octet) => octet.toString(16)).join("")))),
      ["base64-of-hex"],
    ],
    ...[60, 64, 76].map(
      (length): Form => [
        `The client writes hex digits in base64, in lines of ${length} characters.`,
        writeHexAs((hex) => base64Text(utf8Octets(hex)).replace(new RegExp(`.{${length}}(?=.)`, "g"), "$&\n")),
        ["base64-of-hex"],
      ],
    ),
    [
      "The client writes hex pairs with hyphens in base64.",
      writeHexAs((hex) => base64Text(utf8Octets(pairsOf(hex.toUpperCase()).join("-")))),
    ],
    [
      "The client writes the percent-encoded base64 text in base64 once more.",
      writeDigestAs((base64) => base64Text(utf8Octets(encodeURIComponent(base64)))),
    ],
    [
      "The client writes the digest as a list of signed numbers in base64.",
      writeOctetsAs((octets) => base64Text(utf8Octets(Array.from(octets, signed).join(",")))),
    ],
    ["The client writes the base64 text in hexadecimal.", writeDigestAs((base64) => hexText(utf8Octets(base64)))],
  ]),
  faultInForms({ id: "digest-cut-short", title: "Digest cut short", fix: FIX }, [
    cutAfter(16),
    ...[8, 10, 12, 19, 20, 24, 31, 32, 63].map(cutAfter),
    ["The client drops the first octet of the digest.", changeOctets((octets) => octets.subarray(1))],
    [
      "The client cuts the digest at its first NUL, as functions for C strings do.",
      changeOctets((octets) => octets.subarray(0, octets.includes(0) ? octets.indexOf(0) : octets.length)),
    ],
    ...[16, 20, 24, 27, 28, 32, 40].map(cutText),
    ...[16, 20, 32, 40].map(
      (length): Form => [
        `The client sends only the first ${length} hex digits of the digest.`,
        writeHexAs((hex) => hex.slice(0, length)),
        ["hex-digest"],
      ],
    ),
  ]),
  faultInForms({ id: "digest-padded", title: "Octets added to the digest", fix: FIX }, [
    [
      "The client writes the digest with a NUL after it in base64.",
      changeOctets((octets) => concatOctets([octets, Uint8Array.of(0)])),
    ],
    [
      "The client writes the digest with a line break after it in base64.",
      changeOctets((octets) => concatOctets([octets, Uint8Array.of(10)])),
    ],
    [
      "The client writes the digest with a NUL before it in base64.",
      changeOctets((octets) => concatOctets([Uint8Array.of(0), octets])),
    ],
    ...[24, 32, 64].map(padTo),
  ]),
  faultInForms({ id: "digest-octets-reordered", title: "Octets of the digest in another order", fix: FIX }, [
    ["The client reverses the octets of the digest.", changeOctets((octets) => octets.slice().reverse())],
    ["The client reverses the octets of each 32-bit word of the digest.", reverseWords(4)],
    ["The client reverses the octets of each 64-bit word of the digest.", reverseWords(8)],
    ["The client reverses the hex digits of the digest.", writeHexAs((hex) => hex.split("").reverse().join(""))],
    ["The client reverses the base64 text.", writeDigestAs((base64) => base64.split("").reverse().join(""))],
    ["The client inverts the bits of the digest.", changeOctets((octets) => octets.map((octet) => octet ^ 0xff))],
  ]),
];
