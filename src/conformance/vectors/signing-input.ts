/**
 * The input of a vector as a request that the model can sign.
 *
 * @module
 */

import { isSignatureMethod, type SigningInput, specification } from "../../model/index.ts";
import type { AnyCredentials, Members, RequestInput, UnsignedRequest } from "./input.ts";
import { readPairs, readUnsignedRequest, TRANSPORTS } from "./input-json.ts";
import { fullProtocolParameters, signerParameters } from "./protocol-parameters.ts";
import { malformed, object, oneOf, optional, text } from "./shape.ts";

/** Without a signature method the model ends with the base string. */
export function signingInput(input: RequestInput): SigningInput {
  const { realm, transport, signatureMethod = "HMAC-SHA1", credentials }: Members<RequestInput> = input;
  const { consumerSecret, tokenSecret, privateKey }: AnyCredentials = credentials ?? {};
  return {
    ...requestOf(input.request),
    protocolParameters: fullProtocolParameters(input),
    signatureMethod,
    ...(consumerSecret !== undefined && { consumerSecret }),
    ...(tokenSecret !== undefined && { tokenSecret }),
    ...(privateKey !== undefined && { privateKey }),
    ...(realm !== undefined && { realm }),
    ...(transport !== undefined && { transport }),
  };
}

function requestOf({
  formEncoded,
  ...request
}: UnsignedRequest): Pick<SigningInput, "method" | "url" | "form" | "body" | "headers"> {
  return formEncoded === undefined
    ? request
    : { ...request, form: specification.decodeForm(formEncoded, specification) };
}

/**
 * Reads the JSON of an input that somebody pastes: only `request` must be there, and what is not given is not signed.
 *
 * @throws Malformed where a member is not what it should be
 */
export function readSigningInput(json: unknown): SigningInput {
  const { request, credentials = {}, signatureMethod = "HMAC-SHA1", ...given } = object("the input", json);
  const own = object("credentials", credentials);
  const consumerKey = optional(text, "credentials.consumerKey", own.consumerKey);
  const token = optional(text, "credentials.token", own.token);
  const protocolParameters = optional(readPairs, "protocolParameters", given.protocolParameters) ?? [];
  const consumerSecret = optional(text, "credentials.consumerSecret", own.consumerSecret);
  const tokenSecret = optional(text, "credentials.tokenSecret", own.tokenSecret);
  const privateKey = optional(text, "credentials.privateKey", own.privateKey);
  const realm = optional(text, "realm", given.realm);
  const nonce = optional(text, "nonce", given.nonce);
  const timestamp = optional(text, "timestamp", given.timestamp);
  if (typeof signatureMethod !== "string" || !isSignatureMethod(signatureMethod)) {
    throw malformed("signatureMethod", "a signature method", signatureMethod);
  }
  const options = {
    ...{ signatureMethod, protocolParameters },
    version: given.version === "1.0" ? given.version : null,
    ...(nonce !== undefined && { nonce }),
    ...(timestamp !== undefined && { timestamp }),
  } as const;
  return {
    ...requestOf(readUnsignedRequest("request", request)),
    protocolParameters:
      consumerKey === undefined
        ? protocolParameters
        : signerParameters({ ...options, credentials: { consumerKey, ...(token !== undefined && { token }) } }),
    signatureMethod,
    ...(consumerSecret !== undefined && { consumerSecret }),
    ...(tokenSecret !== undefined && { tokenSecret }),
    ...(privateKey !== undefined && { privateKey }),
    ...(realm !== undefined && { realm }),
    ...(given.transport !== undefined && { transport: oneOf(TRANSPORTS, "transport", given.transport) }),
  };
}
