/** Changes after which the signature may or may not be right; the model decides. */

import { PIECES } from "../../edge-cases.ts";
import type { Change } from "./spellings.ts";
import { SPELLINGS } from "./spellings.ts";
import { isProtocol, type Wire, withForm } from "./wire.ts";

const flipped = (text: string, at: number, bit: number): string | undefined =>
  text === ""
    ? undefined
    : replaced(text, at % text.length, 1, String.fromCharCode(text.charCodeAt(at % text.length) ^ (1 << (bit % 8))));

const replaced = (text: string, at: number, count: number, by: string): string =>
  text.slice(0, at) + by + text.slice(at + count);

function spliced(text: string, at: number, choice: number): string {
  return replaced(text, at % (text.length + 1), (choice >>> 8) % 3, PIECES[choice % PIECES.length]!);
}

type Edit = (text: string, choices: readonly number[]) => string | undefined;

const flip: Edit = (text, [at = 0, bit = 0]) => flipped(text, at, bit);
const splice: Edit = (text, [at = 0, choice = 0]) => spliced(text, at, choice);
const cut: Edit = (text, [at = 0, count = 0]) => replaced(text, at % (text.length + 1), 1 + (count % 3), "");

/** Edits each part of a request as one text. */
function everywhere(what: string, edit: Edit): Record<string, Change> {
  const list =
    (place: "query" | "body"): Change =>
    (wire, choices) => {
      const edited = wire[place] && edit(wire[place].join("&"), choices);
      return edited === undefined ? undefined : { ...wire, [place]: edited.split("&") };
    };
  const field =
    (part: "method" | "head"): Change =>
    (wire, choices) => {
      const edited = edit(wire[part], choices);
      return edited === undefined ? undefined : { ...wire, [part]: edited };
    };
  return {
    [`${what} in the method`]: field("method"),
    [`${what} in scheme, host or path`]: field("head"),
    [`${what} in the query`]: list("query"),
    [`${what} in the body`]: list("body"),
    [`${what} in the header`]: (wire, choices) => {
      const { pairs = [], field: name = "", scheme = "" } = wire.authorization ?? {};
      const header = pairs.map(([one, value]) => `${one}="${value}"`).join(", ");
      const edited = edit(`${scheme} ${header}`, choices);
      if (wire.authorization === undefined || edited === undefined) return undefined;
      return { ...wire, authorization: undefined, headers: [[name, edited], ...wire.headers] };
    },
    [`${what} in another header`]: (wire, [which = 0, ...choices]) => {
      const index = which % wire.headers.length;
      const [name = "", value = ""] = wire.headers[index] ?? [];
      const edited = edit(value, choices);
      return wire.headers.length === 0 || edited === undefined
        ? undefined
        : { ...wire, headers: wire.headers.with(index, [name, edited]) };
    },
  };
}

const valueIn = (piece: string): string => piece.slice(piece.indexOf("=") + 1);

/** Edits the value of one header parameter or, without a header, of one protocol parameter elsewhere. */
function inProtocol(name: string, edit: (value: string, choice: number) => string | undefined): Change {
  return (wire, [choice = 0]) => {
    const inPieces = (pieces: readonly string[] | undefined) =>
      pieces?.map((piece) =>
        piece.startsWith(`${name}=`) ? `${name}=${edit(valueIn(piece), choice) ?? valueIn(piece)}` : piece,
      );
    const pairs = wire.authorization?.pairs.map(([one, value]): readonly [string, string] => [
      one,
      one === name ? (edit(value, choice) ?? value) : value,
    ]);
    const authorization = wire.authorization && { ...wire.authorization, pairs: pairs! };
    return { ...wire, authorization, query: inPieces(wire.query), body: inPieces(wire.body) };
  };
}

/** Takes a piece of the query, the body or the header, and puts it elsewhere too, or only there. */
function transfer(from: Place, to: Place, isMove: boolean): Change {
  return (wire, [choice = 0]) => {
    const pieces = piecesIn(wire, from);
    const index = choice % pieces.length;
    const piece = pieces[index];
    if (piece === undefined) return undefined;
    const left = isMove ? withPieces(wire, from, pieces.toSpliced(index, 1)) : wire;
    return withPieces(left, to, [...piecesIn(left, to), piece]);
  };
}

