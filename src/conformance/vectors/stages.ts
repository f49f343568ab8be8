/** The values of stages, and how they are compared. */

import { parseAuthorizationHeader, specification, toOctets } from "../../model/index.ts";
import type { Operation } from "./input.ts";
import { PAIRS } from "./json-shapes.ts";
import { fromJsonPairs, type JsonPair } from "./json-text.ts";
import { OPERATION_ROWS } from "./operations.ts";
import { readShape } from "./shape.ts";
import { STAGES, type Stage } from "./stage-rows.ts";

export { STAGES, type Stage } from "./stage-rows.ts";

/**
 * The value of a stage: text, pairs, the realm (null for none), or whether a signature is valid.
 *
 * Pairs stay in their JSON form: vectors state them, drivers answer with them, reports print them, and code only
 * compares them.
 */
export type StageValue = string | readonly JsonPair[] | boolean | null;

/** Values by stage. A stage without a stated value is absent. */
export type StageValues = { readonly [stage in Stage]?: StageValue };

/** All operations. */
export const OPERATIONS = Object.keys(OPERATION_ROWS) as readonly Operation[];

/** The stage that every answer to an operation must have. */
export const REQUIRED_STAGE = Object.fromEntries(
  OPERATIONS.map((operation) => [operation, OPERATION_ROWS[operation].required]),
) as Readonly<Record<Operation, Stage>>;

/** Whether a name is the name of an operation. */
export function isOperation(name: unknown): name is Operation {
  return typeof name === "string" && Object.hasOwn(OPERATION_ROWS, name);
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

/** The stage at which two values differ, and both as text. */
export interface Unequal {
  readonly stage: Stage;
  readonly expected: string;
  readonly actual: string;
}

/** The stage and both values as text, if two values of a stage differ. */
export function unequal(
  stage: Stage,
  expected: StageValue | undefined,
  actual: StageValue | undefined,
): Unequal | undefined {
  // Most values are identical; writing them as text is the slow part.
  if (expected === actual || JSON.stringify(expected) === JSON.stringify(actual)) return undefined;
  const texts = { expected: stageText(stage, expected), actual: stageText(stage, actual) };
  return texts.expected === texts.actual ? undefined : { stage, ...texts };
}

/** The first stage at which an answer differs from what is expected. Stages that the answer lacks count only if required. */
export function firstUnequal(expected: StageValues, actual: StageValues, required?: Stage): Unequal | undefined {
  for (const stage of STAGES) {
    if (expected[stage] === undefined || (actual[stage] === undefined && stage !== required)) continue;
    const wrong = unequal(stage, expected[stage], actual[stage]);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
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
export function stageText(stage: Stage, value: StageValue | undefined): string {
  if (value === undefined) return "(nothing)";
  try {
    if (stage === "parameters") {
      const given = fromJsonPairs(readShape(PAIRS, "parameters", value));
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

/** A realm whose quotes are not escaped is kept as it is. */
const UNESCAPED_REALM_RE = /^OAuth +(realm=".*?")\s*,\s*(?=oauth_)/is;

function headerText(header: string): string {
  try {
    return textOfHeader(parseAuthorizationHeader(header));
  } catch (error) {
    const unescaped = UNESCAPED_REALM_RE.exec(header);
    if (unescaped === null) throw error;
    const { parameters } = parseAuthorizationHeader(`OAuth ${header.slice(unescaped[0].length)}`);
    return textOfHeader({ realm: null, parameters }, [unescaped[1]!]);
  }
}

function textOfHeader(
  { realm, parameters }: ReturnType<typeof parseAuthorizationHeader>,
  before = realm === null ? [] : [`realm=${JSON.stringify(realm)}`],
): string {
  const parts = sortedPairs(parameters).map(([name, value]) => `${name}="${value}"`);
  return `OAuth ${[...before, ...parts].join(", ")}`;
}

/** Normalizes scheme, host and port of a URL: every spelling of these sends the request to the same server. */
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
  return encoded.sort((a, b) => compareText(a[0], b[0]) || compareText(a[1], b[1]));
}

/** Compares by UTF-16 units. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
