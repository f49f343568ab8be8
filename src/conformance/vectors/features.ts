/**
 * What inputs contain, in one table. A row with `flag` is a flag of vectors, by which readers select them. A row with
 * `takeAway` or `cannotTake` is a feature that some libraries do not support: a driver lists it in hello as `limits.without`,
 * and gets no input that has it.
 *
 * `npm run generate -- schemas` writes the rows into the documentation and the schemas.
 */

import { specification, validUtf8Text } from "../../model/index.ts";
import { isHmacMethod, isRsaMethod } from "../../spec/signature-methods.ts";
import {
  asText,
  carriedIn,
  keyOf,
  protocolValues,
  textPairs,
  unique,
  withCredentials,
  withoutBody,
  withoutParameter,
  withoutPieces,
  withPairs,
  withParameter,
  withProtocolValues,
  withQuery,
  withReplacedOctets,
  withRequest,
  withUniqueQuery,
  withUrl,
} from "./changes.ts";
import { asTextIfUtf8, type Facts, factsOf, NEAR_SECONDS } from "./facts.ts";
import type { AnyInput, NameValue, OctetText, VectorInput } from "./input.ts";
import { toJsonText } from "./json-text.ts";
import { SIGNER_NAMES } from "./signing-input.ts";

const { baseStringUri, decodeForm } = specification;

type Test = (facts: Facts) => boolean;

interface Row {
  readonly has: Test;
  /** What the input of a vector with this flag contains. @default it is no flag */
  readonly flag?: string;
  /** Whether an input with the feature also has the flag. @default always */
  readonly isFlag?: Test;
  /** What a library without this feature cannot take. @default `flag` if there is `takeAway`; otherwise the row is no feature */
  readonly cannotTake?: string;
  /** Changes an input that has the feature into one without it. @default such an input is not offered */
  readonly takeAway?: (input: AnyInput) => AnyInput;
}

/** What makes a row a feature. */
type IsFeature = { readonly takeAway: NonNullable<Row["takeAway"]> } | { readonly cannotTake: string };
type FeatureRow = Row & IsFeature;

/** Types each row as feature or not. The literal types of all rows would be most of the declarations of the package. */
function rowsOf<const Table extends Readonly<Record<string, Row>>>(table: Table) {
  return table as { readonly [Name in keyof Table]: Table[Name] extends IsFeature ? FeatureRow : Row };
}

