/** The flags of a vector, computed from its input alone. */

import { specification } from "../../model/index.ts";
import { isHmacMethod, isRsaMethod } from "../../spec/signature-methods.ts";
import type { AnyCredentials, AnyInput, NameValue, OctetText, UnsignedRequest, VectorInput } from "./input.ts";
import { fromJsonText, toJsonText } from "./json-text.ts";

const { baseStringUri, decodeForm } = specification;
const LONG = 1000;

const URL_RE =
  /^(?<origin>[^/]*\/\/(?:[^/?#]*@)?(?<authority>[^/?#]*))(?<path>[^?#]*)(?:\?(?<query>[^#]*))?(?<fragment>#.*)?$/s;

/** The names of all flags that apply to an input, sorted. */
export function flagsOf(input: VectorInput): string[] {
  const facts = factsOf(input);
  return Object.entries(FLAGS)
    .filter(([, applies]) => applies(facts))
    .map(([name]) => name)
    .sort();
}

/** The name of a flag. */
export type FlagName = keyof typeof FLAGS;

/** Returns whether a flag applies to the input. The facts on which flags depend are computed once. */
export function flagTest(input: AnyInput): (name: FlagName) => boolean {
  let facts: Facts | undefined;
  return (name) => {
    facts ??= factsOf(input);
    return FLAGS[name](facts);
  };
}

type Facts = ReturnType<typeof factsOf>;

function factsOf(input: AnyInput) {
  const { parameters = [], protocolParameters = [], text, body, header, nonce } = input;
  const request: Partial<UnsignedRequest> = input.request ?? {};
  const credentials: AnyCredentials = input.credentials ?? {};
  const rawUrl = request.url ?? input.url ?? "";
  /** No pieces if there is no URL. */
  const url: { readonly [piece in "origin" | "authority" | "path" | "query" | "fragment"]?: string | undefined } =
    URL_RE.exec(rawUrl)?.groups ?? {};
  const encoded = [url.query, request.formEncoded, input.formEncoded].filter((form) => form !== undefined);
  const pairs: readonly NameValue[] = [
    ...encoded.flatMap((form) => decodeForm(form, specification)),
    ...(request.form ?? []),
    ...parameters,
    ...protocolParameters,
  ];
  const { consumerKey, token, consumerSecret, tokenSecret } = credentials;
  const own = [text, body, header, nonce, consumerKey, token, consumerSecret, tokenSecret];
  const all = [...pairs.flat(), ...own.filter((one) => one !== undefined)].map(asText);
  return {
    input,
    request,
    credentials,
    url,
    rawUrl,
    /** Query and forms as they were sent. */
    encoded,
    names: pairs.map(([name]) => asText(name)),
    values: pairs.map(([, value]) => asText(value)),
    /** Every name, value and text. */
    texts: all.filter((one) => typeof one === "string"),
    octets: all.filter((one) => typeof one !== "string"),
    method: input.signatureMethod ?? "",
  };
}

/** Octets that are UTF-8 as text. */
function asText(text: OctetText): OctetText {
  return fromJsonText(toJsonText(text));
}

function isHttpUrl(url: string): boolean {
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

/** The names in the query and in the form of a request. */
function namesOf(query = "", { form = [], formEncoded = "" }: Partial<UnsignedRequest>): OctetText[] {
  const decoded = [query, formEncoded].flatMap((text) => decodeForm(text, specification));
  return [...decoded, ...form].map(([name]) => asText(name));
}

function isOctets(text: OctetText): boolean {
  return typeof text !== "string";
}

type Flag = (facts: Facts) => boolean;
const anyText =
  (pattern: RegExp): Flag =>
  ({ texts }) =>
    texts.some((text) => pattern.test(text));
const transport =
  (name: string): Flag =>
  ({ input }) =>
    input.transport === name;

const FLAGS = {
  "body-hash": ({ input, names }) => input.body !== undefined || names.includes("oauth_body_hash"),
  brackets: anyText(/[[\]]/),
  "control-character": anyText(/[\x00-\x1f\x7f]/),
  "control-in-realm": ({ input }) => /[\x00-\x08\x0a-\x1f\x7f]/.test(input.realm ?? ""),
  "custom-method": ({ request: { method = "" } }) => !/^(?:|get|put|post|head|patch|delete|options)$/i.test(method),
  "default-port": ({ url: { origin = "" } }) => /^(?:http:.*:80|https:.*:443)$/i.test(origin),
  "dot-segments": ({ url: { path = "" } }) => /\/(?:\.|%2e){1,2}(?=\/|$)/i.test(path),
  "empty-consumer-secret": ({ credentials }) => credentials.consumerSecret === "",
  "empty-name": ({ names }) => names.includes(""),
  "empty-path": ({ url }) => url.path === "",
  "empty-realm": ({ input }) => input.realm === "",
  "empty-token": ({ credentials, input: { protocolParameters = [] } }) =>
    credentials.token === "" || protocolParameters.some(([name, value]) => name === "oauth_token" && value === ""),
  "empty-value": ({ values }) => values.includes(""),
  "escape-in-host": ({ url: { authority = "" } }) => authority.includes("%"),
  "escape-in-path": ({ url: { path = "" } }) => path.includes("%"),
  form: ({ request: { form, formEncoded } }) => form !== undefined || formEncoded !== undefined,
  "form-without-body": ({ request: { method = "", form = [], formEncoded } }) =>
    /^(?:get|head)$/i.test(method) && (form.length > 0 || formEncoded !== undefined),
  fragment: ({ url }) => url.fragment !== undefined,
  hmac: ({ method }) => isHmacMethod(method),
  ipv4: ({ url: { authority = "" } }) => /^[0-9]+(?:\.[0-9]+){3}(?::|$)/.test(authority),
  ipv6: ({ url: { authority = "" } }) => authority.startsWith("["),
  "leading-zero-port": ({ url: { authority = "" } }) => /:0+[1-9][0-9]*$/.test(authority),
  long: ({ texts }) => texts.some((text) => text.length >= LONG),
  "long-ipv6": ({ url: { authority = "" } }) => {
    const [host = ""] = /\[[^\]]*\]/.exec(authority) ?? [];
    return shortIpv6(host) !== host.toLowerCase();
  },
  "lower-case-method": ({ request: { method = "" } }) => /[a-z]/.test(method),
  "malformed-escape": ({ encoded }) => encoded.some((form) => /%(?![0-9a-f]{2})/i.test(form)),
  "many-parameters": ({ names }) => names.length >= 20,
  "no-http-url": ({ input, rawUrl, url: { authority = "" } }) =>
    (input.request ?? input).url !== undefined && !/:0+$/.test(authority) && !isHttpUrl(rawUrl),
  "no-token-secret": ({ credentials: { consumerSecret, tokenSecret = "" } }) =>
    consumerSecret !== undefined && tokenSecret === "",
  "non-ascii": anyText(/[^\x00-\x7f]/),
  "non-utf8": ({ octets }) => octets.length > 0,
  "non-utf8-query": ({ url }) =>
    decodeForm(url.query ?? "", specification)
      .flat()
      .map(asText)
      .some(isOctets),
  "other-port": ({ url: { origin = "", authority = "" } }) =>
    /:[0-9]+$/.test(authority) && !/^(?:http:.*:80|https:.*:443)$/i.test(origin),
  percent: anyText(/%/),
  plaintext: ({ method }) => method === "PLAINTEXT",
  plus: ({ texts, encoded }) => [...texts, ...encoded].some((text) => text.includes("+")),
  "port-zero": ({ url: { authority = "" } }) => /:0+$/.test(authority),
  query: ({ url }) => url.query !== undefined,
  "raw-brackets": ({ url: { query = "" } }) => /[[\]]/.test(query),
  "raw-in-url": ({ rawUrl }) => /[^\w.~:/?#[\]@!$&'()*+,;=%-]/.test(rawUrl),
  realm: ({ input }) => (input.realm ?? "") !== "",
  "repeated-name": ({ names }) => new Set(names.map((name) => JSON.stringify(toJsonText(name)))).size < names.length,
  rsa: ({ method }) => isRsaMethod(method),
  sha2: ({ input, method }) => /SHA-?(?!1$)\d+$/.test(input.hash ?? method),
  "signature-parameter": ({ input, url, request }) =>
    input.operation === "sign" && namesOf(url.query, request).includes("oauth_signature"),
  space: anyText(/ /),
  "sub-delims": anyText(/[!'()*]/),
  "surrogate-pair": anyText(/[\u{10000}-\u{10ffff}]/u),
  "tab-in-realm": ({ input }) => input.realm?.includes("\t") === true,
  tilde: anyText(/~/),
  "transport-body": transport("body"),
  "transport-header-and-body": transport("header-and-body"),
  "transport-query": transport("query"),
  "upper-case-uri": ({ url: { origin = "" } }) => /[A-Z]/.test(origin),
} satisfies Readonly<Record<string, Flag>>;
