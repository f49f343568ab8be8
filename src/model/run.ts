/** Runs all stages for a request and returns every intermediate value (RFC 5849 3.4 and 3.5). */

import type { HttpRequest } from "../oauth1/http-request.ts";
import type { SignatureMethod } from "../spec/signature-methods.ts";
import { toOctetPairs } from "./octets.ts";
import { sourcesOfInput } from "./parameters.ts";
import { isRsaMethod } from "./signature-methods.ts";
import { specification } from "./specification.ts";
import type { ParameterSources, Stages } from "./stages.ts";
import type { SigningCredentials, SigningInput, Trace } from "./types.ts";

/**
 * Signs a request.
 *
 * If there is no key (consumer secret for HMAC and PLAINTEXT, private key for RSA), the trace ends with the base string.
 *
 * @param stages stages with a fault lead to a wrong trace
 * @throws Error for a URL that cannot be signed, a text with a lone surrogate, a realm with control characters, or an
 * invalid private key
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
  const unsent = traceSignature(request, sourcesOfInput(request, stages), request.signatureMethod, request, stages);
  const { signature } = unsent;
  return signature === undefined ? unsent : { ...unsent, ...addSignature(request, signature, stages) };
}

/**
 * Adds the protocol parameters and the signature to the request (RFC 5849 3.5).
 *
 * @throws Error for a realm with control characters
 */
export function addSignature(
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
 * Runs the stages that signing and verifying share: from the collected parameters to the signature.
 *
 * @param request method and URL as sent
 * @param sources the decoded parameters by origin
 * @throws Error as {@link trace} does
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

  if (isRsaMethod(signatureMethod)) {
    const { privateKey } = credentials;
    if (privateKey === undefined) return unsigned;
    return { ...unsigned, signature: stages.signature({ signatureMethod, baseString, privateKey }) };
  }
  const { consumerSecret, tokenSecret = "" } = credentials;
  if (consumerSecret === undefined) return unsigned;
  const key = stages.key({ consumerSecret, tokenSecret }, stages);
  return { ...unsigned, key, signature: stages.signature({ signatureMethod, baseString, key }) };
}
