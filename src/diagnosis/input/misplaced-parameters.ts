/** Protocol parameters under another name, in another notation, or in none of the three places of RFC 5849 3.5. */

import {
  type HttpRequest,
  headerValues,
  type ParameterSources,
  type ReadRequest,
  sameOctets,
  specification,
  toOctets,
  toText,
} from "../../model/index.ts";
import { latin1Octets, latin1Text, utf8Text } from "../../platform/index.ts";
import { nearestName } from "../../platform/similar-text.ts";
import { octetsOfLiteral } from "../../requests/literals.ts";
import { namedValues } from "../../requests/values/named-values.ts";
import { attempt } from "./computation.ts";
import { headerPairs } from "./malformed-header.ts";

/** A signature that was sent under another name or in another place. */
export interface Misnamed {
  /** The request with the correct name and place. */
  readonly meant: HttpRequest;
  readonly problem: {
    readonly id: "signature-misnamed" | "header-misnamed" | "header-malformed";
    readonly text: string;
  };
}

const NAMES = [
  ...["oauth_consumer_key", "oauth_token", "oauth_signature_method", "oauth_signature", "oauth_timestamp"],
  ...["oauth_nonce", "oauth_version", "oauth_callback", "oauth_verifier", "oauth_body_hash"],
];
/** Names under which clients send their secrets. */
export const SECRET_NAMES: readonly string[] = ["oauth_consumer_secret", "oauth_token_secret"];

/** The protocol parameter that a misspelt name was probably meant to be; `undefined` for any other name. */
export function meantName(name: string): string | undefined {
  if (NAMES.includes(name) || SECRET_NAMES.includes(name) || !/o?auth|sig/i.test(name)) return undefined;
  return nearestName(name, NAMES);
}

/** The signature of a request without oauth_signature; `undefined` if no other name or place contains it either. */
export function readMisnamed(sent: HttpRequest, { sources }: ReadRequest): Misnamed | undefined {
  return (
    inHeaderAsSignature(sent, sources) ??
    inOtherHeader(sent) ??
    underNearName(sent, sources) ??
    inOtherPlace(sent, sources)
  );
}

function inHeaderAsSignature(sent: HttpRequest, { header }: ParameterSources): Misnamed | undefined {
  if (!header.some(([name]) => sameOctets(name, "signature"))) return undefined;
  const headers = sent.headers.map(([name, value]) => [name, isAuthorization(name) ? named(value) : value] as const);
  const isRenamed = headers.some(([, value], at) => value !== sent.headers[at]![1]);
  const text = "the Authorization header has signature instead of oauth_signature";
  return isRenamed ? { meant: { ...sent, headers }, problem: { id: "signature-misnamed", text } } : undefined;
}

function named(header: string): string {
  return header.replace(/(?<=[\s,])signature(?=\s*=)/g, "oauth_signature");
}

function inOtherHeader(sent: HttpRequest): Misnamed | undefined {
  const other = sent.headers.find(
    ([name, value]) => !isAuthorization(name) && /^\s*OAuth\s[\s\S]*\boauth_/i.test(value),
  );
  if (other === undefined) return undefined;
  const text = `the protocol parameters are in the header ${JSON.stringify(other[0])} instead of Authorization`;
  const rest = sent.headers.filter((one) => one !== other && !isAuthorization(one[0]));
  return {
    meant: { ...sent, headers: [...rest, ["Authorization", other[1]]] },
    problem: { id: "header-misnamed", text },
  };
}

/** A signature under a similar name. Other names are corrected too, if only their case or hyphens differ. */
function underNearName(sent: HttpRequest, { query, header, body }: ParameterSources): Misnamed | undefined {
  const names = [query, header, body].flat().map(([name]) => toText(name));
  const near = names.flatMap((name) => {
    const meant = meantName(name);
    return meant === undefined || names.includes(meant) ? [] : [[name, meant] as const];
  });
  const signature = near.find(([, meant]) => meant === "oauth_signature");
  if (signature === undefined) return undefined;
  const renamed = near.filter((one) => one === signature || isSpelling(one));
  const rename = (text: string): string =>
    renamed.reduce((changed, [name, meant]) => {
      const pattern = new RegExp(`(?<=^|[\\s,?&])${name.replace(/[^\w-]/g, "\\$&")}(?=\\s*=)`, "g");
      return changed.replace(pattern, meant);
    }, text);
  const meant = {
    ...sent,
    url: rename(sent.url),
    headers: sent.headers.map(([name, value]) => [name, isAuthorization(name) ? rename(value) : value] as const),
    ...(body.length === 0 ? {} : { body: latin1Octets(rename(latin1Text(sent.body ?? new Uint8Array()))) }),
  };
  const pairs = renamed.map(([name, correct]) => `${correct} is misspelt ${name}`);
  return { meant, problem: { id: "signature-misnamed", text: pairs.join(", ") } };
}

