/**
 * Other spellings of the same request: what RFC 5849 merges, so that the signature stays right.
 *
 * Each change takes the pieces of a request and a list of numbers that choose; `undefined` where it has nothing to do.
 */

import { percentEncode } from "../../../src/oauth1/index.ts";
import type { Authorization, Wire } from "./wire.ts";
import { isProtocol, nameOf, withForm } from "./wire.ts";

/** A change to a request, and the choices it makes. */
export type Change = (wire: Wire, choices: readonly number[]) => Wire | undefined;

type Pair = readonly [name: string, value: string];

const TOKEN_RE = /%[0-9A-Fa-f]{2}|[\s\S]/g; // an escaped, or a character

/** One place of a text, chosen among those that a pattern matches whole, written otherwise. */
function rewrite(text: string, choice: number, which: RegExp, how: (token: string) => string): string | undefined {
  const tokens = text.match(TOKEN_RE) ?? [];
  const places = tokens.flatMap((token, index) => (which.test(token) ? [index] : []));
  const place = places[choice % places.length];
  if (place === undefined) return undefined;
  return tokens.map((token, index) => (index === place ? how(token) : token)).join("");
}

const escaped = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
const rawOf = (token: string): string => String.fromCharCode(Number.parseInt(token.slice(1), 16));

/** Changes one piece of the query or of the body. */
function inPiece(change: (piece: string, choice: number) => string | undefined, place: "query" | "body"): Change {
  return (wire, [which = 0, choice = 0]) => {
    const pieces = wire[place] ?? [];
    const index = which % pieces.length;
    const changed = pieces[index] === undefined ? undefined : change(pieces[index], choice);
    return changed === undefined ? undefined : { ...wire, [place]: pieces.with(index, changed) };
  };
}

/** Changes the name or the value of one parameter of the header, never the realm. */
function inHeader(change: (text: string, choice: number) => string | undefined, part: 0 | 1): Change {
  return (wire, [which = 0, choice = 0]) => {
    const pairs = wire.authorization?.pairs ?? [];
    const index = which % pairs.length;
    const pair = pairs[index];
    const changed = pair === undefined || pair[0].toLowerCase() === "realm" ? undefined : change(pair[part], choice);
    if (changed === undefined) return undefined;
    const other: Pair = part === 0 ? [changed, pair![1]] : [pair![0], changed];
    return withPairs(wire, pairs.with(index, other));
  };
}

function withPairs(wire: Wire, pairs: readonly Pair[]): Wire {
  return { ...wire, authorization: { ...wire.authorization!, pairs } };
}

const withHeader =
  (change: (authorization: Authorization, choice: number) => Authorization): Change =>
  (wire, [choice = 0]) =>
    wire.authorization && { ...wire, authorization: change(wire.authorization, choice) };

const withHead =
  (change: (head: string, choice: number) => string): Change =>
  (wire, [choice = 0]) => ({ ...wire, head: change(wire.head, choice) });

const escapeOne = (text: string, choice: number) => rewrite(text, choice, /^[A-Za-z0-9._~-]$/, escaped);
const lowerEscape = (text: string, choice: number) => rewrite(text, choice, /^%..$/, (token) => token.toLowerCase());
const plusForSpace = (text: string, choice: number) => rewrite(text, choice, /^%20$/, () => "+");
const spaceForPlus = (text: string, choice: number) => rewrite(text, choice, /^\+$/, () => "%20");
/** What may stand in a URL, in a body and in a quoted string as it is; `&`, `=`, `+` and `%` would mean something. */
const RAW_IN_URL_RE = /^%(?:2[1478-9ACDEF]|3[ABCEF]|40|5[BDF]|7E)$/i;
const RAW_IN_BODY_RE = /^%(?:[01489A-F][0-9A-F]|2[0-247-9ACDEF]|3[ABCEF]|5[B-F]|60|7[B-F])$/i;
const RAW_IN_HEADER_RE = /^%(?:2[146-9A-F]|3[A-F]|40|5[BDEF]|60|7[B-E])$/i;
const rawInUrl = (text: string, choice: number) => rewrite(text, choice, RAW_IN_URL_RE, rawOf);
const rawInBody = (text: string, choice: number) => rewrite(text, choice, RAW_IN_BODY_RE, rawOf);
const rawInHeader = (text: string, choice: number) => rewrite(text, choice, RAW_IN_HEADER_RE, rawOf);
const withoutEquals = (piece: string) => (/^[^=]+=$/.test(piece) ? piece.slice(0, -1) : undefined);
const withEquals = (piece: string) => (/^[^=]+$/.test(piece) ? `${piece}=` : undefined);