type Place = "query" | "body" | "header";

function piecesIn(wire: Wire, place: Place): readonly string[] {
  if (place !== "header") return wire[place] ?? [];
  return (wire.authorization?.pairs ?? []).map(([name, value]) => `${name}=${value}`);
}

function withPieces(wire: Wire, place: Place, pieces: readonly string[]): Wire {
  if (place === "query") return { ...wire, query: pieces };
  if (place === "body") return { ...withForm(wire), body: pieces };
  const pairs = pieces.map((piece): readonly [string, string] => [piece.split("=")[0]!, valueIn(piece)]);
  return {
    ...wire,
    authorization: { field: "authorization", scheme: "OAuth", separator: ", ", ...wire.authorization, pairs },
  };
}

const PLACES: readonly Place[] = ["query", "body", "header"];
const transfers = Object.fromEntries(
  PLACES.flatMap((from) => [
    ...PLACES.map((to) => [`a parameter of the ${from} copied to the ${to}`, transfer(from, to, false)] as const),
    ...PLACES.filter((to) => to !== from).map(
      (to) => [`a parameter moved from ${from} to ${to}, whatever it is`, transfer(from, to, true)] as const,
    ),
  ]),
);

const withField =
  (fields: readonly (readonly [string, string])[]): Change =>
  (wire, [choice = 0, first = 0]) => {
    const added = fields[choice % fields.length]!;
    return { ...wire, headers: first % 2 === 0 ? [added, ...wire.headers] : [...wire.headers, added] };
  };

const CONTENT_TYPES = [
  ...["text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencodedx", "application/json", ""],
  ...["application/x-www-form-urlencoded; charset=utf-16", "application/x-www-form-urlencoded; charset=x-unknown"],
  ...[
    "text/plain; application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded, text/plain",
    "application/x-www-form-urlencoded; charset=iso-8859-1",
  ],
];

const base64Spelling = (value: string, choice: number): string | undefined => {
  const text = decodeURIComponent(value.replace(/%(?![0-9a-f]{2})/gi, "%25"));
  const others = [
    text.replace(/=+$/, ""),
    `${text}=`,
    text.replaceAll("+", "-").replaceAll("/", "_"),
    `${text}\n`,
    ` ${text}`,
    text.toLowerCase(),
    // The last character before the padding has bits that no octet uses.
    text.replace(
      /(.)(=+)$/,
      (_all, last: string, padding: string) => String.fromCharCode(last.charCodeAt(0) + 1) + padding,
    ),
    "",
  ];
  return encodeURIComponent(others[choice % others.length]!);
};

/** Values as they may stand where another one stood: in the usual spelling, in others, and broken. */
const VALUES = [
  "",
  "x",
  "%20",
  "a%2Bb",
  "%C3%A9",
  "%FF",
  "%00",
  "%2b",
  "%61",
  "+",
  "%",
  "%4",
  "a=b",
  "a b",
  "\xe9",
  '\\"',
];

/** All values of query and body, and those of the header that are neither an identity nor a secret. */
const otherValues: Change = (wire, [choice = 0, step = 0]) => {
  let count = choice;
  const next = (): string => {
    count += 1 + (step % 3);
    return VALUES[count % VALUES.length]!;
  };
  const inPieces = (pieces: readonly string[] | undefined) =>
    pieces?.map((piece) => (isProtocol(piece) || !piece.includes("=") ? piece : `${piece.split("=")[0]}=${next()}`));
  const pairs = wire.authorization?.pairs.map(([name, value]): readonly [string, string] =>
    name === "oauth_nonce" || !isProtocol(name) ? [name, next()] : [name, value],
  );
  return {
    ...wire,
    query: inPieces(wire.query),
    body: inPieces(wire.body),
    authorization: wire.authorization && { ...wire.authorization, pairs: pairs! },
  };
};

