/** The stages: each step of the computation that has a value to compare. */

import { parseAuthorizationHeader, specification, toOctets } from "../../model/index.ts";
import type { Operation } from "./input.ts";
import { fromJsonPairs, type JsonPair } from "./json-text.ts";
import { pairs } from "./shape.ts";

/** The stages, in the order in which they are computed. */
export const STAGES = [
  "percent-encoding",
  "percent-decoding",
  "parameters",
  "parameter-string",
  "base-string-uri",
  "base-string",
  "key",
  "signature",
  "authorization-header",
  "realm",
  "url",
  "body",
  "body-hash",
  "valid",
] as const;

export type Stage = (typeof STAGES)[number];

/**
 * The value of a stage: text, pairs, the realm (null for none), or whether a signature is valid.
 *
 * Pairs stay in their JSON form: vectors state them, drivers answer with them, reports print them, and code only
 * compares them.
 */
export type StageValue = string | readonly JsonPair[] | boolean | null;

/** Values by stage. A stage without a stated value is absent. */
export type StageValues = { readonly [stage in Stage]?: StageValue };

/** The stage that every answer to an operation must have. */
export const REQUIRED_STAGE: Readonly<Record<Operation, Stage>> = {
  "percent-encoding": "percent-encoding",
  "percent-decoding": "percent-decoding",
  parameters: "parameters",
  "parameter-string": "parameter-string",
  "base-string-uri": "base-string-uri",
  "base-string": "base-string",
  signature: "signature",
  "authorization-header": "authorization-header",
  "authorization-header-parsing": "parameters",
  "body-hash": "body-hash",
  sign: "signature",
  "sign-exactly": "signature",
  "verify-signature": "valid",
  verify: "valid",
};

/** All operations. */
export const OPERATIONS = Object.keys(REQUIRED_STAGE) as readonly Operation[];

/** Whether a name is that of an operation. */
export function isOperation(name: unknown): name is Operation {
  return typeof name === "string" && Object.hasOwn(REQUIRED_STAGE, name);
}

/**
 * The value that a vector expects at a stage.
 *
 * @returns `undefined` if the vector states no value for the stage, or expects a refusal
 * @example
 * ```ts
 * import { expectedStage, loadVectors } from "countersign/vectors";
 *
 * const vector = loadVectors().find(({ id }) => id === "percent-encoding/rfc5849/1")!;
 * expectedStage(vector, "percent-encoding"); // => "%3D%253D"
 * ```
 */
export function expectedStage(
  { expected }: { readonly expected: StageValues | { readonly refused: true } },
  stage: Stage,
): StageValue | undefined {
  return "refused" in expected ? undefined : expected[stage];
}

const { percentEncode, decodeForm } = specification;
type OctetPair = readonly [Uint8Array, Uint8Array];

/**
 * The value of a stage as one line of text, to compare the answers of implementations. Two values are equivalent exactly when
 * their texts are equal: parameters of a header, a form or a query are sorted and spelled in one form, everything else is
 * compared octet by octet.
 *
 * @param value a value that does not have the form of its stage is returned as it is
 */
export function stageText(stage: Stage, value: StageValue): string {
  try {
    if (stage === "parameters") {
      const given = fromJsonPairs(pairs("parameters", value));
      return joined(given.map(([one, other]) => [toOctets(one), toOctets(other)]));
    }
    return typeof value === "string" ? (TEXTS[stage]?.(value) ?? value) : JSON.stringify(value);
  } catch {
    // A text instead of pairs must not look like pairs.
    return typeof value === "string" && stage !== "parameters" ? value : JSON.stringify(value);
  }
}

const TEXTS: { readonly [stage in Stage]?: (value: string) => string } = {
  "authorization-header": headerText,
  body: (body) => joined(decodeForm(body, specification)),
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
  return query === undefined ? base : `${base}?${joined(decodeForm(query, specification))}`;
}

function joined(pairs: readonly OctetPair[]): string {
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