/** Another order, by the numbers. */
function shuffled<T>(items: readonly T[], choices: readonly number[]): T[] {
  const keyed = items.map((item, index) => ({
    item,
    key: choices[index % choices.length]! ^ Math.imul(index, 0x9e3779b9),
  }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

const insertEmpty = (pieces: readonly string[], choice: number): string[] =>
  [...pieces].toSpliced(choice % (pieces.length + 1), 0, "");

const firstNot = (pieces: readonly string[] | undefined, choice: number): number => {
  const candidates = (pieces ?? []).flatMap((piece, index) => (piece === "" || isProtocol(piece) ? [] : [index]));
  return candidates[choice % candidates.length] ?? -1;
};

function fromQueryToBody(wire: Wire, [choice = 0]: readonly number[]): Wire | undefined {
  const index = firstNot(wire.query, choice);
  if (index === -1) return undefined;
  const formed = withForm(wire);
  return { ...formed, query: wire.query!.toSpliced(index, 1), body: [...formed.body, wire.query![index]!] };
}

function fromBodyToQuery(wire: Wire, [choice = 0]: readonly number[]): Wire | undefined {
  const index = firstNot(wire.body, choice);
  if (index === -1) return undefined;
  const visible = wire.body![index]!.replace(/[^\x21\x22\x24-\x7e]/g, escaped);
  return { ...wire, body: wire.body!.toSpliced(index, 1), query: [...(wire.query ?? []), visible] };
}

/** A header's parameters as a form writes them: there a plus would be a space. */
const pieceOf = ([name, value]: Pair): string => `${formText(name)}=${formText(value)}`;
const formText = (text: string): string => text.replace(/[^A-Za-z0-9._~%-]/g, escaped);
const pairsOf = ({ pairs }: Authorization): readonly Pair[] => pairs.filter(([name]) => name.toLowerCase() !== "realm");

function fromHeaderToQuery(wire: Wire): Wire | undefined {
  if (wire.authorization === undefined || wire.body?.some(isProtocol)) return undefined;
  const moved = pairsOf(wire.authorization).map(pieceOf);
  return { ...wire, authorization: undefined, query: [...(wire.query ?? []), ...moved] };
}

function fromHeaderToBody(wire: Wire): Wire | undefined {
  if (wire.authorization === undefined || wire.body?.some(isProtocol)) return undefined;
  const formed = withForm(wire);
  return { ...formed, authorization: undefined, body: [...formed.body, ...pairsOf(wire.authorization).map(pieceOf)] };
}

function fromFormToHeader(wire: Wire): Wire | undefined {
  if (wire.authorization !== undefined) return undefined;
  const all = [...(wire.query ?? []), ...(wire.body ?? [])];
  const pairs = all.filter(isProtocol).map((piece): Pair => {
    const [name = "", ...value] = piece.split("=");
    return [
      name,
      value
        .join("=")
        .replaceAll("+", "%20")
        .replace(/[^\x21\x23-\x5b\x5d-\x7e]/g, escaped),
    ];
  });
  const rest = (pieces: readonly string[] | undefined) => pieces?.filter((piece) => !isProtocol(piece));
  const authorization = { field: "authorization", scheme: "OAuth", pairs, separator: "," };
  return { ...wire, query: rest(wire.query), body: rest(wire.body), authorization };
}

/** The gateway's habit, taken up or left. */
function repetition(wire: Wire): Wire | undefined {
  if (wire.authorization === undefined || wire.query?.some(isProtocol)) return undefined;
  const formed = withForm(wire);
  if (formed.body.some(isProtocol)) return { ...formed, body: formed.body.filter((piece) => !isProtocol(piece)) };
  const repeated = pairsOf(wire.authorization).filter(
    ([name]) => isProtocol(name) && nameOf(name) !== "oauth_signature",
  );
  return { ...formed, body: [...formed.body, ...repeated.map(pieceOf)] };
}

function withRealm(authorization: Authorization, choice: number): Authorization {
  const realm = [undefined, "", "Photos", 'a \\"b\\", oauth_nonce=\\"x', "é"][choice % 5];
  const others = authorization.pairs.filter(([name]) => name.toLowerCase() !== "realm");
  return { ...authorization, pairs: realm === undefined ? others : [["Realm", realm], ...others] };
}

function withOtherPort(head: string): string {
  const match = /^([a-z]+:\/\/(?:[^/@]*@)?(?:\[[^\]]*\]|[^:/]*))(:[0-9]*)?(.*)$/is.exec(head);
  if (match === null) return head;
  const [, before = "", port = "", path = ""] = match;
  const own = /^https/i.test(head) ? ":443" : ":80";
  const isDefault = ["", ":", own].includes(port);
  return isDefault ? before + (port === own ? "" : port === "" ? ":" : own) + path : head;
}

const changedCase = (text: string): string => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase());

const withOrigin = (change: (origin: string) => string): Change =>
  withHead((head) => head.replace(/^[a-z]+:\/\/[^/]*/i, change));

const TYPES = [
  "Application/X-WWW-Form-URLEncoded",
  "application/x-www-form-urlencoded; charset=UTF-8",
  'application/x-www-form-urlencoded;charset="utf-8"',
  "application/x-www-form-urlencoded ; charset=iso-8859-1",
  "application/x-www-form-urlencoded;",
];

/** Every merging change, by name. */
export const SPELLINGS: Readonly<Record<string, Change>> = {
  "an escaped character in the query": inPiece(escapeOne, "query"),
  "an escaped character in the body": inPiece(escapeOne, "body"),
  "an escaped character in a name in the header": inHeader(escapeOne, 0),
  "an escaped character in a value in the header": inHeader(escapeOne, 1),
  "a lower-case escaped in the query": inPiece(lowerEscape, "query"),
  "a lower-case escaped in the body": inPiece(lowerEscape, "body"),
  "a lower-case escaped in the header": inHeader(lowerEscape, 1),
  "a plus for %20 in the query": inPiece(plusForSpace, "query"),
  "a plus for %20 in the body": inPiece(plusForSpace, "body"),
  "%20 for a plus in the query": inPiece(spaceForPlus, "query"),
  "%20 for a plus in the body": inPiece(spaceForPlus, "body"),
  "a raw character in the query": inPiece(rawInUrl, "query"),
  "a raw octet in the body": inPiece(rawInBody, "body"),
  "a raw character in the header": inHeader(rawInHeader, 1),
  "no equals sign before an empty value in the query": inPiece(withoutEquals, "query"),
  "no equals sign before an empty value in the body": inPiece(withoutEquals, "body"),
  "an equals sign before an empty value": inPiece(withEquals, "query"),
  "an empty piece in the query": (wire, [choice = 0]) => ({ ...wire, query: insertEmpty(wire.query ?? [], choice) }),
  "an empty piece in the body": (wire, [choice = 0]) => wire.body && { ...wire, body: insertEmpty(wire.body, choice) },
  "another order in the query": (wire, choices) => wire.query && { ...wire, query: shuffled(wire.query, choices) },
  "another order in the body": (wire, choices) => wire.body && { ...wire, body: shuffled(wire.body, choices) },
  "another order in the header": (wire, choices) =>
    wire.authorization && withPairs(wire, shuffled(wire.authorization.pairs, choices)),
  "a parameter moved from query to body": fromQueryToBody,
  "a parameter moved from body to query": fromBodyToQuery,
  "the protocol parameters moved from header to query": fromHeaderToQuery,
  "the protocol parameters moved from header to body": fromHeaderToBody,
  "the protocol parameters moved to the header": fromFormToHeader,
  "the protocol parameters repeated in the body, or no more": repetition,
  "another realm": withHeader(withRealm),
  "other white space in the header": withHeader((one, choice) => ({
    ...one,
    separator: [",", " ,  ", ",\t", ",\r\n "][choice % 4]!,
  })),
  "the scheme in another case": withHeader((one) => ({ ...one, scheme: changedCase(one.scheme) })),
  "a field name in another case": withHeader((one) => ({ ...one, field: changedCase(one.field) })),
  "another header field": (wire, [choice = 0]) => ({
    ...wire,
    headers: [...wire.headers, [["cookie", "x-authorization", "authorization2"][choice % 3]!, 'OAuth oauth_nonce="x"']],
  }),
  "the media type otherwise": (wire, [choice = 0]) => ({
    ...wire,
    headers: wire.headers.map(([name, value]) =>
      /^content-type$/i.test(name) ? [changedCase(name), TYPES[choice % TYPES.length]!] : [name, value],
    ),
  }),
  "the method in another case": (wire) => ({ ...wire, method: changedCase(wire.method) }),
  "scheme and host in another case": withOrigin((origin) => origin.replace(/^[a-z]+:|[^/@]*$/gi, changedCase)),
  "the default port written, or not": withHead(withOtherPort),
  "an empty path for a slash": withHead((head) => head.replace(/^([a-z]+:\/\/[^/]+)\/$/i, "$1")),
  "a slash for an empty path": withHead((head) => head.replace(/^([a-z]+:\/\/[^/]+)$/i, "$1/")),
  "another user": withOrigin((origin) =>
    origin.includes("@") ? origin.replace(/\/[^/]*@/, "/") : origin.replace("://", `://${percentEncode("é")}:x@`),
  ),
};
