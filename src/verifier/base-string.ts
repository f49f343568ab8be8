/**
 * The signature base string of a received request (RFC 5849 3.4.1), and with it what the signature covers.
 *
 * @module
 */

import { signatureBaseString } from "../oauth1/index.ts";
import type { Pair, Parameters } from "./parameters.ts";
import { isProtocolParameter } from "./protocol-parameters.ts";
import type { CoveredParameter, ParameterOrigin } from "./types.ts";

/** The parameters that the signature covers, by place and in order. */
export interface Covered {
  readonly query: readonly Pair[];
  readonly header: readonly Pair[];
  readonly body: readonly Pair[];
}

/** Leaves out the signature itself and, where the body repeats the header, the repetition. */
export function coveredBy({ query, header, body }: Parameters, repeatedInBody: boolean): Covered {
  return {
    query: withoutSignature(query),
    header: withoutSignature(header),
    body: repeatedInBody ? body.filter((pair) => !isProtocolParameter(pair)) : withoutSignature(body),
  };
}

function withoutSignature(pairs: readonly Pair[]): readonly Pair[] {
  return pairs.some(isSignature) ? pairs.filter((pair) => !isSignature(pair)) : pairs;
}

function isSignature([name]: Pair): boolean {
  return name === "oauth_signature";
}

/**
 * The base string, made of the covered parameters themselves, so that what is signed is what is handed on.
 *
 * @param base - absolute URL without the query
 */
export function baseStringOf(method: string, base: string, { query, header, body }: Covered): string {
  const form = query.length === 0 ? body : [...query, ...body];
  return signatureBaseString({ method, url: base, form, protocolParameters: header });
}

/** The same parameters for the application. */
export function coveredParameters({ query, header, body }: Covered, { redecode }: Parameters): CoveredParameter[] {
  const list: CoveredParameter[] = [];
  addAll(list, query, "query");
  addAll(list, header, "header");
  for (const [name, value] of body) list.push({ name: redecode(name), value: redecode(value), origin: "body" });
  return list;
}

function addAll(list: CoveredParameter[], pairs: readonly Pair[], origin: ParameterOrigin): void {
  for (const [name, value] of pairs) list.push({ name, value, origin });
}
