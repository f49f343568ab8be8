/**
 * The value of a stage as one line of text. Two values are equivalent exactly if their texts are equal.
 *
 * Most stages are compared octet by octet. Where RFC 5849 leaves order or spelling free (parameters of a header, a body or
 * a query), the text has a fixed order and spelling.
 */

import { parseAuthorizationHeader, specification, toOctets } from "../../model/index.ts";
import { fromJsonPairs } from "./json-text.ts";
import { pairs } from "./shape.ts";
import type { Stage, StageValue } from "./stages.ts";

const { percentEncode, decodeForm } = specification;
type OctetPair = readonly [Uint8Array, Uint8Array];

/**
 * The value of a stage as one line of text, to compare the answers of implementations. Two values are equivalent exactly if
 * their texts are equal: parameters of a header, a form or a query are sorted and spelled in one form, everything else is
 * compared octet by octet.
 *
 * @param value a value that does not have the form of its stage is returned as it is
 * @example
 * ```ts
 * import { stageText } from "countersign/vectors";
 *
 * stageText("body", "b=2&a=%7e"); // => "a=~&b=2"
 * stageText("parameters", [["b", "2"], ["a", "~"]]); // => "a=~&b=2"
 * ```
 */
export function stageText(stage: Stage, value: StageValue): string {
  try {
    if (stage === "parameters") return pairsText(value);
    return typeof value === "string" ? (TEXTS[stage]?.(value) ?? value) : JSON.stringify(value);
  } catch {
    // A text instead of pairs must not look like pairs.
    return typeof value === "string" && stage !== "parameters" ? value : JSON.stringify(value);
  }
}

const TEXTS: { readonly [stage in Stage]?: (value: string) => string } = {
  "authorization-header": headerText,
  body: (body) => sorted(decodeForm(body, specification)),
  url: urlText,
  // In quotes, so that the realm "null" differs from no realm.
  realm: (realm) => JSON.stringify(realm),
  valid: (text) => JSON.stringify(text),
};

function headerText(header: string): string {
  const { realm, parameters } = parseAuthorizationHeader(header);
  const parts = sortedPairs(parameters).map(([name, value]) => `${name}="${value}"`);
  return `OAuth ${[...(realm === null ? [] : [`realm=${JSON.stringify(realm)}`]), ...parts].join(", ")}`;
}

/** Scheme, host and port normalized: any spelling of them sends the same request to the same server. */
function urlText(url: string): string {
  const { query } = specification.splitUrl(url);
  const base = specification.baseStringUri(url, specification);
  return query === undefined ? base : `${base}?${sorted(decodeForm(query, specification))}`;
}

function pairsText(value: StageValue): string {
  return sorted(fromJsonPairs(pairs("parameters", value)).map(([one, other]) => [toOctets(one), toOctets(other)]));
}

function sorted(pairs: readonly OctetPair[]): string {
  return sortedPairs(pairs)
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

function sortedPairs(pairs: readonly OctetPair[]): [string, string][] {
  const encoded = pairs.map(([name, value]): [string, string] => [percentEncode(name), percentEncode(value)]);
  return encoded.sort((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
