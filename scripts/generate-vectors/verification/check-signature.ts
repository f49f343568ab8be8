/** Checks signatures with the model, so that no vector contradicts it. */

import type { HttpRequest, VerificationKeyEntry, VerificationServer } from "../../../src/conformance/vectors/index.ts";
import {
  type ReadRequest,
  readSentRequest,
  type SignatureMethod,
  signatureIsRight,
  specification,
} from "../../../src/model/index.ts";
import { isRsaMethod, isSignatureMethod } from "../../../src/spec/signature-methods.ts";

/** Whether a key of the named client produced the signature; `unreadable` if the model cannot parse the request. */
export type SignatureCheck = "right" | "wrong" | "unreadable";

/** Checks the signature of a received request. */
export function checkSignature(
  request: HttpRequest,
  server: Pick<VerificationServer, "origin" | "keys">,
): SignatureCheck {
  const read = readOrNothing(request, server.origin);
  const signatureMethod = read?.signatureMethod;
  if (read?.signature === undefined || !isSignatureMethod(signatureMethod)) return "unreadable";
  const baseString = baseStringOf(request, server.origin, read);
  const consumerKey = valueNamed(read, "oauth_consumer_key");
  const token = valueNamed(read, "oauth_token");
  const claim = { signatureMethod, baseString, signature: read.signature };
  const isRight = server.keys
    .filter((key) => key.consumerKey === consumerKey && key.token === token)
    .some((key) => isOfKind(key, signatureMethod) && signatureIsRight({ ...claim, ...keyMaterial(key) }));
  return isRight ? "right" : "wrong";
}

/** Parses a request with the model. */
export function readRequest(request: HttpRequest, origin: string | undefined): ReadRequest {
  return readSentRequest({ ...request, url: absolute(request.url, origin) });
}

/** The value of a protocol parameter, as text. */
export function valueNamed({ parameters }: ReadRequest, name: string): string | undefined {
  const found = parameters.find((parameter) => Buffer.from(parameter.name).toString("latin1") === name);
  return found && Buffer.from(found.value).toString();
}

function absolute(target: string, origin: string | undefined): string {
  return origin !== undefined && target.startsWith("/") ? `${origin}${target}` : target;
}

function readOrNothing(request: HttpRequest, origin: string | undefined): ReadRequest | undefined {
  try {
    return readRequest(request, origin);
  } catch {
    return undefined; // The model throws if it cannot parse the request.
  }
}

function baseStringOf(request: HttpRequest, origin: string | undefined, { parameters }: ReadRequest): string {
  const baseStringUri = specification.baseStringUri(absolute(request.url, origin), specification);
  const parameterString = specification.parameterString(parameters, specification);
  return specification.baseString({ method: request.method, baseStringUri, parameterString }, specification);
}

function isOfKind(key: VerificationKeyEntry, signatureMethod: SignatureMethod): boolean {
  return "publicKey" in key === isRsaMethod(signatureMethod);
}

function keyMaterial(key: VerificationKeyEntry): { key: string } | { publicKey: string } {
  if ("publicKey" in key) return { publicKey: key.publicKey };
  const { consumerSecret, tokenSecret = "" } = key;
  return { key: specification.key({ consumerSecret, tokenSecret }, specification) };
}
