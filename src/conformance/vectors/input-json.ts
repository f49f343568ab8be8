/**
 * The JSON of inputs, as vectors, the driver protocol and saved counterexamples have it: the one place where it is read
 * and written.
 *
 * Both ways keep the order of the members, so that what was read is written as it stood. Octets that are not UTF-8
 * stand in JSON as `{ "octets": base64 }`, the body of a received request as base64.
 *
 * @module
 */

import {
  type HttpRequest,
  type Identity,
  type InputOf,
  isRsaMethod,
  type MethodAndCredentials,
  type NameValue,
  type Operation,
  type PrivateKey,
  type PublicKey,
  type RequestInput,
  RSA_METHODS,
  SECRET_METHODS,
  type Secrets,
  type SignatureMethod,
  type Transport,
  type UnsignedRequest,
  type VectorInput,
} from "./input.ts";
import { fromJsonPairs, toJsonPairs } from "./json-text.ts";
import {
  base64,
  boolean,
  exactly,
  type JsonObject,
  malformed,
  number,
  object,
  oneOf,
  optional,
  pairs,
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

/**
 * Reads the input of an operation.
 *
 * @param where what the JSON is, for messages: `percent-encoding/unreserved/1: input`
 * @throws Malformed where a member is missing, unknown or not what the operation takes
 */
export function readInput<Of extends Operation>(where: string, operation: Of, json: unknown): InputOf<Of> {
  return READERS[operation](where, object(where, json));
}

const READERS: { readonly [Of in Operation]: (where: string, json: JsonObject) => InputOf<Of> } = {
  "percent-encoding"(where, json) {
    const { octets } = json;
    // The one member whose name in JSON says what it holds.
    if (octets === undefined) {
      return { operation: "percent-encoding", ...exactly(where, json, { text: text(`${where}.text`, json.text) }) };
    }
    const read = exactly(where, json, { octets: base64(`${where}.octets`, octets) });
    return { operation: "percent-encoding", text: read.octets };
  },
  "percent-decoding": (where, json) => ({
    operation: "percent-decoding",
    ...exactly(where, json, { text: text(`${where}.text`, json.text) }),
  }),
  parameters: (where, json) => ({
    operation: "parameters",
    ...exactly(where, json, { formEncoded: text(`${where}.formEncoded`, json.formEncoded) }),
  }),
  "parameter-string": (where, json) => ({
    operation: "parameter-string",
    ...exactly(where, json, { parameters: readPairs(`${where}.parameters`, json.parameters) }),
  }),
  "base-string-uri": (where, json) => ({
    operation: "base-string-uri",
    ...exactly(where, json, { url: text(`${where}.url`, json.url) }),
  }),
  "base-string": (where, json) => ({
    operation: "base-string",
    ...exactly(where, json, { ...readExactRequest(where, json), realm: optional(text, `${where}.realm`, json.realm) }),
  }),
  signature: (where, json) => ({
    operation: "signature",
    ...exactly(where, json, {
      baseString: optional(text, `${where}.baseString`, json.baseString),
      ...readMethod(where, json, readSecrets, readPrivateKey),
    }),
  }),
  "authorization-header": (where, json) => ({
    operation: "authorization-header",
    ...exactly(where, json, {
      parameters: readPairs(`${where}.parameters`, json.parameters),
      realm: optional(text, `${where}.realm`, json.realm),
    }),
  }),
  "authorization-header-parsing": (where, json) => ({
    operation: "authorization-header-parsing",
    ...exactly(where, json, { header: text(`${where}.header`, json.header) }),
  }),
  "body-hash": (where, json) => ({
    operation: "body-hash",
    ...exactly(where, json, {
      body: text(`${where}.body`, json.body),
      hash: oneOf(HASHES, `${where}.hash`, json.hash),
    }),
  }),
  sign: (where, json) => ({
    operation: "sign",
    ...exactly(where, json, {
      request: readUnsignedRequest(`${where}.request`, json.request),
      ...readMethod(where, json, readOwnSecrets, readOwnPrivateKey),
      nonce: optional(text, `${where}.nonce`, json.nonce),
      timestamp: optional(text, `${where}.timestamp`, json.timestamp),
      version: oneOf(VERSIONS, `${where}.version`, json.version),
      transport: oneOf(TRANSPORTS, `${where}.transport`, json.transport),
      realm: optional(text, `${where}.realm`, json.realm),
      protocolParameters: optional(readPairs, `${where}.protocolParameters`, json.protocolParameters),
    }),
  }),
  "sign-exactly": (where, json) => ({
    operation: "sign-exactly",
    ...exactly(where, json, {
      ...readExactRequest(where, json),
      ...readMethod(where, json, readSecrets, readPrivateKey),
      transport: oneOf(TRANSPORTS, `${where}.transport`, json.transport),
      realm: optional(text, `${where}.realm`, json.realm),
    }),
  }),
  "verify-signature": (where, json) => ({
    operation: "verify-signature",
    ...exactly(where, json, {
      ...(json.baseString === undefined
        ? readExactRequest(where, json)
        : { baseString: text(`${where}.baseString`, json.baseString) }),
      ...readMethod(where, json, readSecrets, readPublicKey),
      signature: text(`${where}.signature`, json.signature),
    }),
  }),
  verify: (where, json) => ({
    operation: "verify",
    ...exactly(where, json, {
      received: readHttpRequest(`${where}.received`, json.received),
      credentials: readVerifyingCredentials(`${where}.credentials`, json.credentials),
      signatureMethod: optional(readMethodName, `${where}.signatureMethod`, json.signatureMethod),
      now: number(`${where}.now`, json.now),
      seen: boolean(`${where}.seen`, json.seen),
    }),
  }),
};

const HASHES = ["SHA-1", "SHA-256", "SHA-512"] as const;
const VERSIONS = ["1.0", null] as const;
const METHODS = [...SECRET_METHODS, ...RSA_METHODS] as const;

/** Where the protocol parameters can travel. */
export const TRANSPORTS: readonly Transport[] = ["header", "body", "query", "header-and-body"];

/** Reads names and values. */
export function readPairs(where: string, json: unknown): NameValue[] {
  return fromJsonPairs(pairs(where, json));
}

function readExactRequest(
  where: string,
  { request, protocolParameters }: JsonObject,
): { readonly request: UnsignedRequest; readonly protocolParameters: readonly NameValue[] } {
  return {
    request: readUnsignedRequest(`${where}.request`, request),
    protocolParameters: readPairs(`${where}.protocolParameters`, protocolParameters),
  };
}

/** Reads a request before it is signed. */
export function readUnsignedRequest(where: string, json: unknown): UnsignedRequest {
  const given = object(where, json);
  const { method, url, form, formEncoded, body, headers } = given;
  const bodies = [form, formEncoded, body].filter((one) => one !== undefined);
  if (bodies.length > 1) throw malformed(where, "only one of form, formEncoded and body", json);
  return exactly(where, given, {
    method: text(`${where}.method`, method),
    url: text(`${where}.url`, url),
    form: optional(readPairs, `${where}.form`, form),
    formEncoded: optional(text, `${where}.formEncoded`, formEncoded),
    body: optional(text, `${where}.body`, body),
    headers: optional(textPairs, `${where}.headers`, headers),
  });
}

/** Reads a received request. */
export function readHttpRequest(where: string, json: unknown): HttpRequest {
  const given = object(where, json);
  const { method, url, headers, body } = given;
  return exactly(where, given, {
    method: text(`${where}.method`, method),
    url: text(`${where}.url`, url),
    headers: textPairs(`${where}.headers`, headers),
    body: base64(`${where}.body`, body),
  });
}

function readMethodName(where: string, json: unknown): SignatureMethod {
  return oneOf(METHODS, where, json);
}

/** The method, and the credentials that its family takes. */
function readMethod<WithSecrets, WithKey>(
  where: string,
  { signatureMethod, credentials }: JsonObject,
  secrets: (where: string, json: unknown) => WithSecrets,
  key: (where: string, json: unknown) => WithKey,
): MethodAndCredentials<WithSecrets, WithKey> {
  const name = readMethodName(`${where}.signatureMethod`, signatureMethod);
  return isRsaMethod(name)
    ? { signatureMethod: name, credentials: key(`${where}.credentials`, credentials) }
    : { signatureMethod: name, credentials: secrets(`${where}.credentials`, credentials) };
}

function readSecrets(where: string, json: unknown): Secrets {
  const given = object(where, json);
  return exactly(where, given, secretsIn(where, given));
}

function readOwnSecrets(where: string, json: unknown): Secrets & Identity {
  const given = object(where, json);
  return exactly(where, given, { ...identityIn(where, given), ...secretsIn(where, given) });
}

function readPrivateKey(where: string, json: unknown): PrivateKey {
  const given = object(where, json);
  return exactly(where, given, { privateKey: text(`${where}.privateKey`, given.privateKey) });
}

function readOwnPrivateKey(where: string, json: unknown): PrivateKey & Identity {
  const given = object(where, json);
  const privateKey = text(`${where}.privateKey`, given.privateKey);
  return exactly(where, given, { ...identityIn(where, given), privateKey });
}

function readPublicKey(where: string, json: unknown): PublicKey {
  const given = object(where, json);
  return exactly(where, given, { publicKey: text(`${where}.publicKey`, given.publicKey) });
}

function readVerifyingCredentials(where: string, json: unknown): Secrets | PublicKey {
  return object(where, json).publicKey === undefined ? readSecrets(where, json) : readPublicKey(where, json);
}

function secretsIn(where: string, { consumerSecret, tokenSecret }: JsonObject): Secrets {
  return {
    consumerSecret: text(`${where}.consumerSecret`, consumerSecret),
    ...(tokenSecret !== undefined && { tokenSecret: text(`${where}.tokenSecret`, tokenSecret) }),
  };
}

function identityIn(where: string, { consumerKey, token }: JsonObject): Identity {
  return {
    consumerKey: text(`${where}.consumerKey`, consumerKey),
    ...(token !== undefined && { token: text(`${where}.token`, token) }),
  };
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
