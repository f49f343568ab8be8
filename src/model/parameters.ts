/**
 * Collects the parameters that are signed, from wherever they travel (RFC 5849 3.4.1.3.1).
 *
 * @module
 */

import type { OctetPair } from "./octets.ts";
import { sameOctets, toOctetPairs } from "./octets.ts";
import type { Stages } from "./stages.ts";
import type { MeantRequest, Origin, Parameter } from "./types.ts";

/** All pairs of a request, decoded, in the place where they travel, before any is left out. */
export interface ParameterSources {
  readonly query: readonly OctetPair[];
  /** Of the Authorization header, without the realm. */
  readonly authorization: readonly OctetPair[];
  /** Of a form-encoded body. */
  readonly form: readonly OctetPair[];
  /** The header's realm, which is not signed; null: none. */
  readonly realm: string | null;
  /** What nothing is collected from, though some clients look at it: method, headers, a body that is no form. */
  readonly around?: Pick<MeantRequest, "method" | "headers" | "body">;
}

/**
 * Lays out the pairs of a request as its transport will place them.
 *
 * @throws Error for a URL that cannot be split, and for text with a lone surrogate
 * @example
 * meantSources({ method: "GET", url: "http://a/?b=c", protocolParameters: [], signatureMethod: "HMAC-SHA1" },
 *   specification).query; // one pair, "b" and "c"
 */
export function meantSources(request: MeantRequest, stages: Stages): ParameterSources {
  const transport = request.transport ?? "header";
  const inHeader = transport === "header" || transport === "header-and-body";
  const inBody = transport === "body" || transport === "header-and-body";
  const query = stages.decodeForm(stages.splitUrl(request.url).query ?? "", stages);
  const form = toOctetPairs(request.form ?? []);
  const protocolParameters = stages.protocolParameters(request, stages);
  return {
    query: transport === "query" ? [...query, ...protocolParameters] : query,
    authorization: inHeader ? protocolParameters : [],
    form: inBody ? [...form, ...protocolParameters] : form,
    realm: inHeader ? (request.realm ?? null) : null,
    around: request,
  };
}

/**
 * Collects query, Authorization header and form, in this order, each pair with its origin.
 *
 * Left out are oauth_signature wherever it stands, and a "realm" of the header. Where the body repeats a protocol
 * parameter of the header with the same value, it counts once. Other repeated pairs all count.
 *
 * @example
 * collectParameters({ query: toOctetPairs([["a", "b"]]), authorization: [], form: [], realm: null });
 * // [{ name: "a", value: "b", origin: "query" }], name and value as octets
 */
export function collectParameters(sources: ParameterSources): Parameter[] {
  const authorization = sources.authorization.filter(([name]) => !sameOctets(name, "realm"));
  const form = sources.form.filter((pair) => !repeatsProtocolParameter(pair, authorization));
  return [
    ...withOrigin(sources.query, "query"),
    ...withOrigin(authorization, "authorization"),
    ...withOrigin(form, "form"),
  ].filter(({ name }) => !sameOctets(name, "oauth_signature"));
}

function withOrigin(pairs: readonly OctetPair[], origin: Origin): Parameter[] {
  return pairs.map(([name, value]) => ({ name, value, origin }));
}

function repeatsProtocolParameter([name, value]: OctetPair, authorization: readonly OctetPair[]): boolean {
  return (
    isProtocolParameter([name, value]) &&
    authorization.some(([otherName, otherValue]) => sameOctets(name, otherName) && sameOctets(value, otherValue))
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
