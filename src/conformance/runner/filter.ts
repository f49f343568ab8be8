/**
 * Selects vectors and properties by id or its beginning, rule, operation, stage or flag. If there are several filters, one
 * must match.
 */

import type { Property } from "../properties/index.ts";
import type { Operation, Vector, VerificationVector } from "../vectors/index.ts";

/** The members that a filter reads. */
type Filtered = Pick<Vector, "id" | "rule" | "level" | "flags" | "expected"> & {
  readonly input: { readonly operation: Operation };
};

/** The vectors that match a filter; all without a filter. */
export function filterVectors<Own extends Filtered>(
  vectors: readonly Own[],
  filters: readonly string[] = [],
): readonly Own[] {
  if (filters.length === 0) return vectors;
  return vectors.filter((vector) => isNamed(vector.id, namesOfVector(vector), filters));
}

/** What a filter may name of a vector, apart from its id. */
export function namesOfVector({ rule, input, level, flags, expected }: Filtered): readonly string[] {
  return [rule, input.operation, level, ...flags, ...Object.keys(expected)];
}

/** What a filter may name of a vector for verifiers, apart from its id: rule, layer, flag, fault, CVE or expected code. */
export function namesOfVerificationVector(vector: VerificationVector): readonly string[] {
  const { rule, layer, level, flags, faults = [], cves = [], expected } = vector;
  const code = "refuse" in expected ? [expected.refuse] : [];
  return [rule, layer, level, ...flags, ...faults, ...cves, ...code];
}

/**
 * The vectors for verifiers whose question matches a filter, as {@link filterVectors} selects questions. Creating the
 * questions takes longer than filtering, so that they are created afterwards.
 */
export function filterByQuestion(
  vectors: readonly VerificationVector[],
  filters: readonly string[] = [],
): readonly VerificationVector[] {
  const questions = vectors.map((vector) => {
    const { id, rule, level, flags } = vector;
    return { id, rule, level, flags, input: { operation: "verify" as const }, expected: { valid: true }, vector };
  });
  return filterVectors(questions, filters).map(({ vector }) => vector);
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
