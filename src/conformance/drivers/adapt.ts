/**
 * Changes inputs so that they are within the hello of an implementation. Otherwise most cases of a property would
 * not be offered: a library without realm, tokens and PUT gets one case in hundreds by chance.
 */

import { specification } from "../../model/index.ts";
import {
  type AnyCredentials,
  type AnyInput,
  isRsaMethod,
  isSignatureMethod,
  type NameValue,
  type OctetText,
  type Operation,
  type SignatureMethod,
  type Transport,
  type UnsignedRequest,
  type VectorInput,
} from "../vectors/index.ts";
import { TEST_PRIVATE_KEY } from "../vectors/test-key.ts";
import { type Hello, signatureMethodsOf } from "./contract.ts";
import { type Feature, featuresIn } from "./features.ts";

const { decodeForm, splitUrl } = specification;

/** The change for the inputs of one operation. What it cannot change stays, and is not offered. */
export function adaptTo(hello: Hello, operation: Operation): <Input extends VectorInput>(input: Input) => Input {
  const { transports, limits = {} } = hello;
  const methods = signatureMethodsOf(hello, operation)?.filter(isSignatureMethod);
  return <Input extends VectorInput>(input: Input): Input => {
    const given: AnyInput = input;
    const steps = [
      (one: AnyInput) => withMethod(one, methods),
      (one: AnyInput) => withTransport(one, transports),
      (one: AnyInput) => withHttpMethod(one, limits.httpMethods),
      (one: AnyInput) => withoutFeatures(one, limits.without ?? []),
    ];
    return steps.reduce((one, step) => step(one), given) as Input;
  };
}

/** One of the allowed values, by the length of a text, so that all are used. */
function oneOf<Value>(values: readonly Value[], text: string): Value | undefined {
  return values[text.length % values.length];
}

const METHOD_NAME = "oauth_signature_method";

function withMethod(input: AnyInput, methods: readonly SignatureMethod[] | undefined): AnyInput {
  const { signatureMethod: own, protocolParameters = [], operation } = input;
  const listed = own ?? protocolParameters.find(([name]) => name === METHOD_NAME)?.[1];
  if (methods === undefined || listed === undefined || methods.some((one) => one === listed)) return input;
  const method = oneOf(methods, input.request?.url ?? "");
  if (method === undefined) return input;
  if (operation === "base-string") {
    const replaced = ([name, value]: NameValue): NameValue => [name, name === METHOD_NAME ? method : value];
    return { ...input, protocolParameters: protocolParameters.map(replaced) };
  }
  return { ...input, signatureMethod: method, credentials: credentialsFor(method, input.credentials ?? {}) };
}

/** The same client and token, with the kind of key that the method needs. */
function credentialsFor(method: SignatureMethod, given: AnyCredentials): AnyCredentials {
  const { consumerKey, token, consumerSecret = "s", tokenSecret } = given;
  const names = { ...(consumerKey !== undefined && { consumerKey }), ...(token !== undefined && { token }) };
  if (isRsaMethod(method)) return { ...names, privateKey: TEST_PRIVATE_KEY };
  return { ...names, consumerSecret, ...(tokenSecret !== undefined && { tokenSecret }) };
}

function withTransport(input: AnyInput, transports: readonly Transport[] | undefined): AnyInput {
  if (input.transport === undefined || transports === undefined || transports.includes(input.transport)) return input;
  const transport = oneOf(transports, input.request?.url ?? "");
  return transport === undefined ? input : carriedIn(transport, input);
}

