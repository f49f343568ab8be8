/** Signs the values that a user entered, and returns every stage with the position of each parameter. */

import { keyInputOf } from "../../keys/key-text.ts";
import { type Parameter, readSentRequest, specification, toOctets, toText } from "../../model/index.ts";
import {
  baseStringUri,
  type Credentials,
  createNonce,
  createSigner,
  type ParameterOrigin,
  readPrivateKey,
  type SignedRequest,
  type SignOptions,
} from "../../oauth1/index.ts";
import { keyFacts } from "../../platform/index.ts";
import { createRedactor, type Redactor, secretsOfRequest } from "../../redaction/index.ts";
import { curlCommand } from "../../requests/request-to-paste.ts";
import { isRsaMethod } from "../../spec/signature-methods.ts";
import { checkCharset, checkKey, checkNoKeyElsewhere, type SignForm, withDecryptedKey } from "./sign-form.ts";
import { type Span, spansInHeader, spansOfList, spansOfPairs } from "./spans.ts";

/** A signed parameter, decoded and encoded once. In the base string it is encoded twice. */
export interface SignedParameter {
  readonly name: string;
  readonly value: string;
  readonly origin: ParameterOrigin;
  readonly encodedName: string;
  readonly encodedValue: string;
}

/** One stage of the computation, or one part of the request: a text, with the positions of the parameters in it. */
export interface StageText {
  readonly id: StageId;
  readonly text: string;
  readonly spans: readonly Span[];
}

export type StageId = "parameter-string" | "base-string-uri" | "base-string" | "key" | "signature" | SentPart;

/** The parts of the request that is sent. */
export type SentPart = "url" | "authorization" | "content-type" | "body";

/** A signed request with all stages. The texts are not redacted: a page shows them through {@link redactorOf}. */
export interface SigningResult {
  /** In the order of the parameter string. */
  readonly parameters: readonly SignedParameter[];
  readonly stages: readonly StageText[];
  /** A command that reads a body that is not a form from a file. */
  readonly curl: string;
  readonly signed: SignedRequest;
}

/** How the key is shown. */
const HIDDEN = "***";

/**
 * Signs a request and computes the value of each stage. The signer and the model compute the base string separately.
 *
 * @throws OAuth1Error or SignFormError for a form that cannot be signed; no message contains a secret
 */
export async function signForm(given: SignForm): Promise<SigningResult> {
  checkNoKeyElsewhere(given);
  const form = await withDecryptedKey(given);
  checkKey(form);
  checkCharset(form);
  const signed = withContentType(
    await createSigner(credentialsOf(form)).signAsync(requestOf(form), optionsOf(form)),
    form,
  );
  const parameters = sortedParameters(signed);
  const stages: StageText[] = [
    ...computedStages(signed, parameters),
    { id: "key", text: keyText(form), spans: [] },
    { id: "signature", text: signed.signature, spans: [] },
    ...sentParts(signed, parameters),
  ];
  const file = form.body && { file: "body.txt", contentType: form.body.contentType };
  return { parameters, stages, curl: curlCommand(signed, file), signed };
}

/** Hides card data, and the secrets that a PLAINTEXT signature contains. */
export function redactorOf(form: SignForm, showCardData: boolean): Redactor {
  const { url, form: pairs, body } = form;
  const shown = secretsOfRequest({ url, form: pairs, body: body?.text });
  const secrets = [form.consumerSecret, form.tokenSecret, form.privateKey, form.passphrase];
  return createRedactor({ ...shown, secrets: [...secrets, ...shown.secrets], showCardData });
}

function credentialsOf(form: SignForm): Credentials {
  const { signatureMethod, consumerKey, consumerSecret = "", token, tokenSecret, privateKey = "" } = form;
  if (isRsaMethod(signatureMethod)) {
    return { consumerKey, token, signatureMethod, privateKey: keyInputOf(privateKey) } as Credentials;
  }
  return { consumerKey, token, signatureMethod, consumerSecret, tokenSecret } as Credentials;
}

