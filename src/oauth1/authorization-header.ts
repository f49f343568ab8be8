/** Formats and parses the Authorization header (RFC 5849 3.5.1). */

import { mustBeObject, OAuth1Error, quote } from "./errors.ts";
import type { NameValue, SentPair } from "./form.ts";
import { type EncodedParameter, encodeParameters } from "./parameter.ts";
import { type OctetText, percentDecode, percentEncode } from "./percent-encoding.ts";

/** The options of {@link formatAuthorizationHeader}. */
export interface AuthorizationHeaderOptions {
  /** The first parameter, not percent-encoded; printable ASCII. `""` is an empty realm. @default none */
  readonly realm?: string | undefined;
  /** Text between two parameters. @default ", " */
  readonly separator?: string | undefined;
}

/**
 * Formats an Authorization header value: names and values percent-encoded, in the given order (RFC 5849 3.5.1).
 *
 * @param parameters - the protocol parameters, decoded, with `oauth_signature`
 * @throws {@link OAuth1Error} `realm-malformed` for a realm with control or non-ASCII characters; `text-malformed` for a
 * lone surrogate; `parameter-malformed` for a value that is not a list of pairs; `options-invalid`
 *
 * @example
 * ```ts
 * import { formatAuthorizationHeader } from "countersign/oauth1";
 *
 * formatAuthorizationHeader([["oauth_nonce", "a b"]], { realm: "Photos" });
 * // => 'OAuth realm="Photos", oauth_nonce="a%20b"'
 * ```
 */
export function formatAuthorizationHeader(
  parameters: Iterable<NameValue>,
  options: AuthorizationHeaderOptions = {},
): string {
  mustBeObject(options, "options");
  return joinAuthorizationHeader(encodeParameters(parameters, "header"), options);
}

/** Like {@link formatAuthorizationHeader}, for parameters that are encoded. */
export function joinAuthorizationHeader(
  parameters: readonly EncodedParameter[],
  { realm, separator = ", " }: AuthorizationHeaderOptions,
): string {
  const pairs = parameters.map(({ encodedName, encodedValue }) => `${encodedName}="${encodedValue}"`);
  return `OAuth ${(realm === undefined ? pairs : [`realm=${quotedString(realm)}`, ...pairs]).join(separator)}`;
}

/** A quoted string (RFC 7235 2.2). Other characters could end the header line or be changed on their way. */
function quotedString(realm: string): string {
  if (typeof realm !== "string" || !/^[\x20-\x7e]*$/.test(realm)) {
    throw new OAuth1Error("realm-malformed", `realm must be printable ASCII, got ${quote(realm)}`);
  }
  return `"${realm.replace(/["\\]/g, "\\$&")}"`;
}

/** A parsed Authorization header. */
export interface ParsedAuthorizationHeader {
  /** Not percent-decoded; `undefined` for none. */
  readonly realm: string | undefined;
  /** In the order of the header, decoded, without the realm. */
  readonly parameters: readonly [name: OctetText, value: OctetText][];
}

/**
 * Parses an Authorization header value of the scheme OAuth (RFC 5849 3.5.1). It accepts the scheme in any case, white
 * space around commas, and folded lines; it does not accept empty list elements and white space around `=`. It
 * percent-decodes names and values, but not the realm.
 *
 * @param header - the value, one character for each octet
 * @throws {@link OAuth1Error} `authorization-malformed` for another scheme or a missing comma, quote or value;
 * `parameter-duplicated` for a name that occurs twice (RFC 5849 3.1)
 *
 * @example
 * ```ts
 * import { parseAuthorizationHeader } from "countersign/oauth1";
 *
 * parseAuthorizationHeader('OAuth realm="", oauth_nonce="a%20b"');
 * // => { realm: "", parameters: [["oauth_nonce", "a b"]] }
 * ```
 */
export function parseAuthorizationHeader(header: string): ParsedAuthorizationHeader {
  const { realm, pairs } = splitAuthorizationHeader(header);
  const seen = new Set<string>();
  const parameters = pairs.map(([sentName, sentValue]): [OctetText, OctetText] => {
    const name = percentDecode(sentName);
    const encodedName = percentEncode(name);
    if (seen.has(encodedName)) throw duplicated(sentName);
    seen.add(encodedName);
    return [name, percentDecode(sentValue)];
  });
  return { realm, parameters };
}

const SCHEME_RE = /^[ \t]*oauth(?:[ \t\r\n]+|$)/i;

/**
 * Splits an Authorization header value into its parameters. It resolves quoted pairs (`\\"`), not percent-escapes.
 *
 * @returns the realm, and the other pairs in the order of the header
 * @throws {@link OAuth1Error} `authorization-malformed`; `parameter-duplicated` for a second realm
 */
export function splitAuthorizationHeader(header: string): { realm: string | undefined; pairs: readonly SentPair[] } {
  const scheme = SCHEME_RE.exec(header);
  if (scheme === null) throw malformed("the scheme OAuth", header, 0);
  const pairs: SentPair[] = [];
  let realm: string | undefined;
  for (let position = scheme[0].length; position < header.length; ) {
    const { name, value, end } = readParameter(header, position);
    if (name.toLowerCase() !== "realm") pairs.push([name, value]);
    else if (realm === undefined) realm = value;
    else throw duplicated(name);
    position = afterSeparator(header, end);
  }
  return { realm, pairs };
}

/** A parameter must not appear more than once (RFC 5849 3.1). */
function duplicated(name: string): OAuth1Error {
  return new OAuth1Error("parameter-duplicated", `the Authorization header has ${quote(name)} twice`);
}

const NAME_RE = /^[^\s=",]+$/;
const QUOTED_RE = /"([^"\\]*(?:\\[\s\S][^"\\]*)*)"/y; // with quoted pairs

/** `name="value"` */
function readParameter(header: string, position: number): { name: string; value: string; end: number } {
  const equals = header.indexOf('="', position);
  const name = header.slice(position, Math.max(position, equals));
  if (!NAME_RE.test(name)) throw malformed('name="value"', header, position);
  const close = header.indexOf('"', equals + 2);
  const value = header.slice(equals + 2, close);
  if (close !== -1 && !value.includes("\\")) return { name, value, end: close + 1 };
  const quoted = matchAt(QUOTED_RE, header, equals + 1);
  if (quoted === null) throw malformed('name="value"', header, position);
  return { name, value: quoted[1]!.replace(/\\(.)/gs, "$1"), end: equals + 1 + quoted[0].length };
}

const SEPARATOR_RE = /[ \t\r\n]*,[ \t\r\n]*/y; // ",", ",\r\n "
const END_RE = /[ \t\r\n]*$/y;

/** The position of the next parameter; the length of the header after the last one. */
function afterSeparator(header: string, position: number): number {
  if (position === header.length) return position;
  const separator = matchAt(SEPARATOR_RE, header, position);
  if (separator === null) {
    if (matchAt(END_RE, header, position) !== null) return header.length;
    throw malformed("a comma", header, position);
  }
  const next = position + separator[0].length;
  if (next === header.length) throw malformed('name="value"', header, next);
  return next;
}

/** @param expression - sticky */
export function matchAt(expression: RegExp, text: string, position: number): RegExpExecArray | null {
  expression.lastIndex = position;
  return expression.exec(text);
}

/** The message names the position and not the text: with PLAINTEXT the header contains the secret. */
function malformed(expected: string, header: string, position: number): OAuth1Error {
  const actual = position < header.length ? "something else" : "the end";
  return new OAuth1Error(
    "authorization-malformed",
    `Authorization header: expected ${expected} at character ${position + 1}, got ${actual}`,
  );
}
