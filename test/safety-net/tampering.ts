/** Changes of requests on their way, and of the servers that receive them. */

import { createRandom, type Random } from "./random.ts";
import type { Server, Text, VerificationCase, Wire } from "./types.ts";

interface Scene {
  server: Server;
  earlier: Wire[];
  wire: Wire;
}

type Change = (scene: Scene, random: Random) => void;

/** A received case with one to three changes. */
export function tamperedCase(index: number, turn: number, received: VerificationCase): VerificationCase {
  const random = createRandom(`tamper ${turn}`, index);
  const scene: Scene = structuredClone(received) as Scene;
  if (random.chance(0.7)) scene.earlier = [];
  const count = random.weighted([
    [70, 1],
    [22, 2],
    [8, 3],
  ]);
  for (let done = 0; done < count; done++) random.pick(random.weighted(KINDS))(scene, random);
  return scene;
}

/* Text and octets of the places where parameters stand. */

type Place = "header" | "url" | "body";

function placesOf({ headers, url, body }: Wire): Place[] {
  const places: Place[] = [];
  if (headers.some(isAuthorization)) places.push("header");
  if (url !== "") places.push("url");
  if (body !== undefined && body.length > 0) places.push("body");
  return places;
}

function isAuthorization([name]: readonly [string, string]): boolean {
  return name.toLowerCase() === "authorization";
}

/** The text of a place, octets as latin1. */
function textAt(wire: Wire, place: Place): string {
  if (place === "header") return wire.headers.find(isAuthorization)?.[1] ?? "";
  if (place === "url") return wire.url;
  return typeof wire.body === "string"
    ? Buffer.from(wire.body).toString("latin1")
    : Buffer.from(wire.body ?? []).toString("latin1");
}

function setText(wire: Wire, place: Place, text: string): void {
  if (place === "url") wire.url = text;
  else if (place === "body") wire.body = sameKind(wire.body, text);
  else setHeader(wire, "authorization", text);
}

/** Text stays text where it is ASCII. */
function sameKind(before: Text | undefined, latin1: string): Text {
  return typeof before === "string" && /^[\x00-\x7f]*$/.test(latin1)
    ? latin1
    : new Uint8Array(Buffer.from(latin1, "latin1"));
}

function setHeader(wire: Wire, name: string, value: string): void {
  const header = wire.headers.find(([other]) => other.toLowerCase() === name);
  if (header === undefined) wire.headers.push([name, value]);
  else header[1] = value;
}

function dropHeader(wire: Wire, name: string): void {
  wire.headers = wire.headers.filter(([other]) => other.toLowerCase() !== name);
}

const edit =
  (change: (text: string, random: Random) => string, only?: Place): Change =>
  ({ wire }, random) => {
    const places = placesOf(wire).filter((place) => only === undefined || place === only);
    if (places.length === 0) return;
    const place = random.pick(places);
    setText(wire, place, change(textAt(wire, place), random));
  };

/** Replaces one of the matches. */
function replaceOne(text: string, pattern: RegExp, random: Random, change: (match: string) => string): string {
  const matches = [...text.matchAll(pattern)];
  if (matches.length === 0) return text;
  const { index, 0: match } = random.pick(matches);
  return text.slice(0, index) + change(match) + text.slice(index + match.length);
}

function insert(text: string, at: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at);
}

/** The names of the list are names of parameters; nothing else here knows the protocol. */
const PROTOCOL = [
  "consumer_key",
  "token",
  "signature_method",
  "signature",
  "timestamp",
  "nonce",
  "version",
  "body_hash",
];

/** Changes the value of a protocol parameter, still encoded, wherever it stands. */
function editProtocol(wire: Wire, name: string, change: (value: string) => string): void {
  for (const place of placesOf(wire)) {
    const pattern =
      place === "header"
        ? new RegExp(`(oauth_${name}=")([^"]*)`, "g")
        : new RegExp(`((?:^|[?&])oauth_${name}=)([^&]*)`, "g");
    setText(
      wire,
      place,
      textAt(wire, place).replace(pattern, (_match, before: string, value: string) => before + change(value)),
    );
  }
}

