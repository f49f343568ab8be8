/** Small changes to inputs, whatever their operation. */

import { specification, toText, validUtf8Text } from "../../model/index.ts";
import type { AnyCredentials, AnyInput, NameValue, OctetText, Transport, UnsignedRequest } from "./input.ts";

const { decodeForm } = specification;
/** Adjacent escapes: unescaped text never separates the octets of a character. */
const ESCAPES = /(?:%[0-9A-Fa-f]{2})+/g;

/** Changes the request of an input that has one. */
export function withRequest(input: AnyInput, change: (request: UnsignedRequest) => UnsignedRequest): AnyInput {
  return input.request === undefined ? input : { ...input, request: change(input.request) };
}

/** Changes the URL of the input or its request. */
export function withUrl(input: AnyInput, change: (url: string) => string): AnyInput {
  if (input.url !== undefined) return { ...input, url: change(input.url) };
  return withRequest(input, (request) => ({ ...request, url: change(request.url) }));
}

/** Changes the query of a URL that has one, even an empty one; `undefined` removes it. */
export function withQuery(input: AnyInput, change: (query: string) => string | undefined): AnyInput {
  return withUrl(input, (url) =>
    url.replace(/^([^?#]*)\?([^#]*)/, (_all, before: string, query: string) => {
      const changed = change(query);
      return changed === undefined ? before : `${before}?${changed}`;
    }),
  );
}

/** Changes every list of names and values outside the query: `pairs` changes decoded lists, `encoded` changes encoded ones. */
export function withLists(
  { request, parameters, protocolParameters, formEncoded, ...input }: AnyInput,
  pairs: (given: readonly NameValue[]) => readonly NameValue[],
  encoded: (given: string) => string,
): AnyInput {
  const { form, formEncoded: sent, ...rest } = request ?? { method: "", url: "" };
  return {
    ...input,
    ...(request && {
      request: {
        ...rest,
        ...(form && { form: pairs(form) }),
        ...(sent !== undefined && { formEncoded: encoded(sent) }),
      },
    }),
    ...(parameters && { parameters: pairs(parameters) }),
    ...(protocolParameters && { protocolParameters: pairs(protocolParameters) }),
    ...(formEncoded !== undefined && { formEncoded: encoded(formEncoded) }),
  };
}

/** Removes the pieces of the query that contain such a pair; if none is left, removes the query. */
export function withoutPieces(
  input: AnyInput,
  isRemoved: (pair: readonly [Uint8Array, Uint8Array]) => boolean,
): AnyInput {
  const isKept = (piece: string): boolean => !decodeForm(piece, specification).some(isRemoved);
  return withQuery(input, (query) => query.split("&").filter(isKept).join("&") || undefined);
}

/** Changes the list of parameters and the pairs of the form. */
export function withPairs(input: AnyInput, change: (pairs: readonly NameValue[]) => readonly NameValue[]): AnyInput {
  const { parameters, request } = input;
  return {
    ...input,
    ...(parameters && { parameters: change(parameters) }),
    ...(request?.form && { request: { ...request, form: change(request.form) } }),
  };
}

/** Keeps, for each name that is not in the form, the first piece of the query. */
export function withUniqueQuery(input: AnyInput): AnyInput {
  const names = new Set((input.request?.form ?? []).map(([name]) => keyOf(name)));
  return withQuery(input, (query) => {
    const kept = query.split("&").filter((piece) => {
      const pairs = decodeForm(piece, specification).map(([name]) => keyOf(name));
      if (pairs.some((name) => names.has(name))) return false;
      for (const name of pairs) names.add(name);
      return true;
    });
    return kept.length === 0 ? undefined : kept.join("&");
  });
}

/** Changes members of the credentials. */
export function withCredentials(input: AnyInput, change: AnyCredentials): AnyInput {
  return { ...input, credentials: { ...input.credentials, ...change } };
}

const CREDENTIAL_TEXTS = ["consumerKey", "consumerSecret", "token", "tokenSecret"] as const;

/** Changes the nonce, the credentials except keys, and the values of protocol parameters that are UTF-8. */
export function withProtocolValues(input: AnyInput, change: (value: string) => string): AnyInput {
  const changed = <Value>(value: Value) => (typeof value === "string" ? change(value) : value);
  const { credentials, nonce, protocolParameters } = input;
  const texts = CREDENTIAL_TEXTS.filter((name) => credentials?.[name] !== undefined);
  return {
    ...input,
    ...(credentials && {
      credentials: { ...credentials, ...Object.fromEntries(texts.map((name) => [name, changed(credentials[name])])) },
    }),
    ...(nonce !== undefined && { nonce: change(nonce) }),
    ...(protocolParameters && {
      protocolParameters: protocolParameters.map(([name, value]) => [name, changed(value)]),
    }),
  };
}

/** Values {@link withProtocolValues} changes. */
export function protocolValues(input: AnyInput): readonly string[] {
  const values: string[] = [];
  withProtocolValues(input, (value) => {
    values.push(value);
    return value;
  });
  return values;
}

/** Sets a protocol parameter: the member of `sign`, or the entry in another input's list. */
export function withParameter(input: AnyInput, name: string, value: string, member: Partial<AnyInput>): AnyInput {
  if (input.operation === "sign") return { ...input, ...member };
  return { ...input, protocolParameters: [...listWithout(input, name), [name, value]] };
}

/** Removes a protocol parameter from the list. */
export function withoutParameter(input: AnyInput, name: string): AnyInput {
  return input.protocolParameters === undefined ? input : { ...input, protocolParameters: listWithout(input, name) };
}

function listWithout({ protocolParameters = [] }: AnyInput, name: string): readonly NameValue[] {
  return protocolParameters.filter(([own]) => own !== name);
}

/** The input with another transport, and with what that needs: a body that can hold a form. Only a header has a realm. */
export function carriedIn(transport: Transport, { realm, request, ...input }: AnyInput): AnyInput {
  const needsForm = transport.endsWith("body") && request !== undefined;
  const { body: _body, headers: _headers, ...rest } = request ?? { method: "", url: "" };
  const method = /^(?:get|head)$/i.test(rest.method) ? "POST" : rest.method;
  return {
    ...input,
    transport,
    ...(request && { request: needsForm ? { ...rest, method } : request }),
    ...(realm !== undefined && transport.startsWith("header") && { realm }),
  };
}

/** Only method and URL. */
export function withoutBody({ method, url }: UnsignedRequest): UnsignedRequest {
  return { method, url };
}

/** Keeps the last pair with each name. */
export function unique(pairs: readonly NameValue[]): readonly NameValue[] {
  return [...new Map(pairs.map((pair) => [keyOf(pair[0]), pair])).values()];
}

/** Names and values as text. Octets that are not UTF-8 are replaced. */
export function textPairs(pairs: readonly NameValue[]): (readonly [string, string])[] {
  return pairs.map(([name, value]) => [asText(name), asText(value)]);
}

/** A key that is equal for equal names. */
export function keyOf(name: OctetText): string {
  return Buffer.from(name).toString("latin1");
}

/** Text; replaces octets that are not UTF-8. */
export function asText(text: OctetText): string {
  return typeof text === "string" ? text : Buffer.from(text).toString("utf8");
}

/** A query or a form with U+FFFD for octets that are not UTF-8. */
export function withReplacedOctets(form: string, decode: (octets: Uint8Array) => string = toText): string {
  return form.replace(ESCAPES, (run) => {
    const octets = specification.percentDecode(run);
    return validUtf8Text(octets) === undefined ? encodeURIComponent(decode(octets)) : run;
  });
}
