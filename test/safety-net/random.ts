/** A small seeded generator of random numbers (mulberry32): the same numbers for a seed, on every machine. */

/** Draws from one seed. */
export interface Random {
  /** From 0 to `below - 1`. */
  int(below: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Picks by weight. */
  weighted<T>(list: readonly (readonly [weight: number, value: T])[]): T;
  /** A list of up to `most` drawn values. */
  some<T>(most: number, draw: () => T): T[];
}

/** @param label - what the numbers are for; another label gives other numbers */
export function createRandom(label: string, index: number): Random {
  let state = hash(`${label} ${index}`);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    int,
    chance: (probability) => next() < probability,
    pick: (list) => list[int(list.length)]!,
    weighted(list) {
      let rest = next() * list.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, value] of list) {
        rest -= weight;
        if (rest < 0) return value;
      }
      return list.at(-1)![1];
    },
    some: (most, draw) => Array.from({ length: int(most + 1) }, draw),
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value | 0;
}
