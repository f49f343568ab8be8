/** Collects the parameters to sign from all parts of a request (RFC 5849 3.4.1.3.1). */

import type { Parameter, ParameterOrigin } from "../oauth1/parameter.ts";
import type { OctetPair } from "./octets.ts";
import { sameOctets, toOctetPairs, toOctets } from "./octets.ts";
import type { ParameterSources, Stages } from "./stages.ts";
import type { SigningInput } from "./types.ts";

/**
 * The pairs of a request to sign, by origin. The transport decides the origin of the protocol parameters.
 *
 * @throws Error for a URL that cannot be split, and for text with a lone surrogate
 */
export function sourcesOfInput(request: SigningInput, stages: Stages): ParameterSources {
  const transport = request.transport ?? "header";
  const inHeader = transport === "header" || transport === "header-and-body";
  const inBody = transport === "body" || transport === "header-and-body";
  const query = stages.decodeForm(stages.splitUrl(request.url).query ?? "", stages);
  const form = toOctetPairs(request.form ?? []);
  const protocolParameters = stages.protocolParameters(request, stages);
  return {
    query: transport === "query" ? [...query, ...protocolParameters] : query,
    header: inHeader ? protocolParameters : [],
    body: inBody ? [...form, ...protocolParameters] : form,
    realm: inHeader ? (request.realm ?? null) : null,
    request,
  };
}

/**
 * Collects the pairs of query, Authorization header and form-encoded body, in this order.
 *
 * It leaves out every oauth_signature, and "realm" of the header. A protocol parameter that occurs in header and body with
 * the same value counts once. All other repeated pairs count each time.
 */
export function collectParameters(sources: ParameterSources): Parameter<Uint8Array>[] {
  const header = sources.header.filter(([name]) => !sameOctets(name, "realm"));
  const body = sources.body.filter((pair) => !repeatsProtocolParameter(pair, header));
  return [...withOrigin(sources.query, "query"), ...withOrigin(header, "header"), ...withOrigin(body, "body")].filter(
    ({ name }) => !sameOctets(name, "oauth_signature"),
  );
}

function withOrigin(pairs: readonly OctetPair[], origin: ParameterOrigin): Parameter<Uint8Array>[] {
  return pairs.map(([name, value]) => ({ name, value, origin }));
}

function repeatsProtocolParameter([name, value]: OctetPair, header: readonly OctetPair[]): boolean {
  return (
    isProtocolParameter([name, value]) &&
    header.some(([otherName, otherValue]) => sameOctets(name, otherName) && sameOctets(value, otherValue))
  );
}

const PROTOCOL_PREFIX = toOctets("oauth_");

/** Whether a name starts with "oauth_" in lower case (RFC 5849 3.1). */
export function isProtocolParameter([name]: OctetPair): boolean {
  return PROTOCOL_PREFIX.every((octet, at) => name[at] === octet);
}
