/** Names, values and URLs that implementations of OAuth 1.0 get wrong. */

import type { Random } from "./random.ts";
import type { Pair, Text } from "./types.ts";

const NAMES: readonly string[] = [
  ...[
    "a",
    "b",
    "c",
    "A",
    "Z",
    "a1",
    "a2",
    "a10",
    "amount",
    "currency",
    "order_id",
    "aaaa",
    "aaab",
    "aaaabbbb",
    "aaaabbbc",
  ],
  ...[
    "aaaabbbbcccc",
    "a.b",
    "a-b",
    "a_b",
    "a~",
    "a*",
    "a!",
    "a'",
    "(a)",
    "a b",
    "a+b",
    "a%",
    "%41",
    "a%20b",
    "a&b",
    "a=b",
  ],
  ...[
    "",
    " ",
    "=",
    "&",
    "é",
    "ü",
    "日本",
    "😀",
    "e\u0301",
    "\ufeffa",
    "\uffff",
    "\u{10ffff}",
    "a\u0000",
    "a\nb",
    "\r\n",
    "\x7f",
  ],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "prototype", "length", "realm", "Realm"],
  ...[
    "oauth",
    "oaut",
    "oauthx",
    "oauth-token",
    "OAuth_nonce",
    "OAUTH_TOKEN",
    "scope",
    "a[]",
    "a[0]",
    "a[b]",
    "a,b",
    'a"b',
    "a\\b",
  ],
];

const VALUES: readonly string[] = [
  ...[
    "",
    "1",
    "2",
    "10",
    "a",
    "b",
    "A",
    "true",
    "null",
    "undefined",
    " ",
    "a b",
    "a  b",
    "+",
    "a+b",
    "%",
    "%%",
    "%20",
    "%2B",
    "100%",
  ],
  ...[
    "~",
    "*",
    "!",
    "'",
    "()",
    "-._~",
    "&",
    "=",
    "a=b&c=d",
    "?",
    "#",
    "/",
    ":",
    "@",
    "[]",
    "{}",
    "|",
    "^",
    "`",
    "<>",
    '"',
    "\\",
    ",",
    ";",
  ],
  ...[
    "é",
    "ß",
    "İ",
    "日本語",
    "😀",
    "👩‍👩‍👧",
    "e\u0301",
    "\ufeff",
    "\ufffd",
    "\u2028",
    "\u00a0",
    "\u0080",
    "\u{10000}",
    "\u0000",
    "\t",
    "\r\n",
  ],
  ...["__proto__", "https://example.com/x?y=z&a=%20#f", "10.42", "4111111111111111", "x".repeat(300), "é".repeat(200)],
];

const OCTETS: readonly (readonly number[])[] = [
  ...[
    [0xff],
    [0x80],
    [0xe9],
    [0xc3],
    [0xc3, 0x28],
    [0xc0, 0x80],
    [0xed, 0xa0, 0x80],
    [0xf0, 0x9f, 0x98],
    [0xf8, 0x88, 0x80],
  ],
  ...[
    [0x61, 0xff, 0x62],
    [0xef, 0xbb, 0xbf],
    [0x00, 0xff],
    [0x25, 0xe9],
    [0xfe, 0xff],
    [0x20, 0xa0, 0x2b],
    [0xc3, 0xa9],
    [],
  ],
];

const UNITS: readonly string[] = [
  ..."abcXYZ019-._~ !*'()%+&=/?:@,;\"\\",
  "é",
  "ß",
  "Ω",
  "日",
  "😀",
  "\u0000",
  "\u007f",
  "\u0080",
  "\ufeff",
];

/** Text, well formed. */
export function oddText(random: Random, pool: readonly string[] = VALUES): string {
  if (random.chance(0.7)) return random.pick(pool);
  return random.some(12, () => random.pick(UNITS)).join("");
}

function oddName(random: Random): Text {
  return random.chance(0.04) ? oddOctets(random) : oddText(random, NAMES);
}

export function oddValue(random: Random): Text {
  return random.chance(0.08) ? oddOctets(random) : oddText(random);
}

export function oddOctets(random: Random): Uint8Array {
  if (random.chance(0.6)) return Uint8Array.from(random.pick(OCTETS));
  return Uint8Array.from(random.some(10, () => random.int(256)));
}

/** Pairs, with names and values that repeat now and then. */
export function oddPairs(random: Random): Pair[] {
  const count = random.weighted([
    [10, 0],
    [30, 1 + random.int(3)],
    [45, 2 + random.int(8)],
    [4, 33 + random.int(30)],
  ]);
  const pairs: Pair[] = [];
  for (let index = 0; index < count; index++) {
    const again = pairs.length > 0 && random.chance(0.2) ? random.pick(pairs) : undefined;
    const name = again?.[0] ?? oddName(random);
    pairs.push([name, again !== undefined && random.chance(0.3) ? again[1] : oddValue(random)]);
  }
  return pairs;
}