/** Every change, the merging ones among them, by name. */
export const TAMPERINGS: Readonly<Record<string, Change>> = {
  ...SPELLINGS,
  ...everywhere("an octet flipped", flip),
  ...everywhere("a piece spliced in", splice),
  ...everywhere("octets cut out", cut),
  ...transfers,
  "a piece left out of the query": (wire, [at = 0]) =>
    wire.query && { ...wire, query: wire.query.toSpliced(at % wire.query.length, 1) },
  "a piece left out of the body": (wire, [at = 0]) =>
    wire.body && { ...wire, body: wire.body.toSpliced(at % wire.body.length, 1) },
  "a parameter left out of the header": (wire, [at = 0]) =>
    wire.authorization &&
    withPieces(wire, "header", piecesIn(wire, "header").toSpliced(at % wire.authorization.pairs.length, 1)),
  "two values exchanged": (wire) => {
    const [one, other, ...rest] = wire.body ?? [];
    if (one === undefined || other === undefined || isProtocol(one)) return undefined;
    return {
      ...wire,
      body: [`${one.split("=")[0]}=${valueIn(other)}`, `${other.split("=")[0]}=${valueIn(one)}`, ...rest],
    };
  },
  "other values where they stood": otherValues,
  "another method": (wire, [choice = 0]) => ({
    ...wire,
    method: ["GET", "POST", "PUT", "P OST", "", "POST\r\n"][choice % 6]!,
  }),
  "another scheme": (wire) => ({
    ...wire,
    head: wire.head.replace(/^http(s?)/i, (_all, s) => (s === "" ? "https" : "http")),
  }),
  "a slash more at the end of the path": (wire) => ({ ...wire, head: `${wire.head}/` }),
  "another spelling of the signature": inProtocol("oauth_signature", base64Spelling),
  "another signature method": inProtocol(
    "oauth_signature_method",
    (_value, choice) => ["HMAC-SHA1", "HMAC-SHA256", "RSA-SHA256", "PLAINTEXT", "hmac-sha1", "none"][choice % 6],
  ),
  "another timestamp": inProtocol(
    "oauth_timestamp",
    (value, choice) =>
      [
        `0${value}`,
        `${Number(value) + 1}`,
        `${Number(value) - 301}`,
        `${Number(value) + 301}`,
        `+${value}`,
        `${value}.0`,
      ][choice % 6],
  ),
  "another nonce": inProtocol(
    "oauth_nonce",
    (value, choice) => ["", `${value}x`, "%00", "x".repeat(129), "%FF"][choice % 5],
  ),
  "another version": inProtocol("oauth_version", (_value, choice) => ["", "1.0a", "2.0", "1", "%31.0"][choice % 5]),
  "another client": inProtocol("oauth_consumer_key", (value, choice) => [`${value}x`, "", "%FF"][choice % 3]),
  "another token": inProtocol("oauth_token", (value, choice) => [`${value}x`, "", "%FF"][choice % 3]),
  "a second Authorization header": withField([
    ["Authorization", "Basic eDp5"],
    ["authorization", 'OAuth oauth_consumer_key="x"'],
    ["AUTHORIZATION", 'Basic x, OAuth oauth_nonce="x"'],
    ["authorization", ""],
  ]),
  "other white space around the scheme": (wire, [choice = 0]) => {
    const schemes = [
      "OAuth\t",
      "OAuth\r\n",
      "OAuth ",
      " OAuth",
      "\tOAuth",
      "\r\n OAuth",
      "\u00a0OAuth",
      "OAuth\u00a0",
      "OAuth\v",
    ];
    const scheme = schemes[choice % schemes.length]!;
    return wire.authorization && { ...wire, authorization: { ...wire.authorization, scheme } };
  },
  "another media type": (wire, [choice = 0]) => ({
    ...wire,
    headers: wire.headers.map(([name, value]) =>
      /^content-type$/i.test(name) ? [name, CONTENT_TYPES[choice % CONTENT_TYPES.length]!] : [name, value],
    ),
  }),
  "a second media type": withField(CONTENT_TYPES.map((type) => ["content-type", type] as const)),
  "no headers but one": (wire) => ({ ...wire, headers: [] }),
};