function valueIn(wire: Wire, name: string): string | undefined {
  for (const place of placesOf(wire)) {
    const found = new RegExp(`oauth_${name}="?([^"&]*)`).exec(textAt(wire, place));
    if (found !== null) return found[1];
  }
  return undefined;
}

/** Changes the pieces of a query or form. */
const editPieces =
  (change: (pieces: string[], random: Random) => void): Change =>
  ({ wire }, random) => {
    const place = random.pick(placesOf(wire).filter((one) => one !== "header"));
    if (place === undefined) return;
    const text = textAt(wire, place);
    const start = place === "url" ? text.indexOf("?") + 1 : 0;
    const pieces = place === "url" && start === 0 ? [] : text.slice(start).split("&");
    change(pieces, random);
    const head = place === "url" && start === 0 ? `${text}?` : text.slice(0, start);
    setText(wire, place, head + pieces.join("&"));
  };

const octets: readonly Change[] = [
  edit((text, random) => {
    const at = random.int(text.length);
    return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << random.int(8))) + text.slice(at + 1);
  }),
  edit((text, random) => insert(text, random.int(text.length + 1), String.fromCharCode(random.int(256)))),
  edit((text, random) =>
    insert(text, random.int(text.length + 1), random.pick(["\u0000", "\n", " ", "\t", "\x7f", "\xa0", "\xff"])),
  ),
  edit((text, random) => text.slice(0, random.int(text.length))),
  edit((text, random) => replaceOne(text, /[a-z]/g, random, (letter) => letter.toUpperCase())),
];

/** The same octets, spelled in another way. */
const spelling: readonly Change[] = [
  edit((text) => text.replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase())),
  edit((text, random) => replaceOne(text, /%[0-9A-F]{2}/g, random, (escaped) => escaped.toLowerCase())),
  edit((text) => text.replace(/%[0-9a-f]{2}/gi, (escaped) => escaped.toUpperCase())),
  edit((text) => text.replaceAll("%20", "+")),
  edit((text) => text.replaceAll("+", "%20")),
  edit((text) => text.replaceAll("+", "%2B")),
  edit((text, random) => replaceOne(text, /[A-Za-z0-9._~-]/g, random, escapeOf)),
  edit(
    (text) => text.replace(/(=)([a-z])/g, (_match, equals: string, letter: string) => equals + escapeOf(letter)),
    "body",
  ),
  edit((text) =>
    text.replace(/%[89A-F][0-9A-F]/gi, (escaped) => String.fromCharCode(Number.parseInt(escaped.slice(1), 16))),
  ),
  edit((text, random) =>
    replaceOne(text, /%[0-9A-F]{2}/gi, random, (escaped) => String.fromCharCode(Number.parseInt(escaped.slice(1), 16))),
  ),
  edit((text) =>
    text.replace(/%(?:2A|21|27|28|29|7E)/gi, (escaped) => String.fromCharCode(Number.parseInt(escaped.slice(1), 16))),
  ),
  edit((text) => text.replaceAll("~", "%7E")),
];

function escapeOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

const ADDED = [
  "",
  "&",
  "=",
  "a",
  "=v",
  "a==b",
  "a=b=c",
  "x=1",
  "x=%",
  "x=%4",
  "x=%zz",
  "x=%E9",
  "x=%C3%28",
  "%=1",
  "x=+",
  "__proto__=1",
  "oauth=1",
  "x=%00",
  "realm=x",
  "x\xe9=\xff",
];