/** The input with another transport, and with what that needs: a body that can hold a form. Only a header has a realm. */
function carriedIn(transport: Transport, { realm, request, ...input }: AnyInput): AnyInput {
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

function withHttpMethod(input: AnyInput, methods: readonly string[] | undefined): AnyInput {
  const { request } = input;
  if (request === undefined || methods === undefined || methods.includes(request.method)) return input;
  const forBodies = methods.filter((method) => !/^(?:get|head)$/i.test(method));
  const hasBody = hasForm(request) || request.body !== undefined;
  const method = oneOf(hasBody && forBodies.length > 0 ? forBodies : methods, request.url);
  if (method === undefined) return input;
  const isBodiless = hasBody && forBodies.length === 0;
  return { ...input, request: { ...(isBodiless ? withoutBody(request) : request), method } };
}

function hasForm({ form, formEncoded }: UnsignedRequest): boolean {
  return form !== undefined || formEncoded !== undefined;
}

function withoutBody({ method, url }: UnsignedRequest): UnsignedRequest {
  return { method, url };
}

/** Takes away each feature that the implementation lacks. A later step does not bring an earlier feature back. */
function withoutFeatures(input: AnyInput, without: readonly Feature[]): AnyInput {
  const wanted = ORDER.filter((feature) => without.includes(feature));
  return wanted.reduce((one, feature) => {
    const isThere = featuresIn([feature], one as VectorInput).length > 0;
    return isThere ? TAKE_AWAY[feature]!(one) : one;
  }, input);
}

const TAKE_AWAY: { readonly [name in Feature]?: (input: AnyInput) => AnyInput } = {
  body: (input) => withRequest(input, withoutBody),
  form: (input) => withRequest(input, withoutBody),
  "form-encoded": (input) =>
    withRequest(input, ({ formEncoded = "", ...request }) => ({
      ...request,
      form: decodeForm(formEncoded, specification).map(([name, value]) => [asText(name), asText(value)]),
    })),
  octets: (input) => withPairs(input, (pairs) => pairs.map(([name, value]) => [asText(name), asText(value)])),
  query: (input) => withRequest(input, (request) => ({ ...request, url: request.url.replace(/\?[^#]*/, "") })),
  "repeated-names": (input) => withPairs(input, unique),
  "repeated-query-names": withUniqueQuery,
  token: ({ credentials: { token: _, tokenSecret: __, ...credentials } = {}, ...input }) =>
    withoutParameter({ ...input, credentials }, "oauth_token"),
  "no-token": (input) =>
    input.operation === "sign"
      ? { ...input, credentials: { ...withTokenSecret(input), token: "t" } }
      : withParameter(input, "oauth_token", "t"),
  "token-secret-alone": ({ credentials: { tokenSecret: _, ...credentials } = {}, ...input }) => ({
    ...input,
    credentials,
  }),
  version: (input) =>
    input.operation === "sign" ? { ...input, version: null } : withoutParameter(input, "oauth_version"),
  "no-version": (input) =>
    input.operation === "sign" ? { ...input, version: "1.0" } : withParameter(input, "oauth_version", "1.0"),
  realm: ({ realm: _, ...input }) => input,
  "protocol-parameters": ({ protocolParameters: _, ...input }) => input,
  "text-timestamp": (input) => ({ ...input, timestamp: "1700000000" }),
  "body-transport-without-form": (input) =>
    withRequest(carriedIn(input.transport ?? "body", input), (request) => ({ ...request, form: [["a", "b"]] })),
};

/** A form that is sent encoded becomes pairs first, whose octets and names are then changed. */
const ORDER = Object.keys(TAKE_AWAY) as readonly Feature[];

function withRequest(input: AnyInput, change: (request: UnsignedRequest) => UnsignedRequest): AnyInput {
  return input.request === undefined ? input : { ...input, request: change(input.request) };
}

function withPairs(input: AnyInput, change: (pairs: readonly NameValue[]) => readonly NameValue[]): AnyInput {
  const { parameters, request } = input;
  return {
    ...input,
    ...(parameters && { parameters: change(parameters) }),
    ...(request?.form && { request: { ...request, form: change(request.form) } }),
  };
}

function asText(text: OctetText): string {
  return typeof text === "string" ? text : Buffer.from(text).toString("utf8");
}

function keyOf(name: OctetText): string {
  return Buffer.from(name).toString("latin1");
}

function unique(pairs: readonly NameValue[]): readonly NameValue[] {
  return [...new Map(pairs.map((pair) => [keyOf(pair[0]), pair])).values()];
}

/** Keeps the first piece of the query with each name that the form does not have. */
function withUniqueQuery(input: AnyInput): AnyInput {
  const names = new Set((input.request?.form ?? []).map(([name]) => keyOf(name)));
  return withRequest(input, (request) => {
    const pieces = (splitUrl(request.url).query ?? "").split("&");
    const kept = pieces.filter((piece) => {
      const pairs = decodeForm(piece, specification).map(([name]) => keyOf(name));
      if (pairs.some((name) => names.has(name))) return false;
      for (const name of pairs) names.add(name);
      return true;
    });
    return { ...request, url: request.url.replace(/\?[^#]*/, () => `?${kept.join("&")}`) };
  });
}

function withTokenSecret({ credentials = {} }: AnyInput): AnyCredentials {
  return credentials.consumerSecret === undefined ? credentials : { ...credentials, tokenSecret: "u" };
}

function withParameter(input: AnyInput, name: string, value: string): AnyInput {
  return { ...input, protocolParameters: [...(input.protocolParameters ?? []), [name, value]] };
}

function withoutParameter(input: AnyInput, wanted: string): AnyInput {
  const { protocolParameters } = input;
  if (protocolParameters === undefined) return input;
  return { ...input, protocolParameters: protocolParameters.filter(([name]) => name !== wanted) };
}
