/**
 * The JSON of inputs, as vectors, the driver protocol and saved counterexamples have it: the one place where it is read
 * and written.
 *
 * Reading and writing keep the order of the members. JSON has octets that are not UTF-8 as `{ "octets": base64 }`, and the
 * body of a received request as base64.
 */

import {
  type HttpRequest,
  type InputOf,
  isRsaMethod,
  type NameValue,
  type Operation,
  type RequestInput,
  RSA_METHODS,
  SECRET_METHODS,
  type Transport,
  type UnsignedRequest,
  type VectorInput,
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
  oneOf,
  pairs,
  type Reader,
  text,
  textPairs,
} from "./shape.ts";

/** A received request as JSON. */
export interface JsonHttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Base64; empty for none. */
  readonly body: string;
}

/** Where the protocol parameters can be sent. */
export const TRANSPORTS: readonly Transport[] = ["header", "body", "query", "header-and-body"];

/** Reads names and values. */
export function readPairs(where: string, json: unknown): NameValue[] {
  return fromJsonPairs(pairs(where, json));
}

/** Reads a request before it is signed. */
export function readUnsignedRequest(where: string, json: unknown): UnsignedRequest {
  const { form, formEncoded, body } = object(where, json);
  const bodies = [form, formEncoded, body].filter((one) => one !== undefined);
  if (bodies.length > 1) throw malformed(where, "only one of form, formEncoded and body", json);
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
const readOwnSecrets = exactObjectOf({ ...IDENTITY, ...SECRETS });
const readOwnPrivateKey = exactObjectOf({ ...IDENTITY, privateKey: text });

const METHODS = [...SECRET_METHODS, ...RSA_METHODS] as const;
const SECRET_METHOD = { signatureMethod: choice(SECRET_METHODS) };
const RSA_METHOD = { signatureMethod: choice(RSA_METHODS) };

/** Reads with the first reader if the signature method uses shared secrets, with the second if it uses an RSA key. */
function byMethod<Secret, Rsa>(readSecret: Reader<Secret>, readRsa: Reader<Rsa>): Reader<Secret | Rsa> {
  return (where, json) => {
    const name = oneOf(METHODS, `${where}.signatureMethod`, object(where, json).signatureMethod);
    return isRsaMethod(name) ? readRsa(where, json) : readSecret(where, json);
  };
}

const EXACT_REQUEST = { request: readUnsignedRequest, protocolParameters: readPairs };
const SIGNATURE = { baseString: maybe(text) };
const SIGN = {
  request: readUnsignedRequest,
  nonce: maybe(text),
  timestamp: maybe(text),
  version: choice(["1.0", null] as const),
  transport: choice(TRANSPORTS),
  realm: maybe(text),
  protocolParameters: maybe(readPairs),
};
const SIGN_EXACTLY = { ...EXACT_REQUEST, transport: choice(TRANSPORTS), realm: maybe(text) };
const OF_BASE_STRING = { baseString: text, signature: text };
const OF_REQUEST = { ...EXACT_REQUEST, signature: text };

const READERS: { readonly [Of in Operation]: Reader<Omit<InputOf<Of>, "operation">> } = {
  // The one member whose name in JSON depends on what it holds.
  "percent-encoding": (where, json) =>
    object(where, json).octets === undefined ? readText(where, json) : { text: readOctets(where, json).octets },
  "percent-decoding": exactObjectOf({ text }),
  parameters: exactObjectOf({ formEncoded: text }),
  "parameter-string": exactObjectOf({ parameters: readPairs }),
  "base-string-uri": exactObjectOf({ url: text }),
  "base-string": exactObjectOf({ ...EXACT_REQUEST, realm: maybe(text) }),
  signature: byMethod(
    exactObjectOf({ ...SIGNATURE, ...SECRET_METHOD, credentials: readSecrets }),
    exactObjectOf({ ...SIGNATURE, ...RSA_METHOD, credentials: readPrivateKey }),
  ),
  "authorization-header": exactObjectOf({ parameters: readPairs, realm: maybe(text) }),
  "authorization-header-parsing": exactObjectOf({ header: text }),
  "body-hash": exactObjectOf({ body: text, hash: choice(["SHA-1", "SHA-256", "SHA-512"] as const) }),
  sign: byMethod(
    exactObjectOf({ ...SIGN, ...SECRET_METHOD, credentials: readOwnSecrets }),
    exactObjectOf({ ...SIGN, ...RSA_METHOD, credentials: readOwnPrivateKey }),
  ),
  "sign-exactly": byMethod(
    exactObjectOf({ ...SIGN_EXACTLY, ...SECRET_METHOD, credentials: readSecrets }),
    exactObjectOf({ ...SIGN_EXACTLY, ...RSA_METHOD, credentials: readPrivateKey }),
  ),
  "verify-signature": (where, json) =>
    object(where, json).baseString === undefined
      ? readRequestVerification(where, json)
      : readBaseStringVerification(where, json),
  verify: exactObjectOf({
    received: readHttpRequest,
    credentials: (where, json) =>
      object(where, json).publicKey === undefined ? readSecrets(where, json) : readPublicKey(where, json),
    signatureMethod: maybe(choice(METHODS)),
    now: number,
    seen: boolean,
  }),
};

const readText = exactObjectOf({ text });
const readOctets = exactObjectOf({ octets: base64 });
const readBaseStringVerification = byMethod(
  exactObjectOf({ ...OF_BASE_STRING, ...SECRET_METHOD, credentials: readSecrets }),
  exactObjectOf({ ...OF_BASE_STRING, ...RSA_METHOD, credentials: readPublicKey }),
);
const readRequestVerification = byMethod(
  exactObjectOf({ ...OF_REQUEST, ...SECRET_METHOD, credentials: readSecrets }),
  exactObjectOf({ ...OF_REQUEST, ...RSA_METHOD, credentials: readPublicKey }),
);

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
      return typeof input.text === "string"
        ? { text: input.text }
        : { octets: Buffer.from(input.text).toString("base64") };
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

/** The JSON of a received request. */
export function writeHttpRequest(request: HttpRequest): JsonHttpRequest {
  return { ...request, body: Buffer.from(request.body ?? []).toString("base64") };
}