const LONG = 1000;
const LONE_PERCENT_RE = /%(?![0-9a-f]{2})/i;
const USERINFO_RE = /^([^/?#]*\/\/)[^/?#]*@/;
const ORIGIN_RE = /^[^/?#]*\/\/[^/?#]*/;
const PATH_RE = /(?<=^[^/?#]*\/\/[^/?#]*)\/[^?#]*/;
const PORT_RE = /^([^/?#]*\/\/[^/?#]*):[0-9]*(?=[/?#]|$)/;

const anyText =
  (pattern: RegExp): Test =>
  ({ texts }) =>
    texts.some((text) => pattern.test(text));
/** Whether a part of the URL matches. */
const inUrl =
  (part: keyof Facts["url"], pattern: RegExp): Test =>
  ({ url }) =>
    pattern.test(url[part] ?? "");
/** Replaces a part of the URL. */
const replaced =
  (part: RegExp, text: string) =>
  (input: AnyInput): AnyInput =>
    withUrl(input, (url) => url.replace(part, text));
const withoutQuery = (input: AnyInput): AnyInput => withQuery(input, () => undefined);
const withoutAnyBody = (input: AnyInput): AnyInput => withRequest(input, withoutBody);
const transport =
  (name: string): Test =>
  ({ input }) =>
    input.transport === name;
const hasForm: Test = ({ request: { form, formEncoded } }) => form !== undefined || formEncoded !== undefined;

/** Features are taken away in this order, so that none brings back an earlier one: an encoded form becomes pairs first. */
const TABLE = rowsOf({
  body: {
    cannotTake: "a body that is not form-encoded",
    has: ({ request }) => request.body !== undefined,
    takeAway: withoutAnyBody,
  },
  form: {
    takeAway: withoutAnyBody,
    has: hasForm,
    flag: "a form-encoded body",
  },
  "form-encoded": {
    cannotTake: "a form-encoded body exactly as sent, instead of its pairs",
    has: ({ request }) => request.formEncoded !== undefined,
    takeAway: (input) =>
      withRequest(input, ({ formEncoded = "", ...request }) => ({
        ...request,
        form: textPairs(decodeForm(formEncoded, specification)),
      })),
  },
  "body-transport-without-form": {
    cannotTake: "protocol parameters in the body of a request that has no form",
    has: ({ input: { transport = "header" }, request: { form = [], formEncoded } }) =>
      transport.endsWith("body") && formEncoded === undefined && form.length === 0,
    takeAway: (input) =>
      withRequest(carriedIn(input.transport ?? "body", input), (request) => ({ ...request, form: [["a", "b"]] })),
  },
  octets: {
    cannotTake: "names, values and texts that are not UTF-8: it takes text only",
    has: ({ input: { text = "", protocolParameters = [] }, listed }) =>
      [text, ...listed.flat(), ...protocolParameters.flat()].some(isOctets),
    takeAway: ({ text, ...input }) =>
      withPairs({ ...input, ...(text !== undefined && { text: asText(text) }) }, textPairs),
  },
  query: {
    takeAway: withoutQuery,
    has: ({ url }) => url.query !== undefined,
    flag: "a query in the URL",
  },
  "query-encoded": {
    cannotTake:
      "a query exactly as sent, because it takes decoded pairs: an empty query, a piece without `=`, a `;`, a character that must be encoded, or octets that are not UTF-8",
    has: ({ url: { query = "a=" } }) => !isListOfPairs(query),
    takeAway: (input) =>
      withQuery(input, (query) => textPairs(decodeForm(query, specification)).map(encodedPair).join("&") || undefined),
  },
  "query-after-question-mark": {
    cannotTake: "a query that starts with a question mark",
    has: inUrl("query", /^\?/),
    takeAway: (input) => withQuery(input, (query) => query.replace(/^\?+/, "") || undefined),
  },
  "non-utf8-query": {
    takeAway: (input) => withQuery(input, withReplacedOctets),
    has: ({ url }) =>
      decodeForm(url.query ?? "", specification)
        .flat()
        .map(asTextIfUtf8)
        .some(isOctets),
    flag: "octets in the query that are not UTF-8",
  },
  "signature-parameter": {
    takeAway: (input) =>
      withPairs(withoutPieces(input, isSignature), (pairs) => pairs.filter(([name]) => name !== "oauth_signature")),
    has: ({ input, names }) => input.operation === "sign" && names.includes("oauth_signature"),
    flag: "a request to sign that already has oauth_signature",
  },
  "form-with-query": {
    cannotTake: "a form-encoded body and a query in one request",
    has: (facts) => hasForm(facts) && facts.url.query !== undefined,
    takeAway: withoutQuery,
  },
  "repeated-names": {
    cannotTake: "a name twice in a form or in a list of parameters, because it takes a map",
    has: ({ listed }) => isRepeated(listed),
    takeAway: (input) => withPairs(input, unique),
  },
  "repeated-query-names": {
    cannotTake:
      "a name twice in the query, or in the query and in the form, because the driver must pass the query as a map",
    has({ input, url, listed }) {
      const query = decodeForm(input.request === undefined ? "" : (url.query ?? ""), specification);
      const own = new Set(listed.map(([name]) => keyOf(name)));
      return isRepeated(query) || query.some(([name]) => own.has(keyOf(name)));
    },
    takeAway: withUniqueQuery,
  },
  http: {
    cannotTake: "a URL with the scheme `http`, because it takes a host and sends https",
    has: ({ rawUrl }) => /^http:/i.test(rawUrl),
    takeAway: replaced(/^http:/i, "https:"),
  },
  port: {
    cannotTake: "a port in the URL: with `http`, it takes https on the default port only",
    has: ({ rawUrl }) => PORT_RE.test(rawUrl),
    takeAway: replaced(PORT_RE, "$1"),
  },
  fragment: {
    takeAway: replaced(/#.*/s, ""),
    has: ({ url }) => url.fragment !== undefined,
    flag: "a fragment in the URL",
  },
  "upper-case-uri": {
    takeAway: (input) => withUrl(input, (url) => url.replace(/^[^/]*\/\/[^/?#]*/, (origin) => origin.toLowerCase())),
    has: inUrl("origin", /[A-Z]/),
    flag: "a scheme or host with upper-case letters",
  },
  "empty-path": {
    takeAway: replaced(ORIGIN_RE, "$&/"),
    has: ({ url }) => url.path === "",
    flag: "a URL without a path",
  },
  "path-characters": {
    cannotTake: "a path with escapes, or with other characters than letters, digits, `- . _ ~` and `/`",
    has: inUrl("path", /[^\w.~/-]/),
    takeAway: (input) =>
      withUrl(input, (url) => url.replace(PATH_RE, (path) => path.replace(/%[0-9A-Fa-f]{2}|[^\w.~/-]/g, "x"))),
  },
  ipv6: {
    takeAway: replaced(/\[[^\]/?#]*\]/, "a.example"),
    has: inUrl("authority", /^\[/),
    flag: "an IPv6 address as host",
  },
  "custom-method": {
    takeAway: (input) => withRequest(input, (request) => ({ ...request, method: "PUT" })),
    has: ({ request: { method = "" } }) => !/^(?:|get|put|post|head|patch|delete|options)$/i.test(method),
    flag: "a custom HTTP method",
  },
  "lower-case-method": {
    takeAway: (input) => withRequest(input, (request) => ({ ...request, method: request.method.toUpperCase() })),
    has: ({ request: { method = "" } }) => /[a-z]/.test(method),
    flag: "an HTTP method that is not completely in upper case",
  },
  userinfo: {
    cannotTake: "a user name or password in the URL",
    has: ({ rawUrl }) => USERINFO_RE.test(rawUrl),
    takeAway: replaced(USERINFO_RE, "$1"),
  },
  token: {
    cannotTake: "a token or a token secret",
    has: ({ input, credentials }) => tokenOf(input) !== undefined || credentials.tokenSecret !== undefined,
    takeAway: ({ credentials: { token: _, tokenSecret: __, ...credentials } = {}, ...input }) =>
      withoutParameter({ ...input, credentials }, "oauth_token"),
  },
  "no-token": {
    cannotTake: "a request without a token",
    has: ({ input }) => isRequestToSign(input) && tokenOf(input) === undefined,
    takeAway: (input) => withToken(withTokenSecret(input)),
  },
  "empty-token": {
    has: ({ input }) => tokenOf(input) === "",
    takeAway: withToken,
    flag: "a token that is empty",
  },
  "token-secret-alone": {
    cannotTake: "a token secret without a token",
    has: ({ input, credentials }) => credentials.tokenSecret !== undefined && tokenOf(input) === undefined,
    takeAway: ({ credentials: { tokenSecret: _, ...credentials } = {}, ...input }) => ({ ...input, credentials }),
  },
  "empty-consumer-secret": {
    takeAway: (input) => withCredentials(input, { consumerSecret: "s" }),
    has: ({ credentials }) => credentials.consumerSecret === "",
    flag: "an empty consumer secret",
  },
  "empty-token-secret": {
    cannotTake: "an empty token secret, or a token without one",
    has: ({ input, credentials: { consumerSecret, tokenSecret } }) =>
      consumerSecret !== undefined && (tokenSecret ?? (tokenOf(input) === undefined ? undefined : "")) === "",
    takeAway: withTokenSecret,
  },
  version: {
    cannotTake: "a request with `oauth_version`: the library never sends it",
    has: ({ input }) => versionOf(input) !== undefined,
    takeAway: (input) =>
      input.operation === "sign" ? { ...input, version: null } : withoutParameter(input, "oauth_version"),
  },
  "no-version": {
    cannotTake: "a request without `oauth_version`: the library always sends it",
    has: ({ input }) => isRequestToSign(input) && versionOf(input) === undefined,
    takeAway: (input) => withParameter(input, "oauth_version", "1.0", { version: "1.0" }),
  },
  realm: {
    cannotTake: "a realm",
    has: ({ input }) => input.realm !== undefined,
    takeAway: ({ realm: _, ...input }) => input,
    flag: "a realm that is not empty",
    isFlag: ({ input }) => input.realm !== "",
  },
  "protocol-parameters": {
    cannotTake: "additional protocol parameters, such as `oauth_callback`",
    has: ({ input: { operation, protocolParameters = [] } }) => operation === "sign" && protocolParameters.length > 0,
    // Keeps the parameters in the list that every library adds itself.
    takeAway: ({ protocolParameters = [], ...input }) =>
      input.operation === "sign"
        ? input
        : { ...input, protocolParameters: protocolParameters.filter(([name]) => SIGNER_NAMES.includes(name)) },
  },
  "text-timestamp": {
    cannotTake: "a timestamp that is not a plain whole number below 2<sup>53</sup>, because it takes a number",
    has: ({ input }) => isText(parameterOf(input, "oauth_timestamp", input.timestamp)),
    takeAway: (input) => withParameter(input, "oauth_timestamp", "1700000000", { timestamp: "1700000000" }),
  },
  "text-nonce": {
    cannotTake: "a nonce that is not a plain whole number below 2<sup>53</sup>, because it takes a number",
    has: ({ input }) => isText(parameterOf(input, "oauth_nonce", input.nonce)),
    takeAway: (input) => withParameter(input, "oauth_nonce", "4711", { nonce: "4711" }),
  },
  "outer-white-space": {
    cannotTake: "credentials or protocol values with white space at an end",
    has: ({ input }) => protocolValues(input).some((value) => /^\s|\s$/.test(value)),
    takeAway: (input) => withProtocolValues(input, (value) => value.trim() || "x"),
  },
  certificate: {
    cannotTake: "an X.509 certificate in the place of a public key",
    has: ({ credentials }) => credentials.publicKey?.includes("CERTIFICATE") === true,
  },
  "body-hash": {
    flag: "a body to hash, or an oauth_body_hash",
    has: ({ input, names }) => input.body !== undefined || names.includes("oauth_body_hash"),
  },
  brackets: {
    flag: "[ or ] in a name, value or text",
    has: anyText(/[[\]]/),
  },
  "control-character": {
    flag: "an ASCII control character in the text",
    has: anyText(/[\x00-\x1f\x7f]/),
  },
  "control-in-realm": {
    flag: "a control character other than a tab in the realm",
    has: ({ input }) => /[\x00-\x08\x0a-\x1f\x7f]/.test(input.realm ?? ""),
  },
  "default-port": {
    flag: "the URL contains the default port of its scheme",
    has: inUrl("origin", /^(?:http:.*:80|https:.*:443)$/i),
  },
  "dot-segments": {
    flag: "a segment . or .. in the path of the URL, also percent-encoded",
    has: inUrl("path", /\/(?:\.|%2e){1,2}(?=\/|$)/i),
  },
  "empty-name": {
    flag: "a parameter with an empty name",
    has: ({ names }) => names.includes(""),
  },
  "empty-realm": {
    flag: "a realm that is empty",
    has: ({ input }) => input.realm === "",
  },
  "empty-value": {
    flag: "a parameter with an empty value, or without a value",
    has: ({ values }) => values.includes(""),
  },
  "escape-in-host": {
    flag: "a percent escape in the host of the URL",
    has: inUrl("authority", /%/),
  },
  "escape-in-path": {
    flag: "a percent escape in the path of the URL",
    has: inUrl("path", /%/),
  },
  "form-without-body": {
    flag: "a form in a GET or HEAD request",
    has: ({ request: { method = "", form = [], formEncoded } }) =>
      /^(?:get|head)$/i.test(method) && (form.length > 0 || formEncoded !== undefined),
  },
  hmac: {
    flag: "an HMAC-* method",
    has: ({ method }) => isHmacMethod(method),
  },
  ipv4: {
    flag: "an IPv4 address as host",
    has: inUrl("authority", /^[0-9]+(?:\.[0-9]+){3}(?::|$)/),
  },
  "leading-zero-port": {
    flag: "a port with leading zeros",
    has: inUrl("authority", /:0+[1-9][0-9]*$/),
  },
  long: {
    flag: "a name, value or text of at least 1000 characters",
    has: ({ texts }) => texts.some((text) => text.length >= LONG),
  },
  "long-ipv6": {
    flag: "an IPv6 address that is not in its shortest spelling",
    has: ({ url: { authority = "" } }) => {
      const [host = ""] = /\[[^\]]*\]/.exec(authority) ?? [];
      return shortIpv6(host) !== host.toLowerCase();
    },
  },
  "malformed-escape": {
    flag: "a percent sign without two hexadecimal digits, in query or form",
    has: ({ encoded }) => encoded.some((form) => LONE_PERCENT_RE.test(form)),
  },
  "malformed-path": {
    flag: "a percent sign without two hexadecimal digits, in the path of the URL",
    has: inUrl("path", LONE_PERCENT_RE),
  },
  "many-parameters": {
    flag: "at least 20 parameters",
    has: ({ names }) => names.length >= 20,
  },
  "no-http-url": {
    flag: "a URL that is not an http or https URL with a host and a valid port",
    has: ({ input, rawUrl, url: { authority = "" } }) =>
      (input.request ?? input).url !== undefined && !/:0+$/.test(authority) && !isHttpUrl(rawUrl),
  },
  "no-token-secret": {
    flag: "no token secret, or an empty one",
    has: ({ credentials: { consumerSecret, tokenSecret = "" } }) => consumerSecret !== undefined && tokenSecret === "",
  },
  "non-ascii": {
    flag: "text outside ASCII",
    has: anyText(/[^\x00-\x7f]/),
  },
  "non-utf8": {
    flag: "octets that are not UTF-8",
    has: ({ octets }) => octets.length > 0,
  },
  "other-port": {
    flag: "a port that is not the scheme's default",
    has: ({ url: { origin = "", authority = "" } }) =>
      /:[0-9]+$/.test(authority) && !/^(?:http:.*:80|https:.*:443)$/i.test(origin),
  },
  percent: {
    flag: "a literal percent sign in a name, value or text",
    has: anyText(/%/),
  },
  plaintext: {
    flag: "the PLAINTEXT method",
    has: ({ method }) => method === "PLAINTEXT",
  },
  plus: {
    flag: "a literal plus in a name, value or text, or one that encodes a space",
    has: ({ texts, encoded }) => [...texts, ...encoded].some((text) => text.includes("+")),
  },
  "port-zero": {
    flag: "port 0",
    has: inUrl("authority", /:0+$/),
  },
  "raw-brackets": {
    flag: "[ or ] in the query, not percent-encoded",
    has: inUrl("query", /[[\]]/),
  },
  "raw-in-url": {
    flag: "a character in the URL that is not allowed in a URI",
    has: ({ rawUrl }) => /[^\w.~:/?#[\]@!$&'()*+,;=%-]/.test(rawUrl),
  },
  "repeated-name": {
    flag: "a repeated parameter name",
    has: ({ names }) => new Set(names.map((name) => JSON.stringify(toJsonText(name)))).size < names.length,
  },
  rsa: {
    flag: "an RSA-* method",
    has: ({ method }) => isRsaMethod(method),
  },
  sha2: {
    flag: "SHA-256 or SHA-512",
    has: ({ input, method }) => /SHA-?(?!1$)\d+$/.test(input.hash ?? method),
  },
  space: {
    flag: "a space in a name, value or text",
    has: anyText(/ /),
  },
  "sub-delims": {
    flag: "one of ! ' ( ) *, which some encoders do not encode",
    has: anyText(/[!'()*]/),
  },
  "surrogate-pair": {
    flag: "a character above U+FFFF, which is two code units in UTF-16",
    has: anyText(/[\u{10000}-\u{10ffff}]/u),
  },
  "tab-in-realm": {
    flag: "a tab in the realm",
    has: ({ input }) => input.realm?.includes("\t") === true,
  },
  tilde: {
    flag: "a tilde in a name, value or text",
    has: anyText(/~/),
  },
  "transport-body": {
    flag: "protocol parameters in the body",
    has: transport("body"),
  },
  "transport-header-and-body": {
    flag: "protocol parameters in the header and again in the body",
    has: transport("header-and-body"),
  },
  "transport-query": {
    flag: "protocol parameters in the query",
    has: transport("query"),
  },
  // The correct verdict may depend on these policies, which some libraries leave to the application.
  "timestamp-policy": {
    cannotTake: "(`verify`) an old, future or malformed timestamp: the application decides",
    has: ({ input: { now = 0 }, claim }) =>
      claim((name) => {
        const timestamp = name("oauth_timestamp") ?? "";
        return !/^[1-9][0-9]*$/.test(timestamp) || Math.abs(now - Number(timestamp)) > NEAR_SECONDS;
      }),
  },
  "nonce-policy": {
    cannotTake: "(`verify`) a nonce that was used before, or an empty or malformed one: the application decides",
    has: ({ input: { seen }, claim }) =>
      claim((name) => seen === true || !/^[\x21-\x7e]+$/.test(name("oauth_nonce") ?? "")),
  },
  "version-policy": {
    cannotTake: "(`verify`) an `oauth_version` other than 1.0: the application decides",
    has: ({ claim }) => claim((name) => (name("oauth_version") ?? "1.0") !== "1.0"),
  },
});

/** A feature, by its name in hello. */
export type Feature = {
  readonly [Name in keyof typeof TABLE]: (typeof TABLE)[Name] extends IsFeature ? Name : never;
}[keyof typeof TABLE];

const ROWS: Readonly<Record<string, Row>> = TABLE;

/** What each flag of vectors means, sorted by name. */
export const FLAGS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(ROWS)
    .sort()
    .flatMap((name) => (ROWS[name]!.flag === undefined ? [] : [[name, ROWS[name]!.flag]])),
);

/** What a library without a feature cannot take, by feature. */
export const CANNOT_TAKE: ReadonlyMap<Feature, string> = new Map(
  Object.entries(ROWS).flatMap(([name, { flag = "", takeAway, cannotTake = takeAway && flag }]) =>
    cannotTake === undefined ? [] : [[name as Feature, cannotTake]],
  ),
);

/** The features that can be taken away from an input that has them. */
export const REMOVABLE: readonly Feature[] = [...CANNOT_TAKE.keys()].filter(
  (name) => ROWS[name]!.takeAway !== undefined,
);

/** The names of all flags that apply to an input, sorted. */
export function flagsOf(input: VectorInput): string[] {
  const facts = factsOf(input);
  return Object.keys(FLAGS).filter((name) => ROWS[name]!.has(facts) && ROWS[name]!.isFlag?.(facts) !== false);
}

/** Returns whether an input has a feature. */
export function featureTest(input: AnyInput): (name: Feature) => boolean {
  const facts = factsOf(input);
  return (name) => ROWS[name]!.has(facts);
}

/** The input without a feature that it has. */
export function withoutFeature(feature: Feature, input: AnyInput): AnyInput {
  return ROWS[feature]!.takeAway?.(input) ?? input;
}

/** Whether a URL has a base string URI. */
export function isHttpUrl(url: string): boolean {
  try {
    baseStringUri(url, specification);
    return true;
  } catch {
    return false;
  }
}

/** An IPv6 address in brackets as WHATWG URL parsers write it; other text is unchanged. */
export function shortIpv6(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;
}

/** A name or a value that encodes every character with a meaning in a query and every character not allowed in a URL. */
const ENCODED = /(?:[\w.~!$'()*,:@/?+-]|%[0-9A-Fa-f]{2})*/.source;
const LIST_RE = new RegExp(`^${ENCODED}=${ENCODED}(?:&${ENCODED}=${ENCODED})*$`);

/** Whether a program that encodes the pairs of a query can write the query, apart from needless escapes. */
function isListOfPairs(query: string): boolean {
  const isText = (octets: Uint8Array): boolean => validUtf8Text(octets) !== undefined;
  return LIST_RE.test(query) && decodeForm(query, specification).flat().every(isText);
}

function isSignature([name]: NameValue): boolean {
  return keyOf(name) === "oauth_signature";
}

function encodedPair(pair: readonly [string, string]): string {
  return pair.map(encodeURIComponent).join("=");
}

function isRepeated(pairs: readonly NameValue[]): boolean {
  return new Set(pairs.map(([name]) => keyOf(name))).size < pairs.length;
}

function isOctets(text: OctetText): boolean {
  return typeof text !== "string";
}

function isRequestToSign({ operation, request }: AnyInput): boolean {
  return request !== undefined && (operation === "sign" || operation === "sign-exactly");
}

function tokenOf(input: AnyInput): string | undefined {
  return parameterOf(input, "oauth_token", input.credentials?.token);
}

function versionOf(input: AnyInput): string | undefined {
  return parameterOf(input, "oauth_version", input.version ?? undefined);
}

/** A protocol parameter: the member of `sign`, or the entry of a complete list. */
function parameterOf({ protocolParameters = [] }: AnyInput, wanted: string, member?: string): string | undefined {
  if (member !== undefined) return member;
  const value = protocolParameters.find(([name]) => name === wanted)?.[1];
  return typeof value === "string" ? value : undefined;
}

/** Whether every language treats a value as text: it is no whole number, is spelled unusually, or exceeds 2^53 - 1. */
function isText(value: string | undefined): boolean {
  return value !== undefined && !(/^(?:0|[1-9][0-9]*)$/.test(value) && Number.isSafeInteger(Number(value)));
}

function withToken(input: AnyInput): AnyInput {
  return withParameter(input, "oauth_token", "t", { credentials: { ...input.credentials, token: "t" } });
}

function withTokenSecret(input: AnyInput): AnyInput {
  return input.credentials?.consumerSecret === undefined ? input : withCredentials(input, { tokenSecret: "u" });
}
