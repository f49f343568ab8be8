/**
 * Each stage's value as one line of text, such that two values mean the same exactly when their texts are equal.
 *
 * Most stages are compared octet by octet. Where RFC 5849 leaves the order or the spelling free (parameters of a header,
 * a body or a query), the text has one order and one spelling.
 *
 * @module
 */

import { parseAuthorizationHeader, specification, toOctets } from "../../model/index.ts";
import { fromJsonPairs } from "./json-text.ts";
import { pairs } from "./shape.ts";
import type { Stage, StageValue } from "./vector.ts";

const { percentEncode, decodeForm } = specification;
type OctetPair = readonly [Uint8Array, Uint8Array];

/** The text of a value; a value that cannot be read as its stage demands stands for itself, as it came. */
export function stageText(stage: Stage, value: StageValue): string {
  try {
    if (stage === "parameters") return pairsText(value);
    return typeof value === "string" ? (TEXTS[stage]?.(value) ?? value) : JSON.stringify(value);
  } catch {
    // A text in the place of pairs must not read like them.
    return typeof value === "string" && stage !== "parameters" ? value : JSON.stringify(value);
  }
}

const TEXTS: { readonly [stage in Stage]?: (value: string) => string } = {
  "authorization-header": headerText,
  body: (body) => sorted(decodeForm(body, specification)),
  url: urlText,
  // In quotes, so that the realm "null" is not the absence of one.
  realm: (realm) => JSON.stringify(realm),
  valid: (text) => JSON.stringify(text),
};

function headerText(header: string): string {
  const { realm, parameters } = parseAuthorizationHeader(header);
  const parts = sortedPairs(parameters).map(([name, value]) => `${name}="${value}"`);
  return `OAuth ${[...(realm === null ? [] : [`realm=${JSON.stringify(realm)}`]), ...parts].join(", ")}`;
}

/** Whatever spelling of scheme, host and port a client sends, the same server gets the same request. */
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
