/** The input of a vector that a user pasted. Only `request` is required; an absent member is not signed. */

import { type NameValue, type SigningInput, signerParameters, signingInputOf, type Transport } from "../model/index.ts";
import { looseBase64Octets } from "../platform/index.ts";
import { isSignatureMethod } from "../spec/signature-methods.ts";
import { TRANSPORTS } from "../spec/transports.ts";
import { inputError } from "./input-error.ts";
import { isObject, type JsonObject } from "./json-members.ts";

const REQUEST_MEMBERS = ["method", "url", "form", "formEncoded", "body", "headers"];

/** @throws {@link RequestTextError} with the name of a member that does not have the expected type */
export function readVectorInput(json: JsonObject): SigningInput {
  const { request, credentials = {}, protocolParameters, signatureMethod = "HMAC-SHA1", version } = json;
  const { nonce, timestamp, realm, transport } = json;
  const method = textAt("signatureMethod", signatureMethod);
  if (!isSignatureMethod(method)) throw misfit("signatureMethod", "a signature method", "another text");
  if (!isObject(credentials)) throw misfit("credentials", "an object", typeOf(credentials));
  const { consumerKey, token, consumerSecret, tokenSecret, privateKey } = credentials;
  const input = {
    request: requestOf(request),
    credentials: {
      consumerKey: optionalText("credentials.consumerKey", consumerKey),
      token: optionalText("credentials.token", token),
      consumerSecret: optionalText("credentials.consumerSecret", consumerSecret),
      tokenSecret: optionalText("credentials.tokenSecret", tokenSecret),
      privateKey: optionalText("credentials.privateKey", privateKey),
    },
    protocolParameters: optional(pairsAt, "protocolParameters", protocolParameters),
    signatureMethod: method,
    nonce: optionalText("nonce", nonce),
    timestamp: optionalText("timestamp", timestamp),
    version: version === "1.0" ? version : null,
    realm: optionalText("realm", realm),
    transport: optional(transportAt, "transport", transport),
  };
  const isSigner = input.credentials.consumerKey !== undefined;
  return signingInputOf(input, isSigner ? signerParameters(input) : (input.protocolParameters ?? []));
}

function requestOf(json: unknown) {
  if (!isObject(json)) throw misfit("request", "an object", typeOf(json));
  const unknown = Object.keys(json).find((name) => !REQUEST_MEMBERS.includes(name));
  if (unknown !== undefined) throw misfit("request", `only the members ${REQUEST_MEMBERS.join(", ")}`, "another one");
  const { method, url, form, formEncoded, body, headers } = json;
  if ([form, formEncoded, body].filter((one) => one !== undefined).length > 1) {
    throw misfit("request", "only one of form, formEncoded and body", "several");
  }
  return {
    method: textAt("request.method", method),
    url: textAt("request.url", url),
    ...(form !== undefined && { form: pairsAt("request.form", form) }),
    ...(formEncoded !== undefined && { formEncoded: textAt("request.formEncoded", formEncoded) }),
    ...(body !== undefined && { body: textAt("request.body", body) }),
    ...(headers !== undefined && { headers: listAt("request.headers", headers, textAt) }),
  };
}

function optional<Value>(read: (where: string, value: unknown) => Value, where: string, value: unknown) {
  return value === undefined ? undefined : read(where, value);
}

function optionalText(where: string, value: unknown): string | undefined {
  return optional(textAt, where, value);
}

function textAt(where: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw misfit(where, "a string", typeOf(value));
}

function transportAt(where: string, value: unknown): Transport {
  const found = TRANSPORTS.find((transport) => transport === value);
  if (found !== undefined) return found;
  throw misfit(where, `one of ${TRANSPORTS.join(", ")}`, "another value");
}

function pairsAt(where: string, value: unknown): NameValue[] {
  return listAt(where, value, octetTextAt);
}

/** A text, or octets that are not UTF-8. */
function octetTextAt(where: string, value: unknown): string | Uint8Array {
  if (isObject(value)) return Uint8Array.from(looseBase64Octets(textAt(`${where}.octets`, value.octets)));
  return textAt(where, value);
}

function listAt<Value>(
  where: string,
  value: unknown,
  read: (where: string, value: unknown) => Value,
): (readonly [Value, Value])[] {
  if (!Array.isArray(value)) throw misfit(where, "an array of [name, value]", typeOf(value));
  return value.map((pair: unknown, index) => {
    const at = `${where}[${index}]`;
    if (!Array.isArray(pair) || pair.length !== 2) throw misfit(at, "[name, value]", typeOf(pair));
    return [read(`${at}[0]`, pair[0]), read(`${at}[1]`, pair[1])];
  });
}

/** The message quotes no value, because it may be a secret. */
function misfit(where: string, expected: string, got: string): Error {
  return inputError(undefined, `${expected} as ${where} in the input of a vector`, got);
}

function typeOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