function requestOf({ method, url, form, body }: SignForm): Parameters<ReturnType<typeof createSigner>["sign"]>[0] {
  return { method, url, form, body: body?.text };
}

function optionsOf(form: SignForm): SignOptions {
  return {
    nonce: form.nonce ?? createNonce(),
    timestamp: form.timestamp,
    version: form.hasVersion ? "1.0" : null,
    realm: form.realm,
    transport: form.transport,
    bodyHash: form.hasBodyHash,
    protocolParameters: form.protocolParameters,
  };
}

function withContentType(signed: SignedRequest, { charset, body }: SignForm): SignedRequest {
  const own = signed.headers["content-type"];
  const type = own === undefined ? body?.contentType : charset === undefined ? own : `${own}; charset=${charset}`;
  return type === undefined ? signed : { ...signed, headers: { ...signed.headers, "content-type": type } };
}

/** The parameters that a server reads from the signed request. */
function sortedParameters({ method, url, headers, body }: SignedRequest): SignedParameter[] {
  const octets = body === undefined ? undefined : toOctets(body);
  const read = readSentRequest({ method, url, headers: Object.entries(headers), ...(octets && { body: octets }) });
  const encoded = specification.encodeParameters(read.parameters as Parameter<Uint8Array>[], specification);
  return specification.sortParameters(encoded).map(({ name, value, origin, encodedName, encodedValue }) => {
    return { name: toText(name), value: toText(value), origin, encodedName, encodedValue };
  });
}

function computedStages(
  { url, method, baseString }: SignedRequest,
  parameters: readonly SignedParameter[],
): StageText[] {
  const pairs = parameters.map((one, parameter) => ({ parameter, text: `${one.encodedName}=${one.encodedValue}` }));
  const twice = pairs.map(({ parameter, text }) => ({ parameter, text: encodedAgain(text) }));
  const uri = baseStringUri(url);
  const start = `${method}&${encodedAgain(uri)}&`.length;
  return [
    {
      id: "parameter-string",
      text: pairs.map(({ text }) => text).join("&"),
      spans: spansOfList(pairs, "&"),
    },
    { id: "base-string-uri", text: uri, spans: [] },
    { id: "base-string", text: baseString, spans: spansOfList(twice, "%26", start) },
  ];
}

function encodedAgain(text: string): string {
  return specification.percentEncode(toOctets(text));
}

function sentParts(signed: SignedRequest, parameters: readonly SignedParameter[]): StageText[] {
  const { url, authorization, headers, body } = signed;
  const placed = parameters.map((one, index) => ({ ...one, index }));
  const ofOrigin = (origin: ParameterOrigin) => placed.filter((one) => one.origin === origin);
  const protocol = ofOrigin("header");
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
  const inBody = [...ofOrigin("body"), ...protocol];
  return [
    { id: "url", text: url, spans: spansOfPairs(url, queryStart(url), ofOrigin("query")) },
    ...(authorization === undefined
      ? []
      : [{ id: "authorization" as const, text: authorization, spans: spansInHeader(authorization, protocol) }]),
    ...(headers["content-type"] === undefined
      ? []
      : [{ id: "content-type" as const, text: headers["content-type"], spans: [] }]),
    ...(typeof body === "string"
      ? [{ id: "body" as const, text: body, spans: isForm ? spansOfPairs(body, 0, inBody) : [] }]
      : []),
  ];
}

function queryStart(url: string): number {
  return url.includes("?") ? url.indexOf("?") + 1 : url.length;
}

/** `***&` without a token secret, `***&***` with one; the size of an RSA key. */
function keyText({ signatureMethod, privateKey = "", tokenSecret = "" }: SignForm): string {
  if (!isRsaMethod(signatureMethod)) return `${HIDDEN}&${tokenSecret === "" ? "" : HIDDEN}`;
  return `RSA private key of ${keyFacts(readPrivateKey(keyInputOf(privateKey))).bits} bits`;
}
