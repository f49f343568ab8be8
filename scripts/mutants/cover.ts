/** Finds a small set of vectors that detects every fault. */

import type { Kills } from "./vector-kills.ts";

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
