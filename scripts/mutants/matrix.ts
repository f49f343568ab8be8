/**
 * The kill matrix: every fault against every vector, and against the laws.
 *
 * @module
 */

import { loadVectors, type Vector } from "../../src/conformance/vectors/index.ts";
import { FAULTS } from "../../src/faults/index.ts";
import { smallestCover } from "./cover.ts";
import { type Reason, reasonFor } from "./idle-vectors.ts";
import { type LawKill, lawKills } from "./property-kills.ts";
import { type Kills, vectorKills } from "./vector-kills.ts";

/** All that is told of it. */
export interface Matrix {
  readonly vectors: readonly Vector[];
  readonly byVectors: Kills;
  readonly byLaws: ReadonlyMap<string, LawKill | undefined>;
  /** Ids of a small set of vectors that notices every fault. */
  readonly quick: readonly string[];
  /** The vectors that no fault fails. */
  readonly idle: readonly Vector[];
}

/** Runs everything: half a minute of one core. */
export async function makeMatrix(): Promise<Matrix> {
  const vectors = loadVectors();
  const byVectors = vectorKills(FAULTS, vectors);
  const killing = new Set([...byVectors.values()].flat());
  return {
    vectors,
    byVectors,
    byLaws: await lawKills(FAULTS),
    quick: smallestCover(
      byVectors,
      vectors.map(({ id }) => id),
    ),
    idle: vectors.filter(({ id }) => !killing.has(id)),
  };
}

/** What is not as it has to be, a sentence each; empty where all is well. */
export function problemsOf({ byVectors, byLaws, idle }: Matrix): string[] {
  return [
    ...[...byVectors].filter(([, ids]) => ids.length === 0).map(([fault]) => `no vector notices ${fault}`),
    ...[...byLaws].filter(([, kill]) => kill === undefined).map(([fault]) => `no law notices ${fault}`),
    ...idle
      .filter((vector) => reasonFor(vector) === undefined)
      .map(({ id }) => `${id} notices no fault, and no reason is given why it is there`),
  ];
}

/** The idle vectors by their reasons. */
export function idleByReason({ idle }: Matrix): ReadonlyMap<Reason, readonly Vector[]> {
  const groups = new Map<Reason, Vector[]>();
  for (const vector of idle) {
    const reason = reasonFor(vector);
    if (reason !== undefined) groups.set(reason, [...(groups.get(reason) ?? []), vector]);
  }
  return groups;
}
