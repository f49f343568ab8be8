/** Finds small sets of vectors that detect every fault. */

import type { Vector } from "../../src/conformance/vectors/index.ts";
import type { Kills } from "./vector-kills.ts";

/**
 * The quick vectors. A library supports only some operations and signature methods, so each operation with each method has a
 * separate cover, which detects every fault that all vectors of that operation and method detect.
 *
 * @returns ids of vectors, in the order of `vectors`
 */
export function quickCover(kills: Kills, vectors: readonly Vector[]): string[] {
  const groups = new Map<string, string[]>();
  for (const vector of vectors) {
    const group = groupOf(vector);
    groups.set(group, [...(groups.get(group) ?? []), vector.id]);
  }
  const chosen = new Set([...groups.values()].flatMap((ids) => smallestCover(killsOf(kills, new Set(ids)), ids)));
  return vectors.map(({ id }) => id).filter((id) => chosen.has(id));
}

/** The operation of a vector, and its signature method if it has one. */
export function groupOf({ input }: Vector): string {
  return "signatureMethod" in input ? `${input.operation} ${input.signatureMethod}` : input.operation;
}

function killsOf(kills: Kills, ids: ReadonlySet<string>): Kills {
  return new Map([...kills].map(([fault, vectors]) => [fault, vectors.filter((id) => ids.has(id))]));
}

/**
 * Greedy: takes the vector that detects the most remaining faults, then drops vectors that the others make superfluous.
 *
 * @returns ids of vectors, in the order of `ids`
 */
export function smallestCover(kills: Kills, ids: readonly string[]): string[] {
  const caught = new Map<string, Set<string>>(ids.map((id) => [id, new Set()]));
  for (const [fault, vectors] of kills) for (const id of vectors) caught.get(id)!.add(fault);

  const left = new Set([...kills].filter(([, vectors]) => vectors.length > 0).map(([fault]) => fault));
  const chosen: string[] = [];
  while (left.size > 0) {
    const gain = (id: string): number => [...caught.get(id)!].filter((fault) => left.has(fault)).length;
    const gains = ids.map((id) => ({ id, gain: gain(id) }));
    const best = gains.reduce((most, one) => (one.gain > most.gain ? one : most));
    chosen.push(best.id);
    for (const fault of caught.get(best.id)!) left.delete(fault);
  }

  const needed = new Set(chosen);
  for (const id of [...chosen].reverse()) {
    const isSuperfluous = [...caught.get(id)!].every((fault) =>
      kills.get(fault)!.some((other) => other !== id && needed.has(other)),
    );
    if (isSuperfluous) needed.delete(id);
  }
  return ids.filter((id) => needed.has(id));
}
