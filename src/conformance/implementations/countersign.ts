/**
 * The signer of this package, as an implementation under test.
 *
 * @module
 */

import {
  baseStringUri,
  bodyHash,
  createBaseStringSigner,
  formatAuthorizationHeader,
  normalizeParameters,
  OAuth1Error,
  parseAuthorizationHeader,
  parseForm,
  percentDecode,
  percentEncode,
  type SignedRequest,
  type SigningKey,
  type SignOptions,
  sign,
  signatureBaseString,
  signingKey,
  type VerificationKey,
  verifyBaseString,
} from "../../oauth1/index.ts";
import type { Implementation } from "../drivers/index.ts";
import {
  type InputOf,
  isOfRsa,
  type NameValue,
  type SigningMethod,
  type StageValues,
  toJsonPairs,
  type UnsignedRequest,
  type VerifyingMethod,
} from "../vectors/index.ts";
import { verifyReceived } from "./countersign-verify.ts";
import { OWN_VERSION } from "./own-version.ts";
import { refusing } from "./refusing.ts";

/** A refusal of the library, told by its code. */
const declining = refusing((error) => (error instanceof OAuth1Error ? `${error.code}: ${error.message}` : undefined));

/** See {@link Implementation}; a refusal of the library is a refusal here. */
export const countersign: Implementation = {
  about: { name: "countersign", version: OWN_VERSION, language: "TypeScript" },
  operations: {
    "percent-encoding": declining(({ text }) => ({ "percent-encoding": percentEncode(text) })),
    "percent-decoding": declining(({ text }) => ({ "percent-decoding": percentDecode(text) as string })),
    parameters: declining(({ formEncoded }) => ({ parameters: toJsonPairs(parseForm(formEncoded)) })),
    "parameter-string": declining(({ parameters }) => ({ "parameter-string": normalizeParameters(parameters) })),
    "base-string-uri": declining(({ url }) => ({ "base-string-uri": baseStringUri(url) })),
    "base-string": declining((input) => baseStringStages(exactBaseString(input))),
    signature: declining((input) => signatureStages(input.baseString ?? "", input)),
    "authorization-header": declining(({ parameters, realm }) => ({
      "authorization-header": formatAuthorizationHeader(parameters, { realm }),
    })),
    "authorization-header-parsing": declining(({ header }) => {
      const { parameters, realm } = parseAuthorizationHeader(header);
      return { parameters: toJsonPairs(parameters), realm: realm ?? null };
    }),
    "body-hash": declining(({ body, hash }) => ({ "body-hash": bodyHash(body, HMAC_WITH[hash]) })),
    sign: declining(signed),
    "sign-exactly": declining((input) => {
      const baseString = exactBaseString(input);
      const signatures = signatureStages(baseString, input);
      return { ...baseStringStages(baseString), ...signatures, ...headerStage(signatures.signature, input) };
    }),
    "verify-signature": declining((input) => {
      const baseString = "baseString" in input ? input.baseString : exactBaseString(input);
      return { valid: verifyBaseString(baseString, input.signature, verificationKey(input)) };
    }),
    verify: verifyReceived,
  },
};

const HMAC_WITH = { "SHA-1": "HMAC-SHA1", "SHA-256": "HMAC-SHA256", "SHA-512": "HMAC-SHA512" } as const;

/** The whole signer: what it signed is read off its base string, so that no stage is computed twice. */
function signed(input: InputOf<"sign">): StageValues {
  const { baseString, signature, authorization, url, body } = signInput(input);
  return {
    ...baseStringStages(baseString),
    ...keyStage(input),
    signature,
    ...(authorization === undefined ? {} : { "authorization-header": authorization }),
    url,
    ...(typeof body === "string" ? { body } : {}),
  };
}

/**
 * The input of `sign`, given to the signer as its user would give it.
 *
 * @throws OAuth1Error where the signer refuses
 */
export function signInput(input: InputOf<"sign">): SignedRequest {
  const { nonce, timestamp, version, transport, realm, protocolParameters } = input;
  const options: SignOptions = { nonce, timestamp, version, transport, realm, protocolParameters };
  const request = requestToSign(input.request);
  return isOfRsa(input)
    ? sign(request, { signatureMethod: input.signatureMethod, ...input.credentials }, options)
    : sign(request, { signatureMethod: input.signatureMethod, ...input.credentials }, options);
}

/** The request in the members of the library's `RequestToSign`. */
function requestToSign({ formEncoded, ...request }: UnsignedRequest): Omit<UnsignedRequest, "formEncoded"> {
  return formEncoded === undefined ? request : { ...request, form: parseForm(formEncoded) };
}

/** Protocol parameters exactly as given, through the steps. */
function exactBaseString({ request, protocolParameters }: ExactRequest): string {
  const { method, url, form = [] } = requestToSign(request);
  return signatureBaseString({ method, url, form, protocolParameters });
}

interface ExactRequest {
  readonly request: UnsignedRequest;
  readonly protocolParameters: readonly NameValue[];
}

function baseStringStages(baseString: string): StageValues {
  const [, uri = "", parameters = ""] = baseString.split("&");
  const parameterString = percentDecode(parameters) as string;
  return {
    parameters: toJsonPairs(parseForm(parameterString)),
    "parameter-string": parameterString,
    "base-string-uri": percentDecode(uri) as string,
    "base-string": baseString,
  };
}

function signatureStages(baseString: string, input: SigningMethod): { readonly signature: string } {
  return { ...keyStage(input), signature: createBaseStringSigner(signingKeyOf(input)).sign(baseString) };
}

function keyStage(input: SigningMethod): StageValues {
  if (isOfRsa(input)) return {};
  const { consumerSecret, tokenSecret } = input.credentials;
  return { key: signingKey(consumerSecret, tokenSecret) };
}

function headerStage(
  signature: string,
  { transport, realm, protocolParameters }: InputOf<"sign-exactly">,
): StageValues {
  if (transport !== "header") return {};
  const parameters: NameValue[] = [...protocolParameters, ["oauth_signature", signature]];
  return { "authorization-header": formatAuthorizationHeader(parameters, { realm }) };
}

function signingKeyOf(input: SigningMethod): SigningKey {
  return isOfRsa(input)
    ? { signatureMethod: input.signatureMethod, ...input.credentials }
    : { signatureMethod: input.signatureMethod, ...input.credentials };
}

function verificationKey(input: VerifyingMethod): VerificationKey {
  return isOfRsa(input)
    ? { signatureMethod: input.signatureMethod, ...input.credentials }
    : { signatureMethod: input.signatureMethod, ...input.credentials };
}
