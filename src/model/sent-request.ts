/** Parses a sent request and computes the signature that it should have (RFC 5849 3.2, 3.4.1.3.1, 3.5). */

import type { HttpRequest } from "../oauth1/http-request.ts";
import type { Transport } from "../oauth1/index.ts";
import type { Parameter } from "../oauth1/parameter.ts";
import type { OctetPair } from "./octets.ts";
import { sameOctets, toText } from "./octets.ts";
import { isProtocolParameter } from "./parameters.ts";
import { parseAuthorizationHeader } from "./parse-authorization-header.ts";
import { traceSignature } from "./run.ts";
import { isSignatureMethod } from "./signature-methods.ts";
import { specification } from "./specification.ts";
import type { ParameterSources, Stages } from "./stages.ts";
import type { SigningCredentials, Trace } from "./types.ts";

/** A parsed request. */
export interface ReadRequest {
  /** The signed parameters, without realm and oauth_signature. */
  parameters: Parameter<Uint8Array>[];
  /** All pairs by origin, with oauth_signature. */
  sources: ParameterSources;
  /** The realm of the header; `null` without one. */
  realm: string | null;
  /** The decoded value of oauth_signature; absent if the request is not signed. */
  signature?: string;
  /** The decoded value of oauth_signature_method, which may be unknown. */
  signatureMethod?: string;
  /** Where oauth_signature is; `header-and-body` if the body also has protocol parameters. */
  transport?: Transport;
}

/**
 * Parses query, Authorization header and, if its Content-Type is application/x-www-form-urlencoded, the body.
 *
 * The charset is ignored, because octets are signed. An Authorization header with another scheme is ignored if the
 * signature is in the query or the body.
 *
 * @throws Error for a malformed or repeated Authorization header, and for a URL that cannot be split
 */
export function readSentRequest(sent: HttpRequest, stages: Stages = specification): ReadRequest {
  const query = stages.decodeForm(stages.splitUrl(sent.url).query ?? "", stages);
  const octets = sent.body ?? new Uint8Array();
  const body = isForm(sent) ? stages.decodeForm(octets, stages) : [];
  const signedElsewhere = [...query, ...body].some(([name]) => sameOctets(name, "oauth_signature"));
  const { realm, parameters: header } = readAuthorization(sent, signedElsewhere, stages);

  const request = { ...sent, body: isForm(sent) ? "" : toText(octets) };
  const sources: ParameterSources = { query, header, body, realm, request };
  const signature = valueNamed("oauth_signature", sources);
  const signatureMethod = valueNamed("oauth_signature_method", sources);
  const transport = transportOf(sources);
  return {
    parameters: stages.collectParameters(sources, stages),
    sources,
    realm,
    ...(signature !== undefined && { signature }),
    ...(signatureMethod !== undefined && { signatureMethod }),
    ...(transport !== undefined && { transport }),
  };
}

/**
 * Computes the signature that a sent request should have, with all stages.
 *
 * The request determines the signature method. Without a secret or a private key, the trace ends with the base string.
 *
 * @throws Error as {@link readSentRequest} does, and if oauth_signature_method is missing or unknown
 */
export function traceSent(sent: HttpRequest, credentials: SigningCredentials, stages: Stages = specification): Trace {
  const { sources, signatureMethod } = readSentRequest(sent, stages);
  if (signatureMethod === undefined) throw new Error("oauth_signature_method is missing");
  if (!isSignatureMethod(signatureMethod)) {
    throw new Error(`oauth_signature_method ${JSON.stringify(signatureMethod)} is unknown`);
  }
  return traceSignature(sent, sources, signatureMethod, credentials, stages);
}

function readAuthorization(
  sent: HttpRequest,
  signedElsewhere: boolean,
  stages: Stages,
): Pick<ParameterSources, "realm"> & { parameters: readonly OctetPair[] } {
  const values = headerValues(sent, "authorization").map((value) => value.trim());
  const relevant = signedElsewhere ? values.filter((value) => /^OAuth(?:\s|$)/i.test(value)) : values;
  const [value, ...others] = relevant;
  if (others.length > 0) throw new Error("request has more than one Authorization header");
  return value === undefined ? { realm: null, parameters: [] } : parseAuthorizationHeader(value, stages);
}

/** Whether the body is form-encoded, by its Content-Type. */
export function isForm(sent: HttpRequest): boolean {
  const [contentType = ""] = headerValues(sent, "content-type");
  const [mediaType = ""] = contentType.split(";");
  return mediaType.trim().toLowerCase() === "application/x-www-form-urlencoded";
}

export function headerValues({ headers }: Pick<HttpRequest, "headers">, lowerCaseName: string): string[] {
  return headers.filter(([name]) => name.toLowerCase() === lowerCaseName).map(([, value]) => value);
}

/** With header-and-body, the header decides, so it comes first. */
function valueNamed(name: string, { header, query, body }: ParameterSources): string | undefined {
  const pair = [...header, ...query, ...body].find(([other]) => sameOctets(other, name));
  return pair && toText(pair[1]);
}

function transportOf({ header, query, body }: ParameterSources): Transport | undefined {
  const signed = (pairs: readonly OctetPair[]): boolean => pairs.some(([name]) => sameOctets(name, "oauth_signature"));
  if (signed(header)) return body.some(isProtocolParameter) ? "header-and-body" : "header";
  if (signed(query)) return "query";
  return signed(body) ? "body" : undefined;
}
