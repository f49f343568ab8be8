/**
 * Collects the parameters that are signed, wherever they are sent (RFC 5849 3.4.1.3.1).
 *
 * @module
 */

import type { Parameter, ParameterOrigin } from "../oauth1/parameter.ts";
import type { OctetPair } from "./octets.ts";
import { sameOctets, toOctetPairs } from "./octets.ts";
import type { ParameterSources, Stages } from "./stages.ts";
import type { SigningInput } from "./types.ts";

/**
 * The pairs of a request, by where its transport sends them.
 *
 * @throws Error for a URL that cannot be split, and for text with a lone surrogate
 * @example
 * meantSources({ method: "GET", url: "http://a/?b=c", protocolParameters: [], signatureMethod: "HMAC-SHA1" },
 *   specification).query; // one pair, "b" and "c"
 */
export function meantSources(request: SigningInput, stages: Stages): ParameterSources {
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
 * Collects query, Authorization header and form-encoded body, in this order, each pair with its origin.
 *
 * Left out are oauth_signature wherever it stands, and a "realm" of the header. Where the body repeats a protocol
 * parameter of the header with the same value, it counts once. Other repeated pairs all count.
 *
 * @example
 * collectParameters({ query: toOctetPairs([["a", "b"]]), header: [], body: [], realm: null });
 * // [{ name: "a", value: "b", origin: "query" }], name and value as octets
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

/**
 * Whether a pair's name begins with "oauth_", in exactly this case (RFC 5849 3.1).
 *
 * @example
 * isProtocolParameter([toOctets("oauth_nonce"), toOctets("x")]); // true
 */
export function isProtocolParameter([name]: OctetPair): boolean {
  return sameOctets(name.subarray(0, 6), "oauth_");
}
