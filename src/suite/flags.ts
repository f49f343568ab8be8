/**
 * What an input has in it, told from the input alone.
 *
 * @module
 */

import { specification } from "../model/index.ts";
import { fromJsonText, toJsonPairs } from "./json-text.ts";
import type { JsonText, VectorInput } from "./vector.ts";

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
  readonly input: VectorInput;
  /** Of a request or of the input itself; empty pieces where there is none. */
  readonly url: { readonly [piece in "origin" | "authority" | "path" | "query" | "fragment"]?: string | undefined };
  readonly rawUrl: string;
  /** Those of query, body and list, and further protocol parameters; decoded. */
  readonly names: readonly JsonText[];
  readonly values: readonly JsonText[];
  /** Every name, value and text. */
  readonly texts: readonly string[];
  readonly octets: readonly Uint8Array[];
  readonly method: string;
  readonly secrets: boolean;
}

function factsOf(input: VectorInput): Facts {
  const { request, parameters = [], protocolParameters = [], credentials = {} } = input;
  const rawUrl = request?.url ?? input.url ?? "";
  const url = URL_RE.exec(rawUrl)?.groups ?? {};
  const encoded = [url.query ?? "", request?.formEncoded ?? "", input.formEncoded ?? ""];
  const pairs = [
    ...encoded.flatMap((form) => toJsonPairs(decodeForm(form, specification))),
    ...(request?.form ?? []),
    ...parameters,
    ...protocolParameters,
  ];
  const own = [input.text, input.body, input.header, input.nonce, credentials.consumerKey, credentials.token];
  const secrets = [credentials.consumerSecret, credentials.tokenSecret];
  const all = [...pairs.flat(), ...[...own, ...secrets].filter((one) => one !== undefined)];
  const octets = all.map(fromJsonText).filter((one) => typeof one !== "string");
  return {
    input,
    url,
    rawUrl,
    names: pairs.map(([name]) => name),
    values: pairs.map(([, value]) => value),
    texts: all.filter((one) => typeof one === "string"),
    octets: [...octets, ...(input.octets === undefined ? [] : [Buffer.from(input.octets, "base64")])],
    method: input.signatureMethod ?? "",
    secrets: credentials.consumerSecret !== undefined,
  };
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
  "custom-method": ({ input: { request } }) =>
    !/^(?:|get|put|post|head|patch|delete|options)$/i.test(request?.method ?? ""),
  "default-port": ({ url: { origin = "" } }) => /^(?:http:.*:80|https:.*:443)$/i.test(origin),
  "empty-consumer-secret": ({ input }) => input.credentials?.consumerSecret === "",
  "empty-name": ({ names }) => names.includes(""),
  "empty-path": ({ url }) => url.path === "",
  "empty-realm": ({ input }) => input.realm === "",
  "empty-value": ({ values }) => values.includes(""),
  "escape-in-path": ({ url: { path = "" } }) => path.includes("%"),
  form: ({ input: { request } }) => request?.form !== undefined || request?.formEncoded !== undefined,
  fragment: ({ url }) => url.fragment !== undefined,
  hmac: ({ method }) => method.startsWith("HMAC-"),
  ipv4: ({ url: { authority = "" } }) => /^[0-9]+(?:\.[0-9]+){3}(?::|$)/.test(authority),
  ipv6: ({ url: { authority = "" } }) => authority.startsWith("["),
  long: ({ texts }) => texts.some((text) => text.length >= LONG),
  "lower-case-method": ({ input: { request } }) => /[a-z]/.test(request?.method ?? ""),
  "many-parameters": ({ names }) => names.length >= 20,
  "no-token-secret": ({ secrets, input }) => secrets && (input.credentials?.tokenSecret ?? "") === "",
  "non-ascii": anyText(/[^\x00-\x7f]/),
  "non-utf8": ({ octets }) => octets.some((one) => !Buffer.from(Buffer.from(one).toString()).equals(one)),
  "other-port": ({ url: { origin = "", authority = "" } }) =>
    /:[0-9]+$/.test(authority) && !/^(?:http:.*:80|https:.*:443)$/i.test(origin),
  percent: anyText(/%/),
  plaintext: ({ method }) => method === "PLAINTEXT",
  plus: (facts) => anyText(/\+/)(facts) || rawForms(facts).includes("+"),
  query: ({ url }) => url.query !== undefined,
  "raw-in-url": ({ rawUrl }) => /[^\w.~:/?#[\]@!$&'()*+,;=%-]/.test(rawUrl),
  realm: ({ input }) => (input.realm ?? "") !== "",
  "repeated-name": ({ names }) => new Set(names.map((name) => JSON.stringify(name))).size < names.length,
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

function rawForms({ url, input }: Facts): string {
  return [url.query, input.formEncoded, input.request?.formEncoded].join("&");
}