function isSpelling([name, meant]: readonly [string, string]): boolean {
  const plain = (text: string): string => text.toLowerCase().replace(/[-_]/g, "");
  return plain(name) === plain(meant);
}

/** Separate header fields, JSON in the query, or a JSON body. */
function inOtherPlace(sent: HttpRequest, { query }: ParameterSources): Misnamed | undefined {
  const fields = sent.headers.flatMap(([name, value]): [string, string][] => {
    const meant = protocolName(name);
    return meant === undefined ? [] : [[meant, value]];
  });
  const inJson = query.map(([name, value]) => ({ name: toText(name), pairs: pairsOfJson(toText(value)) }));
  const { name, pairs } = inJson.find((one) => one.pairs.some(isSignature)) ?? {};
  if (pairs !== undefined) {
    const text = `the protocol parameters are a JSON text in the query parameter ${JSON.stringify(name)} instead of parameters`;
    const rest = sent.url.replace(/\?([^#]*)/, (_, all: string) => {
      const kept = all.split("&").filter((piece) => !pairsOfJson(valueIn(piece)).some(isSignature));
      return kept.length === 0 ? "" : `?${kept.join("&")}`;
    });
    return withHeader({ ...sent, url: rest }, pairs, text);
  }
  if (fields.some(isSignature)) {
    const headers = sent.headers.filter(([name]) => protocolName(name) === undefined);
    const text = "the protocol parameters are separate header fields instead of one Authorization header";
    return withHeader({ ...sent, headers }, fields, text);
  }
  const inBody = pairsOfJson(utf8Text(sent.body ?? new Uint8Array()));
  return inBody.some(isSignature)
    ? withHeader(sent, inBody, "the protocol parameters are in a JSON body, where a server does not look for them")
    : undefined;
}

/** The protocol parameter that is the name of a header field, perhaps with `X-` before it. */
function protocolName(field: string): string | undefined {
  const name = field.replace(/^x-/i, "");
  return NAMES.find((one) => isSpelling([name, one]));
}

function valueIn(piece: string): string {
  const [pair] = specification.decodeForm(piece, specification);
  return pair === undefined ? "" : toText(pair[1]);
}

const isSignature = ([name]: readonly [string, string]): boolean => name === "oauth_signature";

function pairsOfJson(text: string): [string, string][] {
  if (!/^\s*\{/.test(text) || !text.includes("oauth_signature")) return [];
  const json: unknown = attempt(() => JSON.parse(text));
  const members = typeof json === "object" && json !== null ? Object.entries(json) : [];
  return members.flatMap(([name, value]) => (NAMES.includes(name) ? [[name, String(value)]] : []));
}

function withHeader(sent: HttpRequest, pairs: readonly (readonly [string, string])[], text: string): Misnamed {
  // Neither a base64 nor a PLAINTEXT signature has an escape without an &: if this one does, all values are encoded.
  const isEncoded = pairs.some((pair) => isSignature(pair) && /%[0-9a-f]{2}/i.test(pair[1]) && !pair[1].includes("&"));
  const encoded = pairs.map(
    ([name, value]) =>
      `${name}="${specification.percentEncode(isEncoded ? specification.percentDecode(value) : toOctets(value))}"`,
  );
  const headers = sent.headers.filter(([name]) => !isAuthorization(name));
  const authorization = ["Authorization", `OAuth ${encoded.join(", ")}`] as const;
  return { meant: { ...sent, headers: [...headers, authorization] }, problem: { id: "header-misnamed", text } };
}

function isAuthorization(name: string): boolean {
  return name.toLowerCase() === "authorization";
}

/** Longer headers are not read: no client sends one. */
const MOST_CHARACTERS = 16_384;

/** What programs print if a client writes an object instead of its parameters into the header. */
const NOTATIONS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^[bu]?["'`]\s*OAuth\s/i, "a string literal with its quotation marks"],
  [/^\{\s*'/, "a Python dict"],
  [/^\{\s*"[^"]*"\s*:/, "JSON"],
  [/^\{[^,]*=>/, "a Ruby hash"],
  [/^\[\s*[[(]/, "a list of pairs"],
  [/^array\s*\(/i, "a PHP array"],
  [/^map\[/, "a Go map"],
  [/^[[{(]/, "brackets"],
];

/** The parameters of an Authorization header that contains the text of an object of a program; `undefined` for any other. */
export function readOtherNotation(sent: HttpRequest): Misnamed | undefined {
  const [header = ""] = headerValues(sent, "authorization");
  const content = header.replace(/^\s*(?:OAuth(?![a-z]))?\s*/i, "").trimEnd();
  const name = NOTATIONS.find(([pattern]) => pattern.test(content))?.[1];
  if (name === undefined || header.length > MOST_CHARACTERS) return undefined;
  const text = `the Authorization header contains ${name}, and a server expects OAuth name="value", …`;
  const named = namedValues(content).map(({ name, value }) => [name, utf8Text(latin1Octets(value))] as const);
  const [, inner = ""] = /^(?:[bu]?["'`]|[[{(])([\s\S]*)["'`\]})]$/i.exec(content) ?? [];
  const inBrackets = headerPairs(octetsOfLiteral(inner)).map(
    ([name, value]) => [name, toText(specification.percentDecode(value))] as const,
  );
  const pairs = [named, inBrackets]
    .map((some) => some.filter(([name]) => name.startsWith("oauth_")))
    .find((some) => some.some(isSignature));
  return pairs && { ...withHeader(sent, pairs, text), problem: { id: "header-malformed", text } };
}

/** Whether the Authorization header is of another scheme, so that its errors as a header of OAuth 1.0 do not matter. */
export function hasOtherScheme(sent: HttpRequest): boolean {
  return headerValues(sent, "authorization").some((value) => /^\s*(?:Bearer|Basic)\s/i.test(value));
}

/** What a request without a signature has instead, and the secrets that it must not contain. */
export function unsignedText(sent: HttpRequest, { query, header, body }: ParameterSources): string {
  const [authorization = ""] = headerValues(sent, "authorization");
  const content = latin1Text(sent.body ?? new Uint8Array());
  const soap = SOAP_PASSPORT_RE.test(content) ? SOAP_PASSPORT : undefined;
  const other = OTHER_SCHEMES.find(([pattern]) => pattern.test(authorization))?.[1] ?? soap;
  const names = [query, header, body].flat().map(([name]) => toText(name));
  const secrets = SECRET_NAMES.filter((name) => names.includes(name));
  const place = [
    ...sent.headers.flatMap(([name, value]) =>
      SIGNATURE_RE.test(value) ? [`the header ${JSON.stringify(name)}`] : [],
    ),
    ...(SIGNATURE_RE.test(sent.url) ? ["the URL"] : []),
    ...(SIGNATURE_RE.test(content) ? ["the body, which was not read as a form"] : []),
  ];
  return [
    "the request has no oauth_signature in its Authorization header, its query or its form body",
    ...(place.length === 0 ? [] : [`the text oauth_signature is in ${place.join(" and in ")}`]),
    ...(names.some((name) => name.startsWith("amp;")) ? ["its parameters are separated by &amp; instead of &"] : []),
    ...(other === undefined ? [] : [other]),
    ...(secrets.length === 0
      ? []
      : [`${secrets.join(" and ")} must never be sent: the request is not signed, and a secret is in it`]),
  ].join("; ");
}

const SIGNATURE_RE = /oauth_signature(?!_method)/i;
/** Other ways to authenticate, which have no signature of OAuth 1.0. */
const OTHER_SCHEMES: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/^\s*Bearer\s/i, "its Authorization header has a Bearer token of OAuth 2.0, which is not signed"],
  [/^\s*Basic\s/i, "its Authorization header has a name and a password (Basic), which are not signed"],
];
const SOAP_PASSPORT_RE = /<(?:[\w-]+:)?tokenPassport\b/;
const SOAP_PASSPORT =
  "its body has a tokenPassport of NetSuite's SOAP, whose signature has a base string of another form";
