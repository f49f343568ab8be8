/**
 * Selects vectors and properties by id or its beginning, rule, operation, stage or flag. If there are several filters, one
 * must match.
 */

import type { Property } from "../../properties/index.ts";
import type { Operation, Vector, VerificationVector } from "../../vectors/index.ts";

/** The members that a filter reads of a question, or of a vector for verifiers. */
type Filtered =
  | (Pick<Vector, "id" | "rule" | "level" | "flags" | "expected"> & {
      readonly input: { readonly operation: Operation };
    })
  | VerificationVector;

/** The vectors that match a filter; all without a filter. */
export function filterVectors<Own extends Filtered>(
  vectors: readonly Own[],
  filters: readonly string[] = [],
): readonly Own[] {
  if (filters.length === 0) return vectors;
  return vectors.filter((vector) => isNamed(vector.id, namesOfVector(vector), filters));
}

/** What a filter may name of a vector, apart from its id. */
export function namesOfVector(vector: Filtered): readonly string[] {
  const { rule, level, flags } = vector;
  const asked = "input" in vector ? [vector.input.operation, ...Object.keys(vector.expected)] : ["verify", "valid"];
  return [rule, level, ...flags, ...asked];
}

/** What a filter may name of a vector for verifiers, apart from its id: rule, layer, flag, fault, CVE or expected code. */
export function namesOfVerificationVector(vector: VerificationVector): readonly string[] {
  const { rule, layer, level, flags, faults = [], cves = [], expected } = vector;
  const code = "refuse" in expected ? [expected.refuse] : [];
  return [rule, layer, level, ...flags, ...faults, ...cves, ...code];
}

/** The properties with this id or rule; all without a filter. */
export function filterProperties(
  properties: readonly Property[],
  filters: readonly string[] = [],
): readonly Property[] {
  if (filters.length === 0) return properties;
  return properties.filter(({ id, rules }) => filters.some((filter) => id === filter || rules.includes(filter)));
}

/** Whether one of several filters names something: its id, the beginning of its id, or one of its names. */
export function isNamed(id: string, names: readonly string[], filters: readonly string[]): boolean {
  return filters.some((filter) => id === filter || names.includes(filter) || id.startsWith(folderOf(filter)));
}

/** `base-string`, `base-string/` and `base-string/*` are all beginnings of `base-string/rfc5849/1`. */
function folderOf(filter: string): string {
  return `${filter.replace(/\/\*?$/, "")}/`;
}