const parameters: readonly Change[] = [
  editPieces((pieces, random) => pieces.splice(random.int(pieces.length + 1), 0, random.pick(ADDED))),
  editPieces((pieces, random) => pieces.splice(random.int(pieces.length + 1), 0, random.pick(ADDED))),
  editPieces((pieces, random) => pieces.push(random.pick(["", "&", "&&"]))),
  editPieces((pieces, random) => pieces.unshift(random.pick(["", "&", "?"]))),
  editPieces((pieces, random) => pieces.splice(random.int(pieces.length), 0, pieces[random.int(pieces.length)] ?? "")),
  editPieces((pieces, random) => pieces.splice(random.int(pieces.length), 1)),
  editPieces((pieces) => pieces.reverse()),
  editPieces((pieces, random) => {
    const at = random.int(pieces.length);
    if (pieces[at] !== undefined) pieces[at] = pieces[at].replace("=", random.pick(["", "==", "%3D", ";", "=&"]));
  }),
  ({ wire }) => {
    const body = textAt(wire, "body");
    if (body === "" || !/^[\x21-\x7e]*$/.test(body)) return;
    wire.url += `${wire.url.includes("?") ? "&" : "?"}${body}`;
    wire.body = undefined;
  },
  ({ wire }) => {
    const mark = wire.url.indexOf("?");
    if (mark === -1) return;
    const body = textAt(wire, "body");
    wire.body = sameKind(wire.body ?? "", [wire.url.slice(mark + 1), body].filter((one) => one !== "").join("&"));
    wire.url = wire.url.slice(0, mark);
    setHeader(wire, "content-type", FORM);
  },
  ({ wire }, random) => {
    const added = Array.from({ length: 30 + random.int(40) }, (_, number) => `p${number % 37}=${number}`).join("&");
    wire.url += `${wire.url.includes("?") ? "&" : "?"}${added}`;
  },
];

const FORM = "application/x-www-form-urlencoded";

/** Header parameters as a query or form. */
function headerAsForm(wire: Wire): string {
  return [...textAt(wire, "header").matchAll(/(oauth_\w+)="([^"]*)"/g)]
    .map(([, name, value]) => `${name}=${value}`)
    .join("&");
}

const twoPlaces: readonly Change[] = [
  ({ wire }, random) =>
    addToBody(
      wire,
      random.pick(["oauth_nonce=x", "oauth_token=", "oauth_x=1", "oauth_signature=x", "oauth_%6Eonce=x"]),
    ),
  ({ wire }, random) =>
    addToQuery(
      wire,
      random.pick(["oauth_nonce=x", "oauth_token=t", "oauth_x=1", "oauth_signature=x", "%6Fauth_nonce=x"]),
    ),
  ({ wire }) => addToBody(wire, headerAsForm(wire)),
  ({ wire }) => addToBody(wire, headerAsForm(wire).replace(/&?oauth_signature=[^&]*/, "")),
  ({ wire }) => addToQuery(wire, headerAsForm(wire)),
  ({ wire }) => {
    addToBody(wire, headerAsForm(wire));
    dropHeader(wire, "authorization");
  },
  ({ wire }) => {
    addToQuery(wire, headerAsForm(wire));
    dropHeader(wire, "authorization");
  },
  ({ wire, server }, random) => {
    server.allowHeaderAndBody = true;
    const pieces = headerAsForm(wire)
      .split("&")
      .filter((piece) => !piece.startsWith("oauth_signature="));
    addToBody(wire, pieces.filter(() => random.chance(0.7)).join("&"));
  },
  ({ wire, server }, random) => {
    server.allowHeaderAndBody = true;
    addToBody(
      wire,
      random.pick([
        "oauth_version=1.0",
        "oauth_nonce=other",
        "oauth_signature=x",
        "oauth_x=",
        "oauth_version=1.0&oauth_version=1.0",
      ]),
    );
  },
];

function addToBody(wire: Wire, added: string): void {
  const body = textAt(wire, "body");
  wire.body = sameKind(wire.body ?? "", [body, added].filter((one) => one !== "").join("&"));
  setHeader(wire, "content-type", FORM);
}

function addToQuery(wire: Wire, added: string): void {
  wire.url += `${wire.url.includes("?") ? "&" : "?"}${added}`;
}

