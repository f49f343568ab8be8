/** Inputs as requests that the model can sign, and the stages that the model computes for them. */

import {
  isSignatureMethod,
  type SigningInput,
  type Stages,
  specification,
  type Trace,
  trace,
} from "../../model/index.ts";
import type { AnyInput, NameValue, RequestInput, UnsignedRequest } from "./input.ts";
import { readPairs, readUnsignedRequest, TRANSPORTS } from "./input-json.ts";
import { toJsonPairs } from "./json-text.ts";
import { choice, malformed, maybe, object, objectOf, text } from "./shape.ts";
import type { StageValues } from "./stages.ts";

/** The input for the model. If the operation has no signature method, the base string is its last meaningful stage. */
export function signingInput(input: RequestInput): SigningInput {
  return withParameters(input, fullProtocolParameters(input));
}

function withParameters(
  {
    request,
    credentials = {},
    signatureMethod = "HMAC-SHA1",
    realm,
    transport,
  }: AnyInput & { readonly request: UnsignedRequest },
  protocolParameters: readonly NameValue[],
): SigningInput {
  const { formEncoded, ...others } = request;
  const { consumerSecret, tokenSecret, privateKey } = credentials;
  return {
    ...others,
    ...(formEncoded !== undefined && { form: specification.decodeForm(formEncoded, specification) }),
    protocolParameters,
    signatureMethod,
    consumerSecret,
    tokenSecret,
    privateKey,
    realm,
    transport,
  };
}

/** All protocol parameters of an input except the signature, in the order in which they are sent. */
export function fullProtocolParameters(input: RequestInput): NameValue[] {
  return input.operation === "sign" ? signerParameters(input) : [...input.protocolParameters];
}

/** The parameters that a signer adds itself, then the others. */
function signerParameters(input: AnyInput): NameValue[] {
  const own = {
    oauth_consumer_key: input.credentials?.consumerKey,
    oauth_token: input.credentials?.token,
    oauth_signature_method: input.signatureMethod,
    oauth_timestamp: input.timestamp,
    oauth_nonce: input.nonce,
    oauth_version: input.version,
  };
  const present = Object.entries(own).filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return [...present, ...(input.protocolParameters ?? [])];
}

/**
 * Reads the JSON of an input that a user pasted. Only `request` is required; an absent member is not signed.
 *
 * @throws Malformed if a member does not have the expected type
 */
export function readSigningInput(json: unknown): SigningInput {
  const { signatureMethod = "HMAC-SHA1", ...given } = readPastedInput("", object("the input", json));
  if (!isSignatureMethod(signatureMethod)) throw malformed("signatureMethod", "a signature method", signatureMethod);
  const input = { ...given, signatureMethod };
  const isSigner = given.credentials?.consumerKey !== undefined;
  return withParameters(input, isSigner ? signerParameters(input) : (given.protocolParameters ?? []));
}

const readPastedInput = objectOf({
  request: readUnsignedRequest,
  credentials: maybe(
    objectOf({
      consumerKey: maybe(text),
      token: maybe(text),
      consumerSecret: maybe(text),
      tokenSecret: maybe(text),
      privateKey: maybe(text),
    }),
  ),
  protocolParameters: maybe(readPairs),
  signatureMethod: maybe(text),
  nonce: maybe(text),
  timestamp: maybe(text),
  version: (_where, value) => (value === "1.0" ? value : null),
  realm: maybe(text),
  transport: maybe(choice(TRANSPORTS)),
});

/** What the specification computes for an input. A run needs it for the property, the model and each reference. */
const COMPUTED = new WeakMap<RequestInput, StageValues>();

/**
 * Every stage that the model computes for an input.
 *
 * @param stages stages with a fault compute wrong values
 * @throws Error as `trace` of the model does
 */
export function computedStages(input: RequestInput, stages: Stages = specification): StageValues {
  if (stages !== specification) return traceStages(trace(signingInput(input), stages));
  const computed = COMPUTED.get(input) ?? traceStages(trace(signingInput(input)));
  COMPUTED.set(input, computed);
  return computed;
}

function traceStages(traced: Trace): StageValues {
  const { parameters, key, signature, authorizationHeader, url, body } = traced;
  return {
    parameters: toJsonPairs(parameters.map((parameter) => [parameter.name, parameter.value])),
    "parameter-string": traced.parameterString,
    "base-string-uri": traced.baseStringUri,
    "base-string": traced.baseString,
    ...(key !== undefined && { key }),
    ...(signature !== undefined && { signature }),
    ...(authorizationHeader !== undefined && { "authorization-header": authorizationHeader }),
    ...(url !== undefined && { url }),
    ...(body !== undefined && { body }),
  };
}
