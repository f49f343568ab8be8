/** The kill matrix: which vectors and which property detect each fault. */

import { loadVectors, type Vector } from "../../src/conformance/vectors/index.ts";
import { FAULTS } from "../../src/faults/index.ts";
import { smallestCover } from "./cover.ts";
import { type IdleGroup, idleGroupOf } from "./idle-vectors.ts";
import { type PropertyKill, propertyKills } from "./property-kills.ts";
import { type Kills, vectorKills } from "./vector-kills.ts";

export interface Matrix {
  readonly vectors: readonly Vector[];
  readonly byVectors: Kills;
  readonly byProperties: ReadonlyMap<string, PropertyKill | undefined>;
  /** Ids of a small set of vectors that detects every fault. */
  readonly quick: readonly string[];
  /** The vectors that detect no fault. */
  readonly idle: readonly Vector[];
}

/** Takes half a minute on one core. */
export async function makeMatrix(): Promise<Matrix> {
  const vectors = loadVectors();
  const byVectors = vectorKills(FAULTS, vectors);
  const killing = new Set([...byVectors.values()].flat());
  return {
    vectors,
    byVectors,
    byProperties: await propertyKills(FAULTS),
    quick: smallestCover(
      byVectors,
      vectors.map(({ id }) => id),
    ),
    idle: vectors.filter(({ id }) => !killing.has(id)),
  };
}

const ADD_VECTOR = 'add one that shows it, as "Add a family of vectors" in CONTRIBUTING.md says';
const GENERATE_REQUESTS = "let src/conformance/properties/generators.ts make requests that show it";

/** Problems of the matrix, one sentence each. */
export function problemsOf({ vectors, byVectors, byProperties, idle }: Matrix): string[] {
  const open = new Set(vectors.filter((vector) => vector.open !== undefined).map(({ id }) => id));
  // Properties accept what RFC 5849 leaves open.
  const isOpen = (fault: string): boolean => byVectors.get(fault)!.every((id) => open.has(id));
  return [
    ...[...byVectors]
      .filter(([, ids]) => ids.length === 0)
      .map(([fault]) => `no vector detects ${fault}; ${ADD_VECTOR}`),
    ...[...byProperties]
      .filter(([fault, kill]) => kill === undefined && !isOpen(fault))
      .map(([fault]) => `no property detects ${fault}; ${GENERATE_REQUESTS}`),
    ...idle
      .filter((vector) => idleGroupOf(vector) === undefined)
      .map(({ id }) => `${id} detects no fault and is in no group of idle vectors`),
  ];
}

export function idleByReason({ idle }: Matrix): ReadonlyMap<IdleGroup, readonly Vector[]> {
  const groups = new Map<IdleGroup, Vector[]>();
  for (const vector of idle) {
    const reason = idleGroupOf(vector);
    if (reason !== undefined) groups.set(reason, [...(groups.get(reason) ?? []), vector]);
  }
  return groups;
}
