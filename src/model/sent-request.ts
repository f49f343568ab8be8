/**
 * Reads a request from the wire and traces what its signature has to be (RFC 5849 3.2, 3.4.1.3.1, 3.5).
 *
 * @module
 */

import type { HttpRequest } from "../oauth1/http-request.ts";
import type { SignatureMethod, Transport } from "../oauth1/index.ts";
import type { Parameter } from "../oauth1/parameter.ts";
import type { OctetPair } from "./octets.ts";
import { sameOctets, toText } from "./octets.ts";
import { isProtocolParameter } from "./parameters.ts";
import { parseAuthorizationHeader } from "./parse-authorization-header.ts";
import { traceSignature } from "./run.ts";
import { specification } from "./specification.ts";
import type { ParameterSources, Stages } from "./stages.ts";
import type { SigningCredentials, Trace } from "./types.ts";

/** What a sent request says. */
export interface ReadRequest {
  /** All that is signed, with its origin: no realm, no oauth_signature. */
  parameters: Parameter<Uint8Array>[];
  /** All pairs by where they are sent, oauth_signature among them. */
  sources: ParameterSources;
  /** The header's realm; null: none. */
  realm: string | null;
  /** Value of oauth_signature, decoded; absent: the request is not signed. */
  signature?: string;
  /** Value of oauth_signature_method, decoded, known or not. */
  signatureMethod?: string;
  /** Where oauth_signature stands; header-and-body where the body holds protocol parameters too. */
  transport?: Transport;
}

const SIGNATURE_METHODS: readonly SignatureMethod[] = [
  "HMAC-SHA1",
  "HMAC-SHA256",
  "HMAC-SHA512",
  "RSA-SHA1",
  "RSA-SHA256",
  "RSA-SHA512",
  "PLAINTEXT",
];

/**
 * Reads query, Authorization header and, if its Content-Type is application/x-www-form-urlencoded, the body.
 *
 * A charset is ignored: octets are what was signed. An Authorization header of another scheme is ignored if the
 * signature stands in the query or the body.
 *
 * @throws Error for a malformed or repeated Authorization header, and for a URL that cannot be split
 * @example
 * readSentRequest({
 *   method: "GET",
 *   url: "http://example.com/?a=b",
 *   headers: [["Authorization", 'OAuth realm="Photos", oauth_signature="x%3D"']],
 * }); // { signature: "x=", realm: "Photos", transport: "header", … }
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
 * Computes from a sent request what its signature has to be, with every stage up to it.
 *
 * The signature method is the one that the request names. Without a secret or a private key the trace ends with the
 * base string. The signature in the trace is the expected one; the one that came is in readSentRequest.
 *
 * @throws Error as readSentRequest, and if oauth_signature_method is missing or unknown
 * @example
 * traceSent(sent, { consumerSecret: "j49sk3j29djd", tokenSecret: "dh893hdasih9" }).signature;
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

function isForm(sent: HttpRequest): boolean {
  const [contentType = ""] = headerValues(sent, "content-type");
  const [mediaType = ""] = contentType.split(";");
  return mediaType.trim().toLowerCase() === "application/x-www-form-urlencoded";
}

function headerValues(sent: HttpRequest, lowerCaseName: string): string[] {
  return sent.headers.filter(([name]) => name.toLowerCase() === lowerCaseName).map(([, value]) => value);
}

/** The header first: with header-and-body it is the place that counts. */
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

/** Whether a name is exactly that of one of the seven methods. */
export function isSignatureMethod(name: string): name is SignatureMethod {
  return (SIGNATURE_METHODS as readonly string[]).includes(name);
}
