/**
 * Features of inputs that some libraries do not support. A driver lists them in hello as `limits.without`, and gets no input
 * that has such a feature; a baseline lists them for a property. Some are flags of vectors, whose definition they share.
 *
 * Each feature is one row of the table, which `npm run generate -- schemas` writes into the documentation and the schema.
 */

import { isUtf8 } from "node:buffer";
import { specification } from "../../model/index.ts";
import { type FlagName, flagTest } from "../vectors/flags.ts";
import type { AnyInput, InputOf, NameValue, OctetText, VectorInput } from "../vectors/input.ts";
import { withReplacedOctets } from "../vectors/open-points.ts";
import {
  asText,
  carriedIn,
  keyOf,
  textPairs,
  unique,
  withCredentials,
  withoutBody,
  withoutParameter,
  withoutPieces,
  withPairs,
  withParameter,
  withQuery,
  withRequest,
  withUniqueQuery,
  withUrl,
} from "./changes.ts";
import { receivedMembers } from "./received-members.ts";
import { SIGNER_NAMES, signerInput } from "./signer-input.ts";
import { POLICIES, type Policy, restsOn } from "./verifier-policies.ts";

const { decodeForm } = specification;

/** A feature, by its name in hello. */
export type Feature = SigningFeature | Policy;

/** A feature of an input for a signer, an encoder, or a verifier of single signatures. */
type SigningFeature = keyof typeof FEATURES;

interface Row {
  /** What the library cannot take, for the documentation. */
  readonly cannotTake: string;
  /** Whether an input has the feature. @default whether the flag of vectors with this name applies */
  readonly has?: (input: AnyInput) => boolean;
  /** Changes an input that has the feature into one without it. @default such an input is not offered */
  readonly takeAway?: (input: AnyInput) => AnyInput;
}

