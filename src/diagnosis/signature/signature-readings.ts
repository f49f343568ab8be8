/** Reads the text of a signature backwards: all octets that it may contain, whatever the client signed. */

import { toText, validUtf8Text } from "../../model/index.ts";
import { base64Octets, base64Text, hexOctets, latin1Octets, looseBase64Octets } from "../../platform/index.ts";

/** One way to read octets from a text. */
export interface Reading {
  readonly octets: Uint8Array;
  /** How the client wrote the octets, from the first step to the last one; empty for base64. */
  readonly parts: readonly ReadingPart[];
}

/** One step of writing octets: the id of its fault, and the end of a sentence such as "The client writes …". */
export interface ReadingPart {
  readonly id: string;
  readonly how: string;
}

/** Undoes one change or notation; `undefined` if that is impossible. */
type Row<From, To> = readonly [id: string, how: string, read: (written: From) => To | undefined];

const replaced =
  (pattern: RegExp, replacement: string) =>
  (text: string): string =>
    text.replace(pattern, replacement);

const characterOf = (...[, decimal, hex]: string[]): string =>
  String.fromCharCode(decimal ? Number(decimal) : Number.parseInt(hex!, 16));

/** Text around the signature, and changes of its characters. */
const CHANGES: readonly Row<string, string>[] = [
  ["digest-formatted", "in quotes", replaced(/^b?(["'])(.*)\1$/s, "$2")],
  ["digest-formatted", "with the escapes of JSON", replaced(/\\\//g, "/")],
  ["digest-formatted", "with HTML entities", (text) => text.replace(/&#(?:(\d{2})|x([0-9A-F]{2}));/gi, characterOf)],
  ["digest-formatted", "with the name that openssl prints in front", replaced(/^.*= (?=[0-9a-f]+\n?$)/, "")],
  ["base64-line-wrapped", "with white space in it", replaced(/\s/g, "")],
  [
    "signature-encoded-twice-in-header",
    "percent-encoded once more",
    (text) => text.replace(/%([0-9A-F]{2})/gi, (_, hex: string) => characterOf("", "", hex)),
  ],
  ["signature-raw-in-query", "with a space for each +", replaced(/ /g, "+")],
];

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** Characters that some base64 functions write for + / and =. */
const OTHER_CHARACTERS = ["-_,", "-_~", "-~_", "-_.", "._-"];

/** The notations of octets besides base64. */
const NOTATIONS: readonly Row<string, Uint8Array>[] = [
  ["hex-digest", "in hexadecimal", (text) => hexOctets(text.toLowerCase())],
  [
    "base64-unpadded",
    "in base64 without padding",
    (text) => (/^[A-Za-z0-9+/]+$/.test(text) ? looseBase64Octets(text) : undefined),
  ],
  ["base64url-alphabet", "in base64url", (text) => (/^[\w-]+=*$/.test(text) ? looseBase64Octets(text) : undefined)],
  ...OTHER_CHARACTERS.map(
    (characters): Row<string, Uint8Array> => [
      "base64url-alphabet",
      `in base64 with ${Array.from(characters).join(" ")} for + / =`,
      (text) => base64Octets(text.replace(/[^A-Za-z0-9]/g, (one) => "+/="[characters.indexOf(one)] ?? one)),
    ],
  ),
  [
    "digest-formatted",
    "in hexadecimal with other characters between or before the digits",
    (text) => hexOctets(text.toLowerCase().replace(/^<(?:buffer )?|>$|0x|\\x|[-:,\s]/g, "")),
  ],
  ["digest-formatted", "in base32", (text) => (/^[A-Z2-7]+=*$/i.test(text) ? base32Octets(text) : undefined)],
  ["digest-formatted", "as a list of numbers", (text) => listedOctets(text)],
];

const wordsOf =
  (size: number) =>
  (octets: Uint8Array): Uint8Array =>
    octets.map((_, at) => octets[at - (at % size) + size - 1 - (at % size)] ?? 0);

/** Other orders of the octets, and octets that went through a text. */
const ORDERS: readonly Row<Uint8Array, Uint8Array>[] = [
  ["rsa-octets-reversed", "in reverse order", (octets) => octets.toReversed()],
  [
    "digest-formatted",
    "with the halves of each octet exchanged",
    (octets) => octets.map((one) => (one << 4) | (one >> 4)),
  ],
  ...[2, 4, 8].map(
    (size): Row<Uint8Array, Uint8Array> => [
      "digest-formatted",
      `in reverse order in each group of ${size}`,
      (octets) => (octets.length % size === 0 ? wordsOf(size)(octets) : undefined),
    ],
  ),
  [
    "digest-through-text",
    "as UTF-8 of their Latin-1 text",
    (octets) => {
      const text = validUtf8Text(octets) ?? "";
      return /[\x80-\xff]/.test(text) && !/[^\0-\xff]/.test(text) ? latin1Octets(text) : undefined;
    },
  ],
];

/** Fewer octets are no signature of any method, and longer texts are no signature of any key. */
const LEAST_OCTETS = 16;
const LONGEST_TEXT = 10_000;
/** The most steps of writing, not counting the order. */
const MOST_STEPS = 3;
const IN_BASE64: ReadingPart = { id: "base64-of-hex", how: "in base64" };

/** All readings of a signature, each with different octets, those with the fewest steps first. */
export function readingsOf(signature: string): Reading[] {
  const found = new Map<string, Reading>();
  const seen = new Set<string>();
  let texts: readonly Read<string>[] = [{ read: signature, parts: [] }];
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    texts = texts.flatMap((text) => {
      if (text.read.length > LONGEST_TEXT || seen.size === seen.add(text.read).size) return [];
      const octets = base64Octets(text.read);
      const written = [...(octets === undefined ? [] : [{ ...text, read: octets }]), ...readBy(NOTATIONS, text)];
      const all = written.filter(({ read }) => read.length >= LEAST_OCTETS);
      for (const one of all.flatMap((notation) => [notation, ...readBy(ORDERS, notation)])) {
        const key = base64Text(one.read);
        if (!found.has(key)) found.set(key, { octets: one.read, parts: one.parts });
      }
      const nested = all.flatMap(({ read, parts }) => {
        const inner = toText(read);
        const outer = parts === text.parts ? [IN_BASE64, ...parts] : parts;
        return /^[\x20-\x7e\r\n]+$/.test(inner) ? [{ read: inner, parts: outer }] : [];
      });
      return [...readBy(CHANGES, text), ...nested];
    });
  }
  return [...found.values()];
}

interface Read<Value> {
  readonly read: Value;
  readonly parts: readonly ReadingPart[];
}

function readBy<From, To>(rows: readonly Row<From, To>[], { read: written, parts }: Read<From>): Read<To>[] {
  return rows.flatMap(([id, how, reverse]) => {
    const read = reverse(written);
    return read === undefined ? [] : [{ read, parts: [{ id, how }, ...parts] }];
  });
}

function base32Octets(text: string): Uint8Array {
  const bits = Array.from(text.toUpperCase().replace(/=+$/, ""), (one) =>
    BASE32.indexOf(one).toString(2).padStart(5, "0"),
  ).join("");
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (octet) => Number.parseInt(octet, 2));
}

/** The octets of a list such as [12, -34], or of a Buffer written as JSON. */
function listedOctets(text: string): Uint8Array | undefined {
  const list = /^(?:\{.*:)?[[({]?([-\d\s,;]+)[\])}]*$/.exec(text)?.[1]?.match(/-?\d+/g)?.map(Number) ?? [];
  return list.every((one) => one >= -128 && one <= 255) ? Uint8Array.from(list) : undefined;
}
