/** Formats and parses the Authorization header (RFC 5849 3.5.1). */

import { checkOptions } from "../platform/check-options.ts";
import { OAuth1Error, optionsError, quote } from "./errors.ts";
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
 * lone surrogate; `parameter-malformed` for a value that is not a list of pairs; `options-invalid`,
 * `option-unknown`
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
  checkOptions(options, ["realm", "separator"], "options", optionsError);
  return joinAuthorizationHeader(encodeParameters(parameters, "header"), options);
}

/** Like {@link formatAuthorizationHeader}, for parameters that are already encoded. */
export function joinAuthorizationHeader(
  parameters: readonly EncodedParameter[],
  { realm, separator = ", " }: AuthorizationHeaderOptions,
): string {
  let header = realm === undefined ? "OAuth " : `OAuth realm=${quotedString(realm)}`;
  let between = realm === undefined ? "" : separator;
  for (const { encodedName, encodedValue } of parameters) {
    header += `${between}${encodedName}="${encodedValue}"`;
    between = separator;
  }
  return header;
}

/** Quotes a string (RFC 7235 2.2). It rejects characters that could end the header line or be changed in transit. */
function quotedString(realm: string): string {
  if (typeof realm !== "string" || !/^[\x20-\x7e]*$/.test(realm)) {
    throw new OAuth1Error("realm-malformed", `realm must be printable ASCII, got ${quote(realm)}`);
  }
  return `"${realm.replace(/["\\]/g, "\\$&")}"`;
}

/** A parsed Authorization header. */
export interface ParsedAuthorizationHeader {
  /** Not percent-decoded; `undefined` for a header without a realm. */
  readonly realm: string | undefined;
  /** In the order of the header, decoded, without the realm. */
  readonly parameters: readonly [name: OctetText, value: OctetText][];
}

/**
 * Parses an Authorization header value of the scheme OAuth (RFC 5849 3.5.1). It accepts the scheme in any case, white
 * space around commas, and folded lines, but neither empty list elements nor white space around `=`. It
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
    const parameter = matchAt(PARAMETER_RE, header, position);
    if (parameter === null) throw malformed('name="value"', header, position);
    const name = parameter[1]!;
    const value = unquoted(parameter[2]!);
    const separator = parameter[3];
    if (name.toLowerCase() !== "realm") pairs.push([name, value]);
    else if (realm === undefined) realm = value;
    else throw duplicated(name);
    position += parameter[0].length;
    if (separator === undefined) throw malformed("a comma", header, position);
    if (separator !== "" && position === header.length) throw malformed('name="value"', header, position);
  }
  return { realm, pairs };
}

/** A parameter with its quoted string (RFC 7235 2.2) and, if they follow, the comma and the white space around it, or the end. */
const PARAMETER_RE = /([^\s=",]+)="([^"\\]*(?:\\[\s\S][^"\\]*)*)"(?:[ \t\r\n]*(,[ \t\r\n]*|$)|)/y;

/** Resolves quoted pairs: `\\"`. */
function unquoted(value: string): string {
  return value.includes("\\") ? value.replace(/\\(.)/gs, "$1") : value;
}

/** A parameter must not appear more than once (RFC 5849 3.1). */
function duplicated(name: string): OAuth1Error {
  return new OAuth1Error("parameter-duplicated", `the Authorization header has ${quote(name)} twice`);
}

/** @param expression - sticky */
export function matchAt(expression: RegExp, text: string, position: number): RegExpExecArray | null {
  expression.lastIndex = position;
  return expression.exec(text);
}

/** The message contains the position but not the text, because with PLAINTEXT the header contains the secret. */
function malformed(expected: string, header: string, position: number): OAuth1Error {
  const actual = position < header.length ? "something else" : "the end";
  return new OAuth1Error(
    "authorization-malformed",
    `Authorization header: expected ${expected} at character ${position + 1}, got ${actual}`,
  );
}