/** Features are taken away in this order, so that none brings back an earlier one: an encoded form becomes pairs first. */
const FEATURES = {
  body: {
    cannotTake: "a body that is not form-encoded",
    has: ({ request }) => request?.body !== undefined,
    takeAway: (input) => withRequest(input, withoutBody),
  },
  form: {
    cannotTake: "a form-encoded body",
    takeAway: (input) => withRequest(input, withoutBody),
  },
  "form-encoded": {
    cannotTake: "a form-encoded body exactly as sent, instead of its pairs",
    has: ({ request }) => request?.formEncoded !== undefined,
    takeAway: (input) =>
      withRequest(input, ({ formEncoded = "", ...request }) => ({
        ...request,
        form: textPairs(decodeForm(formEncoded, specification)),
      })),
  },
  "body-transport-without-form": {
    cannotTake: "protocol parameters in the body of a request that has no form",
    has: ({ transport = "header", request }) =>
      transport.endsWith("body") && request?.formEncoded === undefined && (request?.form ?? []).length === 0,
    takeAway: (input) =>
      withRequest(carriedIn(input.transport ?? "body", input), (request) => ({ ...request, form: [["a", "b"]] })),
  },
  octets: {
    cannotTake: "names, values and texts that are not UTF-8: it takes text only",
    has: (input) =>
      isOctets(input.text) || [...listed(input), ...(input.protocolParameters ?? [])].flat().some(isOctets),
    takeAway: ({ text, ...input }) =>
      withPairs({ ...input, ...(text !== undefined && { text: asText(text) }) }, textPairs),
  },
  query: {
    cannotTake: "a query in the URL",
    takeAway: (input) => withQuery(input, () => undefined),
  },
  "query-encoded": {
    cannotTake:
      "a query exactly as sent, because it takes decoded pairs: an empty query, a piece without `=`, a `;`, a character that must be encoded, or octets that are not UTF-8",
    has: (input) => !isListOfPairs(queryOf(input) ?? "a="),
    takeAway: (input) =>
      withQuery(input, (query) => textPairs(decodeForm(query, specification)).map(encodedPair).join("&") || undefined),
  },
  "non-utf8-query": {
    cannotTake: "octets in the query that are not UTF-8",
    takeAway: (input) => withQuery(input, withReplacedOctets),
  },
  "signature-parameter": {
    cannotTake: "a request that already has `oauth_signature`",
    takeAway: (input) =>
      withPairs(withoutPieces(input, isSignature), (pairs) => pairs.filter(([name]) => name !== "oauth_signature")),
  },
  "form-with-query": {
    cannotTake: "a form-encoded body and a query in one request",
    has: (input) => hasForm(input) && queryOf(input) !== undefined,
    takeAway: (input) => withQuery(input, () => undefined),
  },
  "repeated-names": {
    cannotTake: "a name twice in a form or in a list of parameters, because it takes a map",
    has: (input) => isRepeated(listed(input)),
    takeAway: (input) => withPairs(input, unique),
  },
  "repeated-query-names": {
    cannotTake:
      "a name twice in the query, or in the query and in the form, because the driver must pass the query as a map",
    has(input) {
      const query = decodeForm(input.request === undefined ? "" : (queryOf(input) ?? ""), specification);
      const own = new Set(listed(input).map(([name]) => keyOf(name)));
      return isRepeated(query) || query.some(([name]) => own.has(keyOf(name)));
    },
    takeAway: withUniqueQuery,
  },
  http: {
    cannotTake: "a URL with the scheme `http`, because it takes a host and sends https",
    has: (input) => /^http:/i.test(urlOf(input)),
    takeAway: (input) => withUrl(input, (url) => url.replace(/^http:/i, "https:")),
  },
  port: {
    cannotTake: "a port in the URL: with `http`, it takes https on the default port only",
    has: (input) => PORT_RE.test(urlOf(input)),
    takeAway: (input) => withUrl(input, (url) => url.replace(PORT_RE, "$1")),
  },
  fragment: {
    cannotTake: "a fragment in the URL",
    takeAway: (input) => withUrl(input, (url) => url.replace(/#.*/s, "")),
  },
  "upper-case-uri": {
    cannotTake: "a scheme or host with upper-case letters",
    takeAway: (input) => withUrl(input, (url) => url.replace(/^[^/]*\/\/[^/?#]*/, (origin) => origin.toLowerCase())),
  },
  "empty-path": {
    cannotTake: "a URL without a path",
    takeAway: (input) => withUrl(input, (url) => url.replace(ORIGIN_RE, "$&/")),
  },
  "path-characters": {
    cannotTake: "a path with escapes, or with other characters than letters, digits, `- . _ ~` and `/`",
    has: (input) => /[^\w.~/-]/.test(PATH_RE.exec(urlOf(input))?.[0] ?? ""),
    takeAway: (input) =>
      withUrl(input, (url) => url.replace(PATH_RE, (path) => path.replace(/%[0-9A-Fa-f]{2}|[^\w.~/-]/g, "x"))),
  },
  ipv6: {
    cannotTake: "an IPv6 address",
    takeAway: (input) => withUrl(input, (url) => url.replace(/\[[^\]/?#]*\]/, "a.example")),
  },
  "custom-method": {
    cannotTake: "an HTTP method that is not one of the usual ones",
    takeAway: (input) => withRequest(input, (request) => ({ ...request, method: "PUT" })),
  },
  "lower-case-method": {
    cannotTake: "an HTTP method with lower-case letters",
    takeAway: (input) => withRequest(input, (request) => ({ ...request, method: request.method.toUpperCase() })),
  },
  userinfo: {
    cannotTake: "a user name or password in the URL",
    has: (input) => USERINFO_RE.test(urlOf(input)),
    takeAway: (input) => withUrl(input, (url) => url.replace(USERINFO_RE, "$1")),
  },
  token: {
    cannotTake: "a token or a token secret",
    has: (input) => tokenOf(input) !== undefined || input.credentials?.tokenSecret !== undefined,
    takeAway: ({ credentials: { token: _, tokenSecret: __, ...credentials } = {}, ...input }) =>
      withoutParameter({ ...input, credentials }, "oauth_token"),
  },
  "no-token": {
    cannotTake: "a request without a token",
    has: (input) => isRequestToSign(input) && tokenOf(input) === undefined,
    takeAway: (input) => withToken(withTokenSecret(input)),
  },
  "empty-token": {
    cannotTake: "an empty token",
    has: (input) => tokenOf(input) === "",
    takeAway: withToken,
  },
  "token-secret-alone": {
    cannotTake: "a token secret without a token",
    has: (input) => input.credentials?.tokenSecret !== undefined && tokenOf(input) === undefined,
    takeAway: ({ credentials: { tokenSecret: _, ...credentials } = {}, ...input }) => ({ ...input, credentials }),
  },
  "empty-consumer-secret": {
    cannotTake: "an empty secret of the client",
    takeAway: (input) => withCredentials(input, { consumerSecret: "s" }),
  },
  "empty-token-secret": {
    cannotTake: "an empty token secret, or a token without one",
    has: (input) =>
      input.credentials?.consumerSecret !== undefined &&
      (input.credentials.tokenSecret ?? (tokenOf(input) === undefined ? undefined : "")) === "",
    takeAway: withTokenSecret,
  },
  version: {
    cannotTake: "a request with `oauth_version`: the library never sends it",
    has: (input) => versionOf(input) !== undefined,
    takeAway: (input) =>
      input.operation === "sign" ? { ...input, version: null } : withoutParameter(input, "oauth_version"),
  },
  "no-version": {
    cannotTake: "a request without `oauth_version`: the library always sends it",
    has: (input) => isRequestToSign(input) && versionOf(input) === undefined,
    takeAway: (input) => withParameter(input, "oauth_version", "1.0", { version: "1.0" }),
  },
  realm: {
    cannotTake: "a realm",
    has: ({ realm }) => realm !== undefined,
    takeAway: ({ realm: _, ...input }) => input,
  },
  "protocol-parameters": {
    cannotTake: "additional protocol parameters, such as `oauth_callback`",
    has: ({ operation, protocolParameters = [] }) => operation === "sign" && protocolParameters.length > 0,
    // The list of a base string contains those that every library adds, too.
    takeAway: ({ protocolParameters = [], ...input }) =>
      input.operation === "sign"
        ? input
        : { ...input, protocolParameters: protocolParameters.filter(([name]) => SIGNER_NAMES.includes(name)) },
  },
  "text-timestamp": {
    cannotTake: "a timestamp that is not a plain whole number below 2<sup>53</sup>, because it takes a number",
    has: (input) => isText(parameterOf(input, "oauth_timestamp", input.timestamp)),
    takeAway: (input) => withParameter(input, "oauth_timestamp", "1700000000", { timestamp: "1700000000" }),
  },
  "text-nonce": {
    cannotTake: "a nonce that is not a plain whole number below 2<sup>53</sup>, because it takes a number",
    has: (input) => isText(parameterOf(input, "oauth_nonce", input.nonce)),
    takeAway: (input) => withParameter(input, "oauth_nonce", "4711", { nonce: "4711" }),
  },
  certificate: {
    cannotTake: "an X.509 certificate in the place of a public key",
    has: hasCertificate,
  },
} as const satisfies Readonly<Record<string, Row>>;

const ROWS: {
  readonly [name in SigningFeature]: Row & (name extends FlagName ? unknown : Required<Pick<Row, "has">>);
} = FEATURES;
const SIGNING_FEATURES = Object.keys(FEATURES) as readonly SigningFeature[];

/** What a library without the feature cannot take, by feature. */
export const CANNOT_TAKE: ReadonlyMap<Feature, string> = new Map<Feature, string>([
  ...SIGNING_FEATURES.map((name) => [name, ROWS[name].cannotTake] as const),
  ...POLICIES,
]);

/** The features that can be taken away from an input that has them. */
export const REMOVABLE: readonly Feature[] = SIGNING_FEATURES.filter((name) => ROWS[name].takeAway !== undefined);

/** All features. */
export const FEATURE_NAMES: readonly Feature[] = [...CANNOT_TAKE.keys()];

/** The features in a list that an input has. */
export function featuresIn(names: readonly Feature[], input: VectorInput): readonly Feature[] {
  if (input.operation === "verify") {
    const has = featureTest(receivedMembers(input));
    return names.filter((name) => (isPolicy(name) ? restsOn(name, input) : has(name)));
  }
  const has = featureTest(input.operation === "base-string" ? (signerInput(input) ?? input) : input);
  return names.filter((name) => !isPolicy(name) && has(name));
}

function featureTest(input: AnyInput): (name: SigningFeature) => boolean {
  const hasFlag = flagTest(input);
  // A feature without an own test is a flag.
  return (name) => ROWS[name].has?.(input) ?? hasFlag(name as FlagName);
}

/** Takes away each of the features that the input has, as far as that is possible. */
export function withoutFeatures(input: AnyInput, without: readonly Feature[]): AnyInput {
  const wanted = SIGNING_FEATURES.filter((feature) => without.includes(feature));
  return wanted.reduce((one, feature) => {
    const isThere = featuresIn([feature], one as VectorInput).length > 0;
    return isThere ? (ROWS[feature].takeAway?.(one) ?? one) : one;
  }, input);
}

function hasCertificate({ credentials = {} }: Pick<AnyInput, "credentials"> | InputOf<"verify">): boolean {
  return "publicKey" in credentials && credentials.publicKey?.includes("CERTIFICATE") === true;
}

function isPolicy(name: Feature): name is Policy {
  return POLICIES.has(name as Policy);
}

function hasForm({ request }: AnyInput): boolean {
  return request?.form !== undefined || request?.formEncoded !== undefined;
}

/** The parameters that are given as a list of pairs. */
function listed({ request, parameters = [] }: AnyInput): readonly NameValue[] {
  return [...(request?.form ?? []), ...parameters];
}

function urlOf({ request, url = request?.url ?? "" }: AnyInput): string {
  return url;
}

const USERINFO_RE = /^([^/?#]*\/\/)[^/?#]*@/;
const ORIGIN_RE = /^[^/?#]*\/\/[^/?#]*/;
const PATH_RE = /(?<=^[^/?#]*\/\/[^/?#]*)\/[^?#]*/;
const PORT_RE = /^([^/?#]*\/\/[^/?#]*):[0-9]*(?=[/?#]|$)/;

function queryOf(input: AnyInput): string | undefined {
  return /^[^?#]*\?([^#]*)/s.exec(urlOf(input))?.[1];
}

/** A name or a value that encodes every character with a meaning in a query and every character not allowed in a URL. */
const ENCODED = /(?:[\w.~!$'()*,:@/?+-]|%[0-9A-Fa-f]{2})*/.source;
const LIST_RE = new RegExp(`^${ENCODED}=${ENCODED}(?:&${ENCODED}=${ENCODED})*$`);

/** Whether a program that encodes the pairs of a query can write the query, apart from what it encodes without need. */
function isListOfPairs(query: string): boolean {
  const isText = (octets: OctetText): boolean => isUtf8(Buffer.from(octets));
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

function isOctets(text: OctetText | undefined): boolean {
  return text !== undefined && typeof text !== "string";
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

/** Whether every language treats a value as text: it is not a whole number, has another spelling, or is beyond 2^53 - 1. */
function isText(value: string | undefined): boolean {
  return value !== undefined && !(/^(?:0|[1-9][0-9]*)$/.test(value) && Number.isSafeInteger(Number(value)));
}

function withToken(input: AnyInput): AnyInput {
  return withParameter(input, "oauth_token", "t", { credentials: { ...input.credentials, token: "t" } });
}

function withTokenSecret(input: AnyInput): AnyInput {
  return input.credentials?.consumerSecret === undefined ? input : withCredentials(input, { tokenSecret: "u" });
}
