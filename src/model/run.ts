/**
 * Runs all stages over a request and leaves every intermediate value (RFC 5849 3.4 and 3.5).
 *
 * @module
 */

import type { HttpRequest } from "../oauth1/http-request.ts";
import type { SignatureMethod } from "../oauth1/index.ts";
import { toOctetPairs } from "./octets.ts";
import { meantSources } from "./parameters.ts";
import { specification } from "./specification.ts";
import type { ParameterSources, Stages } from "./stages.ts";
import type { SigningCredentials, SigningInput, Trace } from "./types.ts";

/**
 * Signs a request.
 *
 * Without what the signature method signs with (a consumer secret for HMAC and PLAINTEXT, a private key for RSA) the
 * trace ends with the base string. The Authorization header is there for the transports that have one.
 *
 * @param stages the stages to run; others than the specification's make a faulty trace
 * @default specification
 * @throws Error for a URL without a base string URI, text with a lone surrogate, a realm with control characters, and a
 * private key that is none
 * @example
 * trace({
 *   method: "GET",
 *   url: "http://example.com/photos?size=original",
 *   protocolParameters: [["oauth_consumer_key", "dpf43f3p2l4k3l03"], ["oauth_signature_method", "PLAINTEXT"]],
 *   signatureMethod: "PLAINTEXT",
 *   consumerSecret: "kd94hf93k423kf44",
 * }).signature; // "kd94hf93k423kf44&"
 */
export function trace(request: SigningInput, stages: Stages = specification): Trace {
  const unsent = traceSignature(request, meantSources(request, stages), request.signatureMethod, request, stages);
  const { signature } = unsent;
  return signature === undefined ? unsent : { ...unsent, ...carry(request, signature, stages) };
}

/**
 * The last steps of a client: adds the protocol parameters and the signature to the request (RFC 5849 3.5).
 *
 * @throws Error for a realm with control characters
 * @example
 * carry(request, "x=", specification).authorizationHeader; // 'OAuth …, oauth_signature="x%3D"'
 */
export function carry(
  request: SigningInput,
  signature: string,
  stages: Stages,
): Pick<Trace, "authorizationHeader" | "url" | "body"> {
  const transport = request.transport ?? "header";
  const protocolParameters = stages.protocolParameters(request, stages);
  const form = request.form && toOctetPairs(request.form);
  const carried = { transport, url: request.url, form, protocolParameters, signature };
  const body = stages.body(carried, stages) ?? request.body;
  const inHeader = transport === "header" || transport === "header-and-body";
  return {
    ...(inHeader && {
      authorizationHeader: stages.authorizationHeader(
        { protocolParameters, signature, realm: request.realm ?? null, form },
        stages,
      ),
    }),
    url: stages.url(carried, stages),
    ...(body !== undefined && { body }),
  };
}

/**
 * The stages from the collected parameters to the signature, which signing and verifying share.
 *
 * @param request its method and URL as sent
 * @param sources its parameters, decoded, by where they are sent
 * @throws Error as {@link trace} does
 * @example
 * traceSignature(request, meantSources(request, specification), "HMAC-SHA1", {}, specification).baseString;
 */
export function traceSignature(
  request: Pick<HttpRequest, "method" | "url">,
  sources: ParameterSources,
  signatureMethod: SignatureMethod,
  credentials: SigningCredentials,
  stages: Stages,
): Trace {
  const parameters = stages.collectParameters(sources, stages);
  const parameterString = stages.parameterString(parameters, stages);
  const baseStringUri = stages.baseStringUri(request.url, stages);
  const baseString = stages.baseString({ method: request.method, baseStringUri, parameterString }, stages);
  const unsigned: Trace = { parameters, parameterString, baseStringUri, baseString };

  if (signatureMethod.startsWith("RSA-")) {
    const { privateKey } = credentials;
    if (privateKey === undefined) return unsigned;
    return { ...unsigned, signature: stages.signature({ signatureMethod, baseString, privateKey }) };
  }
  const { consumerSecret, tokenSecret = "" } = credentials;
  if (consumerSecret === undefined) return unsigned;
  const key = stages.key({ consumerSecret, tokenSecret }, stages);
  return { ...unsigned, key, signature: stages.signature({ signatureMethod, baseString, key }) };
}
