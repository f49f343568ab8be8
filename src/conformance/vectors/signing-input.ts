/** Inputs as requests that the model can sign. */

import { isSignatureMethod, type SigningInput, specification } from "../../model/index.ts";
import type { AnyCredentials, AnyInput, Identity, InputOf, NameValue, RequestInput, UnsignedRequest } from "./input.ts";
import { readPairs, readUnsignedRequest, TRANSPORTS } from "./input-json.ts";
import { choice, malformed, maybe, object, objectOf, text } from "./shape.ts";

/** The input for the model. If the operation has no signature method, the base string is its last meaningful stage. */
export function signingInput(input: RequestInput): SigningInput {
  const { realm, transport, signatureMethod = "HMAC-SHA1", credentials = {} }: AnyInput = input;
  return {
    ...requestOf(input.request),
    protocolParameters: fullProtocolParameters(input),
    signatureMethod,
    ...keysOf(credentials),
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

function keysOf({
  consumerSecret,
  tokenSecret,
  privateKey,
}: AnyCredentials): Pick<SigningInput, "consumerSecret" | "tokenSecret" | "privateKey"> {
  return {
    ...(consumerSecret !== undefined && { consumerSecret }),
    ...(tokenSecret !== undefined && { tokenSecret }),
    ...(privateKey !== undefined && { privateKey }),
  };
}

/** All protocol parameters of an input except the signature, in the order in which they are sent. */
export function fullProtocolParameters(input: RequestInput): NameValue[] {
  return input.operation === "sign" ? signerParameters(input) : [...input.protocolParameters];
}

/** What the protocol parameters of a signer depend on. */
type SignerOptions = Partial<
  Pick<InputOf<"sign">, "signatureMethod" | "nonce" | "timestamp" | "version" | "protocolParameters">
> & { readonly credentials: Identity };

/** Those that a signer makes itself, then the further ones. */
function signerParameters(options: SignerOptions): NameValue[] {
  const { credentials, signatureMethod, nonce, timestamp, version, protocolParameters = [] } = options;
  const pairs: (readonly [string, string | null | undefined])[] = [
    ["oauth_consumer_key", credentials.consumerKey],
    ["oauth_token", credentials.token],
    ["oauth_signature_method", signatureMethod],
    ["oauth_timestamp", timestamp],
    ["oauth_nonce", nonce],
    ["oauth_version", version],
  ];
  const present = pairs.filter((pair): pair is readonly [string, string] => typeof pair[1] === "string");
  return [...present, ...protocolParameters];
}

/**
 * Reads the JSON of an input that a user pasted. Only `request` is required; an absent member is not signed.
 *
 * @throws Malformed if a member does not have the expected type
 */
export function readSigningInput(json: unknown): SigningInput {
  const {
    request,
    credentials = {},
    protocolParameters = [],
    ...given
  } = readPastedInput("", object("the input", json));
  const { signatureMethod = "HMAC-SHA1", nonce, timestamp, version, realm, transport } = given;
  const { consumerKey, token } = credentials;
  if (!isSignatureMethod(signatureMethod)) throw malformed("signatureMethod", "a signature method", signatureMethod);
  return {
    ...requestOf(request),
    protocolParameters:
      consumerKey === undefined
        ? protocolParameters
        : signerParameters({
            credentials: { consumerKey, ...(token !== undefined && { token }) },
            signatureMethod,
            ...(nonce !== undefined && { nonce }),
            ...(timestamp !== undefined && { timestamp }),
            version,
            protocolParameters,
          }),
    signatureMethod,
    ...keysOf(credentials),
    ...(realm !== undefined && { realm }),
    ...(transport !== undefined && { transport }),
  };
}

const readCredentials = objectOf({
  consumerKey: maybe(text),
  token: maybe(text),
  consumerSecret: maybe(text),
  tokenSecret: maybe(text),
  privateKey: maybe(text),
});
const readPastedInput = objectOf({
  request: readUnsignedRequest,
  credentials: maybe(readCredentials),
  protocolParameters: maybe(readPairs),
  signatureMethod: maybe(text),
  nonce: maybe(text),
  timestamp: maybe(text),
  version: (_where, value) => (value === "1.0" ? value : null),
  realm: maybe(text),
  transport: maybe(choice(TRANSPORTS)),
});
