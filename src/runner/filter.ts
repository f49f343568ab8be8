/**
 * Chooses vectors and laws by what a person would type: an id or its beginning, a rule, an operation, a stage, a flag.
 *
 * @module
 */

import type { Vector } from "../suite/index.ts";
import type { Law } from "../suite/laws/index.ts";

/** The vectors that a filter names; all of them without one. */
export function filterVectors(vectors: readonly Vector[], filter: string | undefined): readonly Vector[] {
  return filter === undefined ? vectors : vectors.filter((vector) => matches(vector, filter));
}

/** The laws that a filter names, by id or rule; all of them without one. */
export function filterLaws(laws: readonly Law[], filter: string | undefined): readonly Law[] {
  return filter === undefined ? laws : laws.filter(({ id, rules }) => id === filter || rules.includes(filter));
}

function matches(vector: Vector, filter: string): boolean {
  const names = [
    vector.id,
    vector.rule,
    vector.operation,
    vector.level,
    ...vector.flags,
    ...Object.keys(vector.expected),
  ];
  return names.includes(filter) || vector.id.startsWith(filter.endsWith("/") ? filter : `${filter}/`);
}
