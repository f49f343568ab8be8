/**
 * The signer of this package, as an implementation under test.
 *
 * @module
 */

import { type Implementation, Refusal } from "../drivers/index.ts";
import {
  baseStringUri,
  bodyHash,
  type Credentials,
  createBaseStringSigner,
  formatAuthorizationHeader,
  normalizeParameters,
  OAuth1Error,
  parseAuthorizationHeader,
  parseForm,
  percentDecode,
  percentEncode,
  SIGNATURE_METHODS,
  type SignatureMethod,
  type SignedRequest,
  type SigningKey,
  type SignOptions,
  sign,
  signatureBaseString,
  signingKey,
  type VerificationKey,
  verifyBaseString,
} from "../oauth1/index.ts";
import {
  fromJsonPairs,
  fromJsonText,
  type JsonCredentials,
  type JsonRequest,
  type StageValues,
  toJsonPairs,
  type VectorInput,
} from "../suite/index.ts";
import { verifyReceived } from "./in-house-verify.ts";
import { OWN_VERSION } from "./package-version.ts";
import { refusing } from "./refusing.ts";

/** A refusal of the library, told by its code. */
const declining = refusing((error) => (error instanceof OAuth1Error ? `${error.code}: ${error.message}` : undefined));

/** See {@link Implementation}; a refusal of the library is a refusal here. */
export const inHouse: Implementation = {
  about: { name: "countersign", version: OWN_VERSION, language: "TypeScript" },
  operations: {
    "percent-encoding": declining(({ text, octets }) => ({
      "percent-encoding": percentEncode(text ?? fromJsonText({ octets: octets ?? "" })),
    })),
    "percent-decoding": declining(({ text = "" }) => ({ "percent-decoding": percentDecode(text) as string })),
    parameters: declining(({ formEncoded = "" }) => ({ parameters: toJsonPairs(parseForm(formEncoded)) })),
    "parameter-string": declining(({ parameters }) => ({
      "parameter-string": normalizeParameters(fromJsonPairs(parameters)),
    })),
    "base-string-uri": declining(({ url = "" }) => ({ "base-string-uri": baseStringUri(url) })),
    "base-string": declining((input) => baseStringStages(exactBaseString(input))),
    signature: declining((input) => signatureStages(input.baseString ?? "", input)),
    "authorization-header": declining(({ parameters, realm }) => ({
      "authorization-header": formatAuthorizationHeader(fromJsonPairs(parameters), { realm }),
    })),
    "authorization-header-parsing": declining(({ header = "" }) => {
      const { parameters, realm } = parseAuthorizationHeader(header);
      return { parameters: toJsonPairs(parameters), realm: realm ?? null };
    }),
    "body-hash": declining(({ body = "", hash = "SHA-1" }) => ({ "body-hash": bodyHash(body, HMAC_WITH[hash]) })),
    sign: declining(signed),
    "sign-exactly": declining((input) => {
      const baseString = exactBaseString(input);
      return {
        ...baseStringStages(baseString),
        ...signatureStages(baseString, input),
        ...headerStage(baseString, input),
      };
    }),
    "verify-signature": declining((input) => ({
      valid: verifyBaseString(input.baseString ?? exactBaseString(input), input.signature ?? "", {
        signatureMethod: methodOf(input),
        ...input.credentials,
      } as VerificationKey),
    })),
    verify: verifyReceived,
  },
};

const HMAC_WITH = { "SHA-1": "HMAC-SHA1", "SHA-256": "HMAC-SHA256", "SHA-512": "HMAC-SHA512" } as const;

/** The whole signer: what it signed is read off its base string, so that no stage is computed twice. */
function signed(input: VectorInput): StageValues {
  const { baseString, signature, authorization, url, body } = signInput(input);
  return {
    ...baseStringStages(baseString),
    ...keyStage(input.credentials ?? {}),
    signature,
    ...(authorization === undefined ? {} : { "authorization-header": authorization }),
    url,
    ...(typeof body === "string" ? { body } : {}),
  };
}

/**
 * The input of a vector, given to the signer as its user would give it.
 *
 * @throws OAuth1Error where the signer refuses; Refusal for a method that it does not know
 */
export function signInput(input: VectorInput): SignedRequest {
  const { request, credentials = {}, protocolParameters, nonce, timestamp, version, transport, realm } = input;
  const { method, url, body } = request as JsonRequest;
  const form = formOf(request as JsonRequest);
  const options: SignOptions = { nonce, timestamp, version, transport, realm };
  return sign(
    { method, url, ...(form === undefined ? {} : { form }), ...(body === undefined ? {} : { body }) },
    { ...credentials, consumerKey: credentials.consumerKey ?? "", signatureMethod: methodOf(input) } as Credentials,
    protocolParameters === undefined ? options : { ...options, protocolParameters: fromJsonPairs(protocolParameters) },
  );
}

/** Protocol parameters exactly as given, through the steps. */
function exactBaseString({ request, protocolParameters }: VectorInput): string {
  const { method, url } = request as JsonRequest;
  return signatureBaseString({
    method,
    url,
    form: formOf(request as JsonRequest) ?? [],
    protocolParameters: fromJsonPairs(protocolParameters),
  });
}

function formOf({ form, formEncoded }: JsonRequest): ReturnType<typeof fromJsonPairs> | undefined {
  if (formEncoded !== undefined) return parseForm(formEncoded);
  return form === undefined ? undefined : fromJsonPairs(form);
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

function signatureStages(baseString: string, input: VectorInput): StageValues {
  const key = { signatureMethod: methodOf(input), ...input.credentials } as SigningKey;
  return { ...keyStage(input.credentials ?? {}), signature: createBaseStringSigner(key).sign(baseString) };
}

function keyStage({ consumerSecret, tokenSecret }: JsonCredentials): StageValues {
  return consumerSecret === undefined ? {} : { key: signingKey(consumerSecret, tokenSecret) };
}

function headerStage(baseString: string, input: VectorInput): StageValues {
  if (input.transport !== "header") return {};
  const { signature } = signatureStages(baseString, input);
  const parameters = [...fromJsonPairs(input.protocolParameters), ["oauth_signature", signature as string] as const];
  return { "authorization-header": formatAuthorizationHeader(parameters, { realm: input.realm }) };
}

function methodOf({ signatureMethod = "" }: VectorInput): SignatureMethod {
  const method = SIGNATURE_METHODS.find((known) => known === signatureMethod);
  if (method === undefined) throw new Refusal(`signature-method-unknown: ${JSON.stringify(signatureMethod)}`);
  return method;
}