const header = (change: (text: string, random: Random) => string): Change => edit(change, "header");

const grammar: readonly Change[] = [
  header((text, random) =>
    text.replace(
      /^OAuth/,
      random.pick(["oauth", "OAUTH", "oAuTh", "Basic", "OAuth2", "Bearer", "", " OAuth", "\tOAuth", "O\u0130uth"]),
    ),
  ),
  header((text, random) =>
    text.replace(
      /^OAuth /,
      random.pick([
        "OAuth  ",
        "OAuth\t",
        "OAuth\r\n ",
        "OAuth\n",
        "OAuth",
        "OAuth,",
        "OAuth , ",
        "OAuth\u00a0",
        "OAuth\x0b",
      ]),
    ),
  ),
  header((text, random) =>
    text.replaceAll(
      ", ",
      random.pick([",", " , ", "\t,\t", ",\r\n ", ",\r\n\t", ";", " ", ", , ", ",,", "  ,  ", ",\n"]),
    ),
  ),
  header((text, random) =>
    replaceOne(text, /, /g, random, () => random.pick([",", "", " ", " ,", ",,", "\r\n , ", ";", ", ,", "&", ",\x0c"])),
  ),
  header((text, random) =>
    replaceOne(text, /"/g, random, () => random.pick(["", "'", '""', '\\"', ' "', '" ', "“", '\\"\\'])),
  ),
  header((text, random) =>
    replaceOne(text, /="/g, random, () => random.pick([' ="', '= "', "=", '"', '=="', ':"', '%3D"', '=\t"'])),
  ),
  header(
    (text, random) =>
      text +
      random.pick([
        ",",
        ", ",
        " ",
        "\t",
        "\r\n",
        "\r\n ",
        ", a",
        ', a="',
        ', a="b"',
        ', a="b",',
        ';a="b"',
        '"',
        "\u0000",
        ', ="x"',
        ", a=b",
        ', a=""',
      ]),
  ),
  header((text, random) =>
    text.replace(
      /^OAuth /,
      `OAuth ${random.pick(['realm="x"', 'Realm="x"', 'realm=""', 'REALM="a,b=\\"c"', 'realm="é"', "realm=x", 'realm="x\\"', "realm"])}, `,
    ),
  ),
  header(
    (text, random) =>
      `${text}, ${random.pick(['realm="end"', 'realm="1", realm="2"', 'Realm="1", realm="1"', '%72ealm="x"'])}`,
  ),
  header((text, random) =>
    text.replace(/^OAuth /, `OAuth ${random.pick(['realm="1", realm="2"', 'realm="1", Realm="1"'])}, `),
  ),
  header((text, random) => `${text}, ${random.pick(PROTOCOL.map((name) => `oauth_${name}="x"`))}`),
  header(
    (text, random) =>
      `${text}, ${random.pick(['x="1"', 'x="%zz"', 'x="%E9"', 'x="+"', 'x=" "', 'x="a,b"', 'x="a\\"b"', 'x="\\%41"', 'é="1"', 'x="é"', 'x="1", x="1"', 'x="1", %78="1"', '__proto__="1"'])}`,
  ),
  header((text, random) =>
    replaceOne(text, /oauth_\w+/g, random, (name) =>
      random.pick([
        name.toUpperCase(),
        name.replace("_", "%5F"),
        name.replace("_", "%5f"),
        ` ${name}`,
        `${name} `,
        name.slice(1),
        `${name}é`,
      ]),
    ),
  ),
  header((text, random) =>
    replaceOne(text, /="[^"]*"/g, random, (value) =>
      random.pick([
        value.replaceAll('"', ""),
        value.replaceAll('"', "'"),
        '=""',
        value.replace(/="(.?)/, '="\\$1'),
        value.replace('="', '=" '),
        `${value.slice(0, -1)} "`,
      ]),
    ),
  ),
  header((text) => `${text}, ${text}`),
  header((text) => `${text}, Basic dXNlcjpwYXNz`),
  header((text, random) => `${text}, OAuth ${random.pick(['a="b"', "a=b", "a", "", 'a = "b"'])}`),
  header((text) => `Basic dXNlcjpwYXNz, ${text}`),
  header((_text, random) =>
    random.pick([
      "",
      " ",
      "OAuth",
      "OAuth ",
      "OAuth ,",
      "oauth\t",
      "Basic dXNlcjpwYXNz",
      'OAuth a="b"',
      'OAuth realm="x"',
      'OAuth oauth_nonce="x"',
      "\ud800",
      'Digest username="x", oauth oauth_nonce="x"',
    ]),
  ),
  header((text) =>
    text
      .split(", ")
      .reverse()
      .join(", ")
      .replace(/(.*), (OAuth )(.*)$/s, "$2$3, $1"),
  ),
  ({ wire }) => {
    const value = textAt(wire, "header");
    if (value !== "") wire.headers.push(["Authorization", value]);
  },
  ({ wire }, random) => {
    wire.headers.splice(random.int(2), 0, [
      "AUTHORIZATION",
      random.pick(["Basic dXNlcjpwYXNz", "", 'OAuth oauth_nonce="x"', "Bearer x"]),
    ]);
  },
  ({ wire }) => {
    for (const one of wire.headers) if (isAuthorization(one)) one[0] = "aUTHORIZATION";
  },
  ({ wire }) => dropHeader(wire, "authorization"),
];

const TYPES = [
  ...[
    FORM,
    `${FORM};charset=utf-8`,
    `${FORM}; charset=UTF-8`,
    `${FORM}; charset="utf-8"`,
    `${FORM}; charset=utf8`,
    `${FORM};charset=iso-8859-1`,
  ],
  ...[
    `${FORM}; charset=windows-1252`,
    `${FORM}; charset=shift_jis`,
    `${FORM}; charset=utf-16`,
    `${FORM}; charset=utf-7`,
    `${FORM}; charset=nonsense`,
  ],
  ...[
    `${FORM}; charset=gb18030`,
    `${FORM}; charset=unicode-1-1-utf-8`,
    `${FORM}; charset=`,
    `${FORM}; charset=a; charset=b`,
    `${FORM}; charset=utf-8; charset=utf-8`,
    `${FORM};`,
    `${FORM}; x=y`,
  ],
  ...[
    "APPLICATION/X-WWW-FORM-URLENCODED",
    ` ${FORM} `,
    `\t${FORM}`,
    `${FORM}, text/plain`,
    `${FORM} x`,
    `text/plain; x="${FORM}"`,
    `x${FORM}`,
    `${FORM}x`,
  ],
  ...[
    "text/plain",
    "application/json",
    "multipart/form-data; boundary=x",
    "",
    "/",
    "text",
    `${FORM}; x="y`,
    `${FORM}; x="y\\"z"; charset="\\u\\tf-8"`,
    "é/x",
    `${FORM};${" ".repeat(1100)}`,
  ],
];

const contentType: readonly Change[] = [
  ({ wire }, random) => setHeader(wire, "content-type", random.pick(TYPES)),
  ({ wire }, random) => setHeader(wire, "content-type", random.pick(TYPES)),
  ({ wire }) => dropHeader(wire, "content-type"),
  ({ wire }, random) => wire.headers.push(["Content-Type", random.pick(TYPES)]),
  ({ wire }, random) => {
    wire.body = new Uint8Array(
      Buffer.from(
        `${textAt(wire, "body")}&x=${random.pick(["\xe9", "\x80", "\x82\xa0", "\xff", "\x81", "%80", "%E9%FF"])}`,
        "latin1",
      ),
    );
    setHeader(wire, "content-type", random.pick(TYPES));
  },
  ({ wire, server }, random) => {
    // Re-spelled as a charset names it, the signature stays right.
    const charset = random.pick([
      "iso-8859-1",
      "windows-1252",
      "utf-8",
      "unicode-1-1-utf-8",
      "shift_jis",
      "euc-kr",
      "utf-16le",
    ]);
    setHeader(wire, "content-type", `${FORM}; charset=${charset}`);
    if (random.chance(0.2)) server.requireBodyHash = true;
  },
];

const VALUES: Readonly<Record<string, readonly string[]>> = {
  timestamp: [
    "",
    "0",
    "-1",
    "01700000000",
    "1700000000.0",
    "1.7e9",
    "%201700000000",
    "1700000000%20",
    "17000000000000000",
    "abc",
    "1699990000",
    "1700009999",
    "%D9%A1",
    "+1700000000",
    "0x65",
    "999999999999999",
    "1000000000000000",
  ],
  nonce: [
    "",
    "%00",
    "a%0A",
    "%7F",
    "x".repeat(128),
    "x".repeat(129),
    "%C3%A9".repeat(64),
    "%C3%A9".repeat(65),
    "%FF",
    "a b",
    "%ED%A0%80",
  ],
  version: ["1.0", "1.0a", "2.0", "", "1", "1.00", "%31.0", "1%2E0"],
  signature_method: [
    "HMAC-SHA1",
    "HMAC-SHA256",
    "RSA-SHA1",
    "RSA-SHA256",
    "PLAINTEXT",
    "hmac-sha1",
    "",
    "HMAC-MD5",
    "none",
    "%FF",
    "HMAC-SHA1%20",
    "__proto__",
  ],
  consumer_key: [
    "",
    "nobody",
    "client-2",
    "CLIENT-1",
    "client-1%20",
    "%FF",
    "__proto__",
    "x".repeat(300),
    "clıent-1",
    "%E2%98%83",
  ],
  token: ["", "other", "TOKEN-1", "%FF", "token-1", "__proto__"],
  signature: [
    "",
    "x",
    "%3D",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAA%3D",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAB%3D",
    "secret%26",
    "%FF",
    `${"A".repeat(342)}%3D%3D`,
    `${"A".repeat(43)}%3D`,
    "====",
    "%00",
    "A".repeat(3000),
  ],
  body_hash: ["", "x", "2jmj7l5rSw0yVb/vlWAYkK/YBwk=", "%FF"],
};

const protocol: readonly Change[] = [
  ({ wire }, random) => {
    const name = random.pick(PROTOCOL);
    editProtocol(wire, name, () => random.pick(VALUES[name]!));
  },
  ({ wire }, random) => editProtocol(wire, "timestamp", () => random.pick(VALUES.timestamp!)),
  ({ wire }, random) => editProtocol(wire, "nonce", () => random.pick(VALUES.nonce!)),
  ({ wire }, random) => editProtocol(wire, "signature", () => random.pick(VALUES.signature!)),
  ({ wire }, random) =>
    editProtocol(
      wire,
      random.pick(PROTOCOL),
      (value) => value + random.pick(["%20", "%0A", "=", "%3D", "A", "%00", "%", "+", "%FF"]),
    ),
  ({ wire }, random) =>
    editProtocol(wire, "signature", (value) =>
      random.pick([
        value.replace(/(?:%3D)+$/, ""),
        value.replaceAll("%2B", "-").replaceAll("%2F", "_"),
        value.replaceAll("%2B", "%20"),
        value.replaceAll("%2F", "/").replaceAll("%3D", "="),
        value.slice(1),
        `%0A${value}`,
        value.replace(/.(%3D)/, "B$1"),
        value.toLowerCase(),
        escapeOf(value[0] ?? "A") + value.slice(1),
      ]),
    ),
  ({ wire }, random) => {
    const name = `oauth_${random.pick(PROTOCOL)}`;
    for (const place of placesOf(wire)) {
      const pattern = place === "header" ? new RegExp(`${name}="[^"]*"(?:, )?`) : new RegExp(`${name}=[^&]*&?`);
      setText(wire, place, textAt(wire, place).replace(pattern, "").replace(/, $/, ""));
    }
  },
  ({ wire }, random) => {
    const added = random.pick([
      "oauth_body_hash=2jmj7l5rSw0yVb%2FvlWAYkK%2FYBwk%3D",
      "oauth_token=x",
      "oauth_unknown=1",
      "oauth_version=1.0",
    ]);
    if (textAt(wire, "header") === "") addToQuery(wire, added);
    else setText(wire, "header", `${textAt(wire, "header")}, ${added.replace("=", '="')}"`);
  },
  ({ wire }) => {
    const nonce = valueIn(wire, "nonce");
    if (nonce !== undefined) editProtocol(wire, "timestamp", () => nonce);
  },
];

const target: readonly Change[] = [
  ({ wire }, random) =>
    (wire.method = random.pick([
      "GET",
      "POST",
      "PUT",
      "get",
      "post",
      "",
      "PO ST",
      "GÉT",
      "HEAD",
      "GET\n",
      "x".repeat(50),
    ])),
  ({ wire }, random) =>
    (wire.url = random.pick([
      "",
      "*",
      "//",
      "/",
      "?",
      "/#x",
      "/a b",
      "/é",
      "/\u0000",
      "pay",
      "http:/x",
      "https://",
      "https://other.example/",
      "HTTPS://[::1]:443/",
      "https://a:b/",
      "/%zz",
      "/\ud800",
    ])),
  ({ wire }, random) =>
    (wire.url = random.pick([
      `${wire.url}#x`,
      ` ${wire.url}`,
      `${wire.url} `,
      `/${wire.url}`,
      wire.url.toUpperCase(),
      wire.url.replace("/", "/./"),
      wire.url.replace("?", "??"),
    ])),
  ({ wire, server }) => {
    if (wire.url.startsWith("/")) wire.url = server.clientOrigin + wire.url;
  },
  ({ wire, server }) => {
    if (wire.url.startsWith("/")) wire.url = server.clientOrigin.toUpperCase() + wire.url;
  },
  ({ wire, server }) => {
    if (wire.url.startsWith("/")) wire.url = `https://other.example${wire.url}`;
    else server.origin = "https://other.example";
  },
  ({ wire, server }) => {
    if (!wire.url.startsWith("/")) wire.url = wire.url.replace(/^(\w+:\/\/)([^/?@:]*)(?=[/?]|$)/, "$1$2:443");
    server.origin = undefined;
  },
  ({ server }, random) =>
    (server.origin = random.pick([
      "http://api.example",
      "https://example.com",
      "https://EXAMPLE.com:443",
      "https://api.example:8443",
      "ftp://x",
      "https://x/y",
      "https://u@x",
      "",
    ])),
  ({ wire }, random) =>
    (wire.remoteAddress = random.pick(["10.0.0.1", "11.0.0.1", "::1", "::ffff:10.0.0.1", "", "x", undefined])),
  ({ wire }, random) =>
    setHeader(wire, "x-forwarded-proto", random.pick(["https", "http", "HTTPS", "https, http", "", " https ", "ftp"])),
  ({ wire }, random) =>
    setHeader(
      wire,
      "x-forwarded-host",
      random.pick([
        "other.example",
        "nobody.example",
        "OTHER.example:443",
        "a, b",
        "",
        "other.example/x",
        "u@other.example",
      ]),
    ),
  ({ wire }) => wire.headers.push(["X-Forwarded-Proto", "https"]),
  ({ wire }) => {
    dropHeader(wire, "x-forwarded-host");
    wire.headers.push(["Host", "other.example"]);
  },
  ({ wire }) => (wire.secure = false),
];

const server: readonly Change[] = [
  ({ server: one }, random) =>
    (one.now += random.pick([-601, -301, -300, -299, 299, 300, 301, 601, 0.5, 1e6, -1e6, -501, 501])),
  ({ server: one }, random) => (one.toleranceSeconds = random.pick([0, 1, 10, 100, 1000])),
  ({ server: one }, random) =>
    (one.signatureMethods = random.pick([
      ["HMAC-SHA1"],
      ["RSA-SHA256"],
      ["PLAINTEXT"],
      ["HMAC-SHA512", "HMAC-SHA256"],
      ["HMAC-MD5"],
      [],
    ])),
  ({ server: one }, random) => (one.minimumRsaBits = random.pick([1024, 2048, 2049, 4096])),
  ({ server: one }, random) => (one.lookup = random.pick(["throws", "rejects", "null", "no-key"] as const)),
  ({ server: one }, random) => (one.store = random.pick(["full", "throws", "rejects", "no-answer"] as const)),
  ({ server: one }) => (one.keys = []),
  ({ server: one }, random) => {
    for (const key of one.keys) {
      if (key.consumerSecret !== undefined)
        key.consumerSecret = random.pick(["wrong", "", "SECRET", "-----BEGIN PRIVATE KEY-----", "\ud800", "secret "]);
      else
        key.publicKey = random.pick([
          "rsa2048public",
          "rsa1024public",
          "rsa512public",
          "rsaExponent1public",
          "no PEM",
          "ecpublic",
        ]);
    }
  },
  ({ server: one }, random) => {
    for (const key of one.keys)
      Object.assign(key, {
        consumerSecret: undefined,
        tokenSecret: undefined,
        publicKey: random.pick(["rsa2048public", "rsa1024public"]),
      });
  },
  ({ server: one }) => {
    for (const key of one.keys) Object.assign(key, { publicKey: undefined, consumerSecret: "secret", tokenSecret: "" });
  },
  ({ server: one }, random) => {
    for (const key of one.keys) key.tokenSecret = random.pick([undefined, "", "wrong", "secret"]);
  },
  ({ server: one }, random) => {
    for (const key of one.keys) key.token = random.pick([undefined, "", "token-1", "other"]);
  },
  ({ server: one }, random) =>
    (one.limits = {
      [random.pick(["url", "authorization", "body", "parameters", "name", "value", "nonce"])]: random.pick([
        1, 5, 8, 20, 100, 300,
      ]),
    }),
  ({ server: one }, random) =>
    (one.limits = {
      [random.pick(["url", "authorization", "body", "parameters", "name", "value", "nonce"])]: random.pick([
        1, 2, 6, 10, 16, 40,
      ]),
    }),
  ({ server: one }, random) => (one.limits = { [random.pick(["url", "size"])]: random.pick([0, -1, 1.5]) }),
  ({ server: one }) => (one.requireBodyHash = true),
  ({ server: one }) => (one.allowHeaderAndBody = one.allowHeaderAndBody !== true),
  (scene) => {
    scene.earlier = [structuredClone(scene.wire)];
  },
  (scene) => {
    scene.earlier = [structuredClone(scene.wire)];
    scene.server.lookup = "later";
    scene.server.store = "later";
  },
];

const body: readonly Change[] = [
  ({ wire }, random) =>
    (wire.body = random.pick<Text | undefined>([
      undefined,
      "",
      "x",
      "a=b",
      new Uint8Array(0),
      Uint8Array.of(0xff),
      "é=ü",
      "a=\ud83d",
      '{"a":1}',
      "a".repeat(2000),
    ])),
  ({ wire }) => (wire.body = `\ufeff${typeof wire.body === "string" ? wire.body : ""}`),
  ({ wire }) => {
    if (typeof wire.body === "string") wire.body = new Uint8Array(Buffer.from(wire.body));
    else if (wire.body !== undefined) wire.body = Buffer.from(wire.body).toString("latin1");
  },
];

const KINDS: readonly (readonly [weight: number, changes: readonly Change[]])[] = [
  [12, octets],
  [16, spelling],
  [14, parameters],
  [9, twoPlaces],
  [20, grammar],
  [7, contentType],
  [13, protocol],
  [9, target],
  [18, server],
  [4, body],
];
