/** Reads a malformed Authorization header, to find out which fault of the client wrote it. */

import {
  type HttpRequest,
  headerValues,
  isProtocolParameter,
  type OctetPair,
  type ReadRequest,
  readSentRequest,
  specification,
  toOctets,
  toText,
} from "../../model/index.ts";
import { attempt } from "./computation.ts";

/** A name after a separator, and the text between name and value. After a quotation mark, only a protocol parameter counts. */
const START_RE =
  /((?<=^(?:OAuth)?|[\s,;&|:"'{[(<]|%2C)(?:oauth_[\w.~%-]*|realm)(?=["']?\s*[=:])|(?<=^|[\s,;&])(?![|{[(<]|OAuthoauth_)[^\s,;="'&:]{1,200}(?==["']))["']?\s*(?:=>|==|[=:])\s*/g;
/** What a client may write around a value instead of quotation marks. */
const OPENING_RE = /^(?:\\?"+(?:<(?=.*>"))?|'|`|[\u201c\u201d]|\u00e2\u0080[\u009c\u009d]|%22|&quot;)/;
const CLOSING_RE = /(?:\\?"|>"|'|`|\u201d|\u00e2\u0080\u009d|%22|&quot;)[^"'`>\u201d\u009d\\]*$/;
/** What a client may write after a value without quotation marks, which may itself end with another separator. */
const SEPARATOR_RE = /\s{0,20}(?:([,&.|:])\1{0,9}|(?<!&quot);|&amp;|%2C)?\s{0,20}["']?$/;
/** Longer headers are cut: no client sends them. */
const MOST_CHARACTERS = 16_384;

/** The protocol parameters of the header, without quotes and not decoded. */
export function rawHeaderPairs(sent: HttpRequest): {
  readonly pairs: [string, string][];
  readonly realm: string | null;
} {
  const text = (headerValues(sent, "authorization")[0] ?? "").slice(0, MOST_CHARACTERS);
  const pairs = headerPairs(text);
  const realm = pairs.find(([name]) => name.toLowerCase() === "realm");
  return {
    pairs: pairs.filter(([name]) => name.startsWith("oauth_")),
    realm: realm === undefined ? null : realmOf(text),
  };
}

/** The names in a header, each with the text up to the next name, without quotation marks and not decoded. */
export function headerPairs(text: string): [string, string][] {
  const starts = [...text.matchAll(START_RE)];
  return starts.map(({ index, 0: start, 1: name = "" }, at): [string, string] => {
    const end = starts[at + 1]?.index;
    const value = text.slice(index + start.length, end);
    return [name, unquoted(end === undefined ? value : value.replace(SEPARATOR_RE, ""))];
  });
}

/** Unreserved characters, escapes (RFC 5849 3.6), and +; a bare + is a separate fault. */
const ENCODED_RE = /^(?:[A-Za-z0-9._~+-]|%[0-9A-Fa-f]{2})*$/;

/** The names of the protocol parameters in the header whose values are not percent-encoded. */
export function unencodedNames(sent: HttpRequest): string[] {
  return rawHeaderPairs(sent)
    .pairs.filter(([, value]) => !ENCODED_RE.test(value))
    .map(([name]) => name);
}

function unquoted(value: string): string {
  const opening = OPENING_RE.exec(value)?.[0];
  // The whole pair may be in quotation marks.
  if (opening === undefined) return value.trimEnd().replace(/["']$/, "");
  // The value itself may be one quotation mark.
  if (opening === value) return value.replace(/^"(.*)"$/, "$1");
  return value.slice(opening.length).replace(CLOSING_RE, "").replace(/"$/, "");
}

/** A parameter, its value in double quotes, in single quotes or without quotes. */
const ITEM_RE = /(?<![^\s,;="'&])([^\s,;="'&]+)=("(?:[^"\\]|\\[\s\S])*"|'[^']*'|[^\s,;&"']*)/g;

/**
 * A text that is the same for two headers if they differ only in the order of their parameters and in the white space
 * around separators.
 */
export function headerLayout(header: string): string {
  const text = header.slice(0, MOST_CHARACTERS);
  const items = [...text.matchAll(ITEM_RE)];
  const ends = items.map(({ index, 0: item }) => index + item.length);
  const separators = items.slice(1).map(({ index }, before) => plain(text.slice(ends[before]!, index)));
  return JSON.stringify([
    text.slice(0, items[0]?.index).replace(/\s/g, "").toLowerCase(),
    items.map(([item]) => item).sort(),
    [...new Set(separators)].sort(),
    plain(text.slice(ends.at(-1))),
  ]);
}

function plain(separator: string): string {
  return separator.trim() || separator.slice(0, 1);
}

/** The quoted realm, or the text up to the next parameter. */
function realmOf(text: string): string {
  const after = text.slice(text.toLowerCase().indexOf("realm=") + "realm=".length);
  const quoted = /^"((?:[^"\\]|\\[\s\S])*)"/.exec(after)?.[1];
  return quoted === undefined ? after.split(/[,;&\s]/)[0]! : quoted.replace(/\\([\s\S])/g, "$1");
}

/** Reads a request with a malformed Authorization header; `undefined` if the rest of the request is malformed too. */
export function readMalformedHeader(sent: HttpRequest): ReadRequest | undefined {
  const { pairs, realm } = rawHeaderPairs(sent);
  const header = pairs.map(([name, value]): OctetPair => [toOctets(name), specification.percentDecode(value)]);
  const valueOfName = (name: string): string | undefined => {
    const pair = header.find(([other]) => toText(other) === name);
    return pair && toText(pair[1]);
  };
  const [signature, signatureMethod] = [valueOfName("oauth_signature"), valueOfName("oauth_signature_method")];
  const headers = sent.headers.filter(([name]) => name.toLowerCase() !== "authorization");
  const rest = attempt(() => readSentRequest({ ...sent, headers }));
  if (rest === undefined) return undefined;
  const sources = { ...rest.sources, header, realm };
  const transport = rest.sources.body.some(isProtocolParameter) ? "header-and-body" : "header";
  return {
    parameters: specification.collectParameters(sources, specification),
    sources,
    realm,
    ...(signature === undefined ? {} : { signature, transport }),
    ...(signatureMethod === undefined ? {} : { signatureMethod }),
  };
}
