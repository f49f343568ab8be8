/** Inputs for the single steps: anything goes, since the steps are lenient. */

import { BAD_URLS, legalUrl, oddOctets, oddPairs, oddText, oddValue, spellPairs } from "./odd-texts.ts";
import { createRandom, type Random } from "./random.ts";
import type { Pair, Text } from "./types.ts";

/** One input for each step. */
export interface StepCase {
  readonly text: unknown;
  readonly escaped: string;
  readonly form: Text;
  readonly pairs: readonly Pair[];
  readonly header: string;
  readonly headerOptions: { readonly realm?: string; readonly separator?: string };
  readonly url: unknown;
  readonly method: unknown;
  readonly protocolParameters: readonly Pair[];
  readonly signatureMethod: string;
  readonly secrets: readonly [consumerSecret: unknown, tokenSecret: unknown];
  /** How the right signature is changed before it is verified. */
  readonly damage: "none" | "last" | "case" | "empty" | "padding" | "space" | "text";
}

export function stepCase(index: number): StepCase {
  const random = createRandom("step", index);
  const pairs = oddPairs(random);
  return {
    text: random.chance(0.04) ? random.pick<unknown>(["\ud800", "a\udfffb", 5, null, undefined, {}]) : oddValue(random),
    escaped: damagedEscapes(random),
    form: drawForm(random),
    pairs: random.chance(0.03) ? [...pairs, ["a", "\ud800"]] : pairs,
    header: drawHeader(random),
    headerOptions: random.pick([
      {},
      {},
      { realm: "" },
      { realm: 'a"b\\' },
      random.chance(0.2) ? { realm: "é" } : {},
      { realm: "x", separator: "," },
      { separator: ",\r\n " },
    ]),
    url: random.chance(0.15)
      ? random.pick(BAD_URLS)
      : legalUrl(random, random.chance(0.5) ? `${drawForm(random)}`.replaceAll("#", "") : undefined),
    method: random.chance(0.03)
      ? random.pick<unknown>([5, null, "ß", ""])
      : random.pick(["GET", "post", "Put", "M-SEARCH", "ıI"]),
    protocolParameters: drawProtocol(random),
    signatureMethod: random.pick([
      "HMAC-SHA1",
      "HMAC-SHA256",
      "HMAC-SHA512",
      "PLAINTEXT",
      "HMAC-SHA1",
      random.chance(0.1) ? "RSA-SHA256" : "HMAC-SHA1",
    ]),
    secrets: random.chance(0.04)
      ? [random.pick<unknown>([undefined, 5, null, "\ud800"]), random.pick<unknown>([undefined, 5, "\ud800"])]
      : [oddText(random), random.chance(0.5) ? oddText(random) : undefined],
    damage: random.pick(["none", "none", "last", "case", "empty", "padding", "space", "text"]),
  };
}

const PIECES = [
  "%",
  "%4",
  "%41",
  "%zz",
  "%e9",
  "%C3%A9",
  "%c3%a9",
  "%25",
  "%2",
  "%%",
  "+",
  "a",
  "b",
  "~",
  "é",
  "😀",
  "&",
  "=",
  "%00",
  "%F0%9F%98%80",
  "%ED%A0%80",
  "%FF",
  " ",
  ";",
  "%u00e9",
  "#",
  "?",
];

function damagedEscapes(random: Random): string {
  return random.some(14, () => random.pick(PIECES)).join("");
}

function drawForm(random: Random): Text {
  const kind = random.int(10);
  if (kind < 5) return spellPairs(oddPairs(random), random);
  if (kind < 8) return damagedEscapes(random);
  if (kind < 9)
    return Uint8Array.from([
      ...Buffer.from("a=%20+"),
      ...oddOctets(random),
      ...Buffer.from("&b=%C3"),
      ...oddOctets(random),
    ]);
  return random.pick([
    "",
    "&",
    "&&",
    "=",
    "==",
    "a",
    "a=",
    "=a",
    "a&a",
    "a=b&&c=d&",
    "a=b;c=d",
    "a=\ud800",
    "__proto__=1&__proto__=2",
  ]);
}

function drawProtocol(random: Random): Pair[] {
  const all: Pair[] = [
    ["oauth_consumer_key", oddText(random)],
    ["oauth_token", oddValue(random)],
    ["oauth_nonce", oddValue(random)],
    ["oauth_timestamp", "1700000000"],
    ["oauth_signature", "left out"],
    ["realm", "signed here"],
  ];
  return all.filter(() => random.chance(0.7));
}

const SCHEMES = [...Array<string>(12).fill("OAuth "), "oauth ", " OAUTH\t", "OAuth\r\n ", "Basic ", "OAuth", ""];
const SEPARATORS = [...Array<string>(12).fill(", "), ",", " ,", ",\r\n ", ",,", " ", ";"];
const PARAMETERS = [
  ...[
    'oauth_nonce="a%20b"',
    'oauth_token=""',
    'oauth_signature="x%3D"',
    'realm="Photos"',
    'Realm="a\\"b"',
    'realm=""',
    'x="1"',
    'x="%E9"',
  ],
  ...[
    'a="%zz"',
    '%78="1"',
    '__proto__="1"',
    'b="a,b=c"',
    'y="é"',
    'z="\\"\\\\"',
    'c="a\nb"',
    'd="+"',
    'é="1"',
    'e="%C3%A9"',
    'F="~*"',
  ],
];
const BROKEN_PARAMETERS = ["y=1", 'y= "1"', 'y ="1"', 'y="1', "y", '="1"', "y='1'", 'y="1"x', 'y="\\"'];

function drawHeader(random: Random): string {
  const parameters = random.some(4, () => random.pick(random.chance(0.05) ? BROKEN_PARAMETERS : PARAMETERS));
  const separator = random.pick(SEPARATORS);
  return `${random.pick(SCHEMES)}${parameters.join(separator)}${random.weighted([
    [8, ""],
    [1, " "],
    [1, ","],
    [1, "\r\n"],
  ])}`;
}