const UNRESERVED = /[A-Za-z0-9._~-]/;
/** Visible characters that may stand in a query without an escape. */
const QUERY_SAFE = /[A-Za-z0-9._~!$'()*,;:@/?|^`{}<>"\\[\]-]/;

/** One name or value as some client spells it in a query or form: legal, and not always the usual spelling. */
function spell(text: Text, random: Random): string {
  const style = random.weighted([
    [6, "usual"],
    [2, "lower"],
    [2, "plus"],
    [2, "bare"],
    [1, "all"],
    [1, "mixed"],
  ]);
  return [...Buffer.from(text)]
    .map((octet) => spellOctet(octet, style === "mixed" ? random.pick(STYLES) : style))
    .join("");
}

const STYLES = ["usual", "lower", "plus", "bare", "all"] as const;

function spellOctet(octet: number, style: string): string {
  const character = String.fromCharCode(octet);
  const digits = octet.toString(16).padStart(2, "0");
  if (style === "all") return `%${digits.toUpperCase()}`;
  if (style === "plus" && character === " ") return "+";
  if (UNRESERVED.test(character) || (style === "bare" && QUERY_SAFE.test(character))) return character;
  return `%${style === "lower" ? digits : digits.toUpperCase()}`;
}

/** Pairs as a query or form, with empty pieces and pieces without `=` now and then. */
export function spellPairs(pairs: readonly Pair[], random: Random): string {
  const pieces = pairs.map(([name, value]) => {
    const sent = `${spell(name, random)}=${spell(value, random)}`;
    return sent.endsWith("=") && sent.length > 1 && random.chance(0.3) ? sent.slice(0, -1) : sent;
  });
  if (random.chance(0.1)) pieces.splice(random.int(pieces.length + 1), 0, "");
  if (random.chance(0.05)) pieces.push("");
  return pieces.join("&");
}

const SCHEMES = ["https", "https", "https", "http", "HTTPS", "HtTp"];
const HOSTS = [
  ...[
    "example.com",
    "example.com",
    "api.example",
    "EXAMPLE.COM",
    "Api.Example",
    "127.0.0.1",
    "localhost",
    "[::1]",
    "[2001:DB8::A]",
  ],
  ...[
    "[::ffff:1.2.3.4]",
    "[v1.x:y]",
    "a_b.example",
    "%41.example",
    "xn--bcher-kva.example",
    "example.com.",
    "sub~x!$&'()*+,;=.example",
  ],
];
const PORTS = ["", "", "", "", ":", ":80", ":443", ":8080", ":8443", ":00443", ":0080", ":65535", ":1"];
const PATHS = [
  ...[
    "",
    "/",
    "/pay",
    "/pay/1",
    "/r%20v/X",
    "/%7Efoo",
    "/~user/",
    "/a//b/../c/./d",
    "/a;b=c",
    "/caf%c3%a9",
    "/%2f%2F",
    "/a:b@c",
  ],
  ...["/!$&'()*+,;=:@", "//", "/a+b", "/%E9", "/index.php/", `/${"long/".repeat(40)}`],
];

/** An absolute URL that a client can request as it is. */
export function legalUrl(random: Random, query: string | undefined): string {
  const userinfo = random.chance(0.03) ? random.pick(["user:pass@", "@", "user@", "us%40er:p@"]) : "";
  const fragment = random.chance(0.06) ? random.pick(["#", "#top", "#a?b=c", "#/x#"]).replace("x#", "x") : "";
  const origin = `${random.pick(SCHEMES)}://${userinfo}${random.pick(HOSTS)}${random.pick(PORTS)}`;
  return `${origin}${random.pick(PATHS)}${query === undefined ? "" : `?${query}`}${fragment}`;
}

/** URLs that cannot be requested, or not without guessing. */
export const BAD_URLS: readonly unknown[] = [
  ...[
    "",
    "/relative/path",
    "example.com/pay",
    "ftp://example.com/",
    "http:/example.com/",
    "http:///x",
    "http://",
    "https://:443/",
  ],
  ...[
    "https://exa mple.com/",
    "https://bücher.example/",
    "https://example.com/é",
    "https://example.com/a b",
    "https://example.com/%zz",
  ],
  ...[
    "https://example.com/?a=%4",
    "https://example.com/?a=é",
    "https://example.com:0/",
    "https://example.com:65536/",
    "https://example.com:8a/",
  ],
  ...[
    "https://[::1/",
    "https://[::g]/",
    "https://a:b:c/",
    "https://a\\b/",
    "https://a<b/",
    "https://example.com/a\\b",
    "https://example.com/{x}",
  ],
  ...[
    "https://example.com/\n",
    "https://example.com/a|b",
    "https://example.com:999999999999999/",
    "https://user:pass@/",
    "\ud800",
    undefined,
    null,
    5,
  ],
];
