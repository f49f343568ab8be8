/**
 * What an input has in it, told from the input alone.
 *
 * @module
 */

import { specification } from "../../model/index.ts";
import type { AnyCredentials, Members, NameValue, OctetText, UnsignedRequest, VectorInput } from "./input.ts";
import { fromJsonText, toJsonText } from "./json-text.ts";

const { decodeForm } = specification;
const LONG = 1000;

/** The pieces of a URL that flags ask for. */
const URL_RE =
  /^(?<origin>[^/]*\/\/(?:[^/?#]*@)?(?<authority>[^/?#]*))(?<path>[^?#]*)(?:\?(?<query>[^#]*))?(?<fragment>#.*)?$/s;

/** The names of all flags that hold, sorted. */
export function flagsOf(input: VectorInput): string[] {
  const facts = factsOf(input);
  return Object.entries(FLAGS)
    .filter(([, holds]) => holds(facts))
    .map(([name]) => name)
    .sort();
}

interface Facts {
  readonly input: Members<VectorInput>;
  readonly request: Partial<UnsignedRequest>;
  readonly credentials: AnyCredentials;
  /** Of a request or of the input itself; empty pieces where there is none. */
  readonly url: { readonly [piece in "origin" | "authority" | "path" | "query" | "fragment"]?: string | undefined };
  readonly rawUrl: string;
  /** Those of query, body and list, and further protocol parameters; decoded, octets that are UTF-8 as text. */
  readonly names: readonly OctetText[];
  readonly values: readonly OctetText[];
  /** Every name, value and text. */
  readonly texts: readonly string[];
  readonly octets: readonly Uint8Array[];
  readonly method: string;
}

function factsOf(input: VectorInput): Facts {
  const members: Members<VectorInput> = input;
  const { parameters = [], protocolParameters = [] } = members;
  const request: Partial<UnsignedRequest> = members.request ?? {};
  const credentials: AnyCredentials = members.credentials ?? {};
  const rawUrl = request.url ?? members.url ?? "";
  const url = URL_RE.exec(rawUrl)?.groups ?? {};
  const encoded = [url.query, request.formEncoded, members.formEncoded].filter((form) => form !== undefined);
  const pairs: readonly NameValue[] = [
    ...encoded.flatMap((form) => decodeForm(form, specification)),
    ...(request.form ?? []),
    ...parameters,
    ...protocolParameters,
  ];
  const { text, body, header, nonce } = members;
  const { consumerKey, token, consumerSecret, tokenSecret } = credentials;
  const own = [text, body, header, nonce, consumerKey, token, consumerSecret, tokenSecret];
  const all = [...pairs.flat(), ...own.filter((one) => one !== undefined)].map(asText);
  return {
    input: members,
    request,
    credentials,
    url,
    rawUrl,
    names: pairs.map(([name]) => asText(name)),
    values: pairs.map(([, value]) => asText(value)),
    texts: all.filter((one) => typeof one === "string"),
    octets: all.filter((one) => typeof one !== "string"),
    method: members.signatureMethod ?? "",
  };
}

/** Octets that are UTF-8 as the text that they are. */
function asText(text: OctetText): OctetText {
  return fromJsonText(toJsonText(text));
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

const FLAGS: Readonly<Record<string, Flag>> = {
  "body-hash": ({ input, names }) => input.body !== undefined || names.includes("oauth_body_hash"),
  brackets: anyText(/[[\]]/),
  "control-character": anyText(/[\x00-\x1f\x7f]/),
  "custom-method": ({ request: { method = "" } }) => !/^(?:|get|put|post|head|patch|delete|options)$/i.test(method),
  "default-port": ({ url: { origin = "" } }) => /^(?:http:.*:80|https:.*:443)$/i.test(origin),
  "empty-consumer-secret": ({ credentials }) => credentials.consumerSecret === "",
  "empty-name": ({ names }) => names.includes(""),
  "empty-path": ({ url }) => url.path === "",
  "empty-realm": ({ input }) => input.realm === "",
  "empty-value": ({ values }) => values.includes(""),
  "escape-in-path": ({ url: { path = "" } }) => path.includes("%"),
  form: ({ request: { form, formEncoded } }) => form !== undefined || formEncoded !== undefined,
  fragment: ({ url }) => url.fragment !== undefined,
  hmac: ({ method }) => method.startsWith("HMAC-"),
  ipv4: ({ url: { authority = "" } }) => /^[0-9]+(?:\.[0-9]+){3}(?::|$)/.test(authority),
  ipv6: ({ url: { authority = "" } }) => authority.startsWith("["),
  long: ({ texts }) => texts.some((text) => text.length >= LONG),
  "lower-case-method": ({ request: { method = "" } }) => /[a-z]/.test(method),
  "many-parameters": ({ names }) => names.length >= 20,
  "no-token-secret": ({ credentials: { consumerSecret, tokenSecret = "" } }) =>
    consumerSecret !== undefined && tokenSecret === "",
  "non-ascii": anyText(/[^\x00-\x7f]/),
  "non-utf8": ({ octets }) => octets.length > 0,
  "other-port": ({ url: { origin = "", authority = "" } }) =>
    /:[0-9]+$/.test(authority) && !/^(?:http:.*:80|https:.*:443)$/i.test(origin),
  percent: anyText(/%/),
  plaintext: ({ method }) => method === "PLAINTEXT",
  plus: (facts) => anyText(/\+/)(facts) || rawForms(facts).includes("+"),
  query: ({ url }) => url.query !== undefined,
  "raw-in-url": ({ rawUrl }) => /[^\w.~:/?#[\]@!$&'()*+,;=%-]/.test(rawUrl),
  realm: ({ input }) => (input.realm ?? "") !== "",
  "repeated-name": ({ names }) => new Set(names.map((name) => JSON.stringify(toJsonText(name)))).size < names.length,
  rsa: ({ method }) => method.startsWith("RSA-"),
  sha2: ({ input, method }) => /SHA-?(?:256|512)$/.test(input.hash ?? method),
  space: anyText(/ /),
  "sub-delims": anyText(/[!'()*]/),
  "surrogate-pair": anyText(/[\u{10000}-\u{10ffff}]/u),
  tilde: anyText(/~/),
  "transport-body": transport("body"),
  "transport-header-and-body": transport("header-and-body"),
  "transport-query": transport("query"),
  "upper-case-uri": ({ url: { origin = "" } }) => /[A-Z]/.test(origin),
};

function rawForms({ url, input, request }: Facts): string {
  return [url.query, input.formEncoded, request.formEncoded].join("&");
}
