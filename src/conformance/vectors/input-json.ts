/**
 * The JSON of inputs in vectors, the driver protocol and saved counterexamples. Only this file reads and writes it.
 *
 * Reading and writing keep the order of the members. JSON contains octets that are not UTF-8 as `{ "octets": base64 }`, and the
 * body of a received request as base64.
 */

import { base64Text } from "../../platform/index.ts";
import { HASH_ALGORITHMS, isRsaMethod, RSA_METHODS, SECRET_METHODS } from "../../spec/signature-methods.ts";
import type {
  HttpRequest,
  InputOf,
  NameValue,
  Operation,
  RequestInput,
  Transport,
  UnsignedRequest,
  VectorInput,
} from "./input.ts";
import { fromJsonPairs, toJsonPairs } from "./json-text.ts";
import {
  base64,
  boolean,
  choice,
  exactObjectOf,
  type JsonObject,
  malformed,
  maybe,
  number,
  object,
  pairs,
  type Reader,
  type Readers,
  text,
  textPairs,
} from "./shape.ts";

/** Where the protocol parameters can be sent. */
export const TRANSPORTS: readonly Transport[] = ["header", "body", "query", "header-and-body"];

/** Reads names and values. */
function readPairs(where: string, json: unknown): NameValue[] {
  return fromJsonPairs(pairs(where, json));
}

/** Reads a request before it is signed. */
export function readUnsignedRequest(where: string, json: unknown): UnsignedRequest {
  const { form, formEncoded, body } = object(where, json);
  if ([form, formEncoded, body].filter((one) => one !== undefined).length > 1)
    throw malformed(where, "only one of form, formEncoded and body", json);
  return readRequestMembers(where, json);
}

const readRequestMembers = exactObjectOf({
  method: text,
  url: text,
  form: maybe(readPairs),
  formEncoded: maybe(text),
  body: maybe(text),
  headers: maybe(textPairs),
});

/** Reads a received request. */
export const readHttpRequest: Reader<HttpRequest & { readonly body: Uint8Array }> = exactObjectOf({
  method: text,
  url: text,
  headers: textPairs,
  body: base64,
});

const SECRETS = { consumerSecret: text, tokenSecret: maybe(text) };
const IDENTITY = { consumerKey: text, token: maybe(text) };
const readSecrets = exactObjectOf(SECRETS);
const readPrivateKey = exactObjectOf({ privateKey: text });
const readPublicKey = exactObjectOf({ publicKey: text });

const readMethod = choice([...SECRET_METHODS, ...RSA_METHODS]);

/** A reader of objects with these members, a signature method, and the credentials of its family. */
function withMethod<Members extends Readers, WithSecrets, WithKey>(
  members: Members,
  secrets: Reader<WithSecrets>,
  key: Reader<WithKey>,
) {
  const readSecret = exactObjectOf({ ...members, signatureMethod: choice(SECRET_METHODS), credentials: secrets });
  const readRsa = exactObjectOf({ ...members, signatureMethod: choice(RSA_METHODS), credentials: key });
  return (where: string, json: unknown) => {
    const name = readMethod(`${where}.signatureMethod`, object(where, json).signatureMethod);
    return isRsaMethod(name) ? readRsa(where, json) : readSecret(where, json);
  };
}

const EXACT_REQUEST = { request: readUnsignedRequest, protocolParameters: readPairs };
const PLACEMENT = { transport: choice(TRANSPORTS), realm: maybe(text) };

const READERS: { readonly [Of in Operation]: Reader<Omit<InputOf<Of>, "operation">> } = {
  // The one member whose name in JSON depends on what it holds.
  "percent-encoding": (where, json) =>
    object(where, json).octets === undefined ? readText(where, json) : { text: readOctets(where, json).octets },
  "percent-decoding": exactObjectOf({ text }),
  parameters: exactObjectOf({ formEncoded: text }),
  "parameter-string": exactObjectOf({ parameters: readPairs }),
  "base-string-uri": exactObjectOf({ url: text }),
  "base-string": exactObjectOf({ ...EXACT_REQUEST, realm: maybe(text) }),
  signature: withMethod({ baseString: maybe(text) }, readSecrets, readPrivateKey),
  "authorization-header": exactObjectOf({ parameters: readPairs, realm: maybe(text) }),
  "authorization-header-parsing": exactObjectOf({ header: text }),
  "body-hash": exactObjectOf({ body: text, hash: choice(HASH_ALGORITHMS) }),
  sign: withMethod(
    {
      request: readUnsignedRequest,
      nonce: maybe(text),
      timestamp: maybe(text),
      version: choice(["1.0", null] as const),
      ...PLACEMENT,
      protocolParameters: maybe(readPairs),
    },
    exactObjectOf({ ...IDENTITY, ...SECRETS }),
    exactObjectOf({ ...IDENTITY, privateKey: text }),
  ),
  "sign-exactly": withMethod({ ...EXACT_REQUEST, ...PLACEMENT }, readSecrets, readPrivateKey),
  "verify-signature": (where, json) =>
    object(where, json).baseString === undefined
      ? readRequestVerification(where, json)
      : readBaseStringVerification(where, json),
  verify: exactObjectOf({
    received: readHttpRequest,
    credentials: (where, json) =>
      object(where, json).publicKey === undefined ? readSecrets(where, json) : readPublicKey(where, json),
    signatureMethod: maybe(readMethod),
    now: number,
    seen: boolean,
  }),
};

const readText = exactObjectOf({ text });
const readOctets = exactObjectOf({ octets: base64 });
const readBaseStringVerification = withMethod({ baseString: text, signature: text }, readSecrets, readPublicKey);
const readRequestVerification = withMethod({ ...EXACT_REQUEST, signature: text }, readSecrets, readPublicKey);

/**
 * Reads the input of an operation.
 *
 * @param where what the JSON is, for messages: `percent-encoding/unreserved/1: input`
 * @throws Malformed where a member is missing, unknown or not what the operation takes
 */
export function readInput<Of extends Operation>(where: string, operation: Of, json: unknown): InputOf<Of> {
  return { operation, ...READERS[operation](where, json) } as InputOf<Of>;
}

/** The JSON of an input: its members without the operation. */
export function writeInput(input: VectorInput): JsonObject {
  const { operation: _, ...members } = input;
  switch (input.operation) {
    case "percent-encoding":
      return typeof input.text === "string" ? { text: input.text } : { octets: base64Text(input.text) };
    case "parameter-string":
    case "authorization-header":
      return { ...members, parameters: toJsonPairs(input.parameters) };
    case "verify":
      return { ...members, received: writeHttpRequest(input.received) };
    default:
      return "request" in input ? { ...members, ...writeRequest(input) } : members;
  }
}

function writeRequest({
  request,
  protocolParameters,
}: Pick<RequestInput, "request" | "protocolParameters">): JsonObject {
  const { form } = request;
  return {
    request: form === undefined ? request : { ...request, form: toJsonPairs(form) },
    ...(protocolParameters !== undefined && { protocolParameters: toJsonPairs(protocolParameters) }),
  };
}

/** The JSON of a received request, its body in base64: empty for none. */
export function writeHttpRequest(request: HttpRequest): JsonObject {
  return { ...request, body: base64Text(request.body ?? new Uint8Array()) };
}
