/**
 * Chooses vectors by what a person would type: an id or its beginning, a rule, an operation, a stage, a flag.
 *
 * @module
 */

import type { Vector } from "../suite/index.ts";

/** The vectors that a filter names; all of them without one. */
export function filterVectors(vectors: readonly Vector[], filter: string | undefined): readonly Vector[] {
  return filter === undefined ? vectors : vectors.filter((vector) => matches(vector, filter));
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
