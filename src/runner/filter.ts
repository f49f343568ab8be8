/**
 * Chooses vectors and laws by what a person would type: an id or its beginning, a rule, an operation, a stage, a flag.
 *
 * @module
 */

import type { Vector, VerificationVector } from "../suite/index.ts";
import type { Law } from "../suite/laws/index.ts";

/** The vectors that a filter names; all of them without one. */
export function filterVectors(vectors: readonly Vector[], filter: string | undefined): readonly Vector[] {
  return filter === undefined ? vectors : vectors.filter((vector) => matches(vector, filter));
}

/** The vectors for verifiers that a filter names: by id, rule, layer, flag, fault, CVE or expected code. */
export function filterVerificationVectors(
  vectors: readonly VerificationVector[],
  filter: string | undefined,
): readonly VerificationVector[] {
  if (filter === undefined) return vectors;
  return vectors.filter(({ id, rule, layer, level, flags, faults = [], cves = [], expected }) => {
    const code = "refuse" in expected ? [expected.refuse] : [];
    return isNamed(id, [rule, layer, level, ...flags, ...faults, ...cves, ...code], filter);
  });
}

/** The laws that a filter names, by id or rule; all of them without one. */
export function filterLaws(laws: readonly Law[], filter: string | undefined): readonly Law[] {
  return filter === undefined ? laws : laws.filter(({ id, rules }) => id === filter || rules.includes(filter));
}

function matches(vector: Vector, filter: string): boolean {
  const { id, rule, operation, level, flags, expected } = vector;
  return isNamed(id, [rule, operation, level, ...flags, ...Object.keys(expected)], filter);
}

function isNamed(id: string, names: readonly string[], filter: string): boolean {
  return id === filter || names.includes(filter) || id.startsWith(filter.endsWith("/") ? filter : `${filter}/`);
}
