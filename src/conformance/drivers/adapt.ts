/**
 * Adapts inputs to what an implementation declares in its hello. Otherwise most vectors and most cases of a property would
 * not be offered: a library without realm, tokens and PUT would get one in several hundred.
 */

import { isRsaMethod, isSignatureMethod } from "../../spec/signature-methods.ts";
import { carriedIn, withoutBody } from "../vectors/changes.ts";
import type {
  AnyCredentials,
  AnyInput,
  NameValue,
  Operation,
  SignatureMethod,
  Transport,
  UnsignedRequest,
  VectorInput,
} from "../vectors/index.ts";
import { TEST_PRIVATE_KEY } from "../vectors/test-key.ts";
import { type Declared, signatureMethodsOf } from "./contract.ts";
import { withoutFeatures } from "./features.ts";

/** Returns a function that adapts inputs of one operation. An input that cannot be adapted is not offered. */
export function adaptTo(declared: Declared, operation: Operation): <Input extends VectorInput>(input: Input) => Input {
  const { transports, limits = {} } = declared;
  const methods = signatureMethodsOf(declared, operation)?.filter(isSignatureMethod);
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

/** Chooses one of the allowed values by the length of a text, so that all of them are used. */
function oneOf<Value>(values: readonly Value[], text: string): Value | undefined {
  return values[text.length % values.length];
}

const METHOD_NAME = "oauth_signature_method";

function withMethod(input: AnyInput, methods: readonly SignatureMethod[] | undefined): AnyInput {
  const { signatureMethod: own, protocolParameters = [], operation } = input;
  const listed = own ?? protocolParameters.find(([name]) => name === METHOD_NAME)?.[1];
  if (methods === undefined || listed === undefined || methods.some((one) => one === listed)) return input;
  // A PLAINTEXT signature does not depend on the request.
  const dependent = methods.filter((one) => one !== "PLAINTEXT");
  const method = oneOf(dependent.length > 0 ? dependent : methods, input.request?.url ?? "");
  if (method === undefined) return input;
  const replaced = ([name, value]: NameValue): NameValue => [name, name === METHOD_NAME ? method : value];
  const listing =
    input.protocolParameters === undefined ? input : { ...input, protocolParameters: protocolParameters.map(replaced) };
  if (operation === "base-string") return listing;
  const changed = { ...listing, signatureMethod: method, credentials: credentialsFor(method, input.credentials ?? {}) };
  return own === "PLAINTEXT" ? withNonceAndTimestamp(changed) : changed;
}

/** Only PLAINTEXT may omit both (RFC 5849 3.1). */
function withNonceAndTimestamp(input: AnyInput): AnyInput {
  const { operation, nonce = "4711", timestamp = "1700000000", protocolParameters = [] } = input;
  if (operation === "sign") return { ...input, nonce, timestamp };
  if (operation !== "sign-exactly") return input;
  const needed: readonly NameValue[] = [
    ["oauth_nonce", nonce],
    ["oauth_timestamp", timestamp],
  ];
  const added = needed.filter(([name]) => !protocolParameters.some(([own]) => own === name));
  return { ...input, protocolParameters: [...protocolParameters, ...added] };
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
