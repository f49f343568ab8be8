/** The signer and the verifier of this package, as an implementation under test. */

import { bodyHashOf } from "../../model/index.ts";
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
  SIGNATURE_METHODS,
  type SignedRequest,
  sign,
  signatureBaseString,
  signingKey,
  verifyBaseString,
} from "../../oauth1/index.ts";
import type { HashAlgorithm, SignatureMethod } from "../../spec/signature-methods.ts";
import { createVerifier } from "../../verifier/index.ts";
import { type Implementation, Refusal } from "../drivers/index.ts";
import { packageVersion } from "../references/package-version.ts";
import {
  type InputOf,
  isOfRsa,
  type NameValue,
  type SigningMethod,
  type StageValues,
  toJsonPairs,
  type UnsignedRequest,
} from "../vectors/index.ts";

export const countersign: Implementation = {
  about: { name: "countersign", version: packageVersion("countersign"), language: "TypeScript" },
  operations: {
    "percent-encoding": refusable(({ text }) => ({ "percent-encoding": percentEncode(text) })),
    "percent-decoding": refusable(({ text }) => ({ "percent-decoding": percentDecode(text) as string })),
    parameters: refusable(({ formEncoded }) => ({ parameters: toJsonPairs(parseForm(formEncoded)) })),
    "parameter-string": refusable(({ parameters }) => ({ "parameter-string": normalizeParameters(parameters) })),
    "base-string-uri": refusable(({ url }) => ({ "base-string-uri": baseStringUri(url) })),
    "base-string": refusable((input) => baseStringStages(exactBaseString(input))),
    signature: refusable((input) => signatureStages(input.baseString ?? "", input)),
    "authorization-header": refusable(({ parameters, realm }) => ({
      "authorization-header": formatAuthorizationHeader(parameters, { realm }),
    })),
    "authorization-header-parsing": refusable(({ header }) => {
      const { parameters, realm } = parseAuthorizationHeader(header);
      return { parameters: toJsonPairs(parameters), realm: realm ?? null };
    }),
    "body-hash": refusable(({ body, hash }) => ({ "body-hash": bodyHash(body, methodWith(hash)) })),
    sign: refusable(signed),
    "sign-exactly": refusable((input) => {
      const { transport, realm, protocolParameters } = input;
      const baseString = exactBaseString(input);
      const signatures = signatureStages(baseString, input);
      const stages = { ...baseStringStages(baseString), ...signatures };
      if (transport !== "header") return stages;
      const parameters: NameValue[] = [...protocolParameters, ["oauth_signature", signatures.signature]];
      return { ...stages, "authorization-header": formatAuthorizationHeader(parameters, { realm }) };
    }),
    "verify-signature": refusable((input) => {
      const baseString = "baseString" in input ? input.baseString : exactBaseString(input);
      return { valid: verifyBaseString(baseString, input.signature, keyOf(input)) };
    }),
    verify: verifyReceived,
  },
};

/** A signature method with this hash, because the library hashes a body for a method. */
function methodWith(hash: HashAlgorithm): SignatureMethod {
  return SIGNATURE_METHODS.find((method) => bodyHashOf(method) === hash)!;
}

/** A library error is a refusal with the code of the error. Every other error is a failure. */
function refusable<Input>(answer: (input: Input) => StageValues): (input: Input) => StageValues {
  return (input) => {
    try {
      return answer(input);
    } catch (error) {
      throw error instanceof OAuth1Error ? new Refusal(`${error.code}: ${error.message}`, { cause: error }) : error;
    }
  };
}

/** Signs as a user does. The stages before the base string are read from the base string, not computed again. */
function signed(input: InputOf<"sign">): StageValues {
  const { baseString, signature, authorization, url, body } = signInput(input);
  return {
    ...baseStringStages(baseString),
    ...keyStage(input),
    signature,
    ...(authorization !== undefined && { "authorization-header": authorization }),
    url,
    ...(typeof body === "string" && { body }),
  };
}

/** Verifies with the one key and the one nonce that the question states. */
async function verifyReceived({ received, credentials, now, seen }: InputOf<"verify">): Promise<StageValues> {
  const verifier = createVerifier({
    // The question states the key for the token of its request.
    credentials: ({ token }) => ({ ...credentials, token }),
    nonceStore: { claim: () => (seen ? "used" : "fresh") },
    signatureMethods: SIGNATURE_METHODS,
    allowUnsignedBody: true, // RFC 5849 has no body hash: a signature that covers no body is valid
    now: () => now,
  });
  const { accepted } = await verifier.verify({ ...received, secure: received.url.startsWith("https:") });
  return { valid: accepted };
}

/**
 * Signs the input of `sign` as a user of the library does.
 *
 * @throws OAuth1Error if the signer refuses
 */
export function signInput(input: InputOf<"sign">): SignedRequest {
  const { nonce, timestamp, version, transport, realm, protocolParameters } = input;
  const options = { nonce, timestamp, version, transport, realm, protocolParameters };
  return sign(requestToSign(input.request), keyOf(input), options);
}

/** The method and its credentials in one object, as the library takes them. */
function keyOf<Input extends { readonly signatureMethod: unknown; readonly credentials: object }>(input: Input) {
  return { signatureMethod: input.signatureMethod, ...input.credentials } as KeyOf<Input>;
}

/** One type for each member of a union, so that each method stays with its kind of credentials. */
type KeyOf<Input> = Input extends { readonly signatureMethod: infer Method; readonly credentials: infer Credentials }
  ? { readonly signatureMethod: Method } & Credentials
  : never;

/** The request as `RequestToSign` of the library, which signs no header fields. */
function requestToSign({
  formEncoded,
  headers: _,
  ...request
}: UnsignedRequest): Omit<UnsignedRequest, "formEncoded" | "headers"> {
  return formEncoded === undefined ? request : { ...request, form: parseForm(formEncoded) };
}

/** The base string with exactly the given protocol parameters. */
function exactBaseString({
  request,
  protocolParameters,
}: Pick<InputOf<"sign-exactly">, "request" | "protocolParameters">): string {
  const { method, url, form = [] } = requestToSign(request);
  return signatureBaseString({ method, url, form, protocolParameters });
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
  return { ...keyStage(input), signature: createBaseStringSigner(keyOf(input)).sign(baseString) };
}

function keyStage(input: SigningMethod): StageValues {
  if (isOfRsa(input)) return {};
  const { consumerSecret, tokenSecret } = input.credentials;
  return { key: signingKey(consumerSecret, tokenSecret) };
}
