/** A sorted set of pairs, compared with a plain list. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SortedPairs } from "../../src/verifier/sorted-pairs.ts";
import { seed } from "../seed.ts";

type Pair = readonly [first: number, second: number];

/** Few different numbers, so that pairs share their first number, their second, or both. */
const ALL: readonly Pair[] = Array.from({ length: 30 * 30 }, (_, index) => [Math.floor(index / 30) - 15, index % 30]);
const pair = fc.constantFrom(...ALL);
const limit = fc.integer({ min: -17, max: 17 });

function compare([first, second]: Pair, [otherFirst, otherSecond]: Pair): number {
  return first - otherFirst || second - otherSecond;
}

function expectAgreement(pairs: SortedPairs, list: readonly Pair[], limits: readonly number[]): void {
  const sorted = [...list].sort(compare);
  const known = new Set(list.map(String));
  expect(pairs.size).toBe(sorted.length);
  expect(pairs.lowest).toBe(sorted[0]?.[0]);
  for (const limit of limits) expect(pairs.highestBelow(limit)).toBe(sorted.findLast(([first]) => first < limit)?.[0]);
  for (const asked of ALL) {
    if (pairs.has(...asked) !== known.has(String(asked)))
      throw new Error(`${asked} should be ${known.has(String(asked))}`);
  }
}

describe("a set of sorted pairs", () => {
  // Enough additions for several blocks between two removals.
  const round = fc.record({
    added: fc.array(pair, { maxLength: 600, size: "max" }),
    limits: fc.array(limit),
    removed: limit,
  });

  const expectLikeList = (numRuns: number): void => {
    fc.assert(
      fc.property(fc.array(round, { maxLength: 6 }), (rounds) => {
        const pairs = new SortedPairs();
        let known: Pair[] = [];
        for (const { added, limits, removed } of rounds) {
          for (const one of added) {
            if (pairs.has(...one)) continue;
            pairs.add(...one);
            known.push(one);
          }
          expectAgreement(pairs, known, limits);
          const rest = known.filter(([first]) => first > removed);
          expect(pairs.removeUpTo(removed)).toBe(known.length - rest.length);
          known = rest;
          expectAgreement(pairs, known, limits);
        }
      }),
      { seed, numRuns },
    );
  };
  test.each([12])("contains what a plain list would, in %i cases", expectLikeList);
  test.each([60])("contains what a plain list would, in %i cases", { tags: ["deep"] }, expectLikeList);

  test.each([
    ["rising", (index: number) => index],
    ["falling", (index: number) => -index],
  ])("finds each of ten thousand pairs added in %s order, and no other", (_order, place) => {
    const pairs = new SortedPairs();
    for (let index = 0; index < 10_000; index++) pairs.add(place(index), 2 ** 52 - index);
    for (let index = 0; index < 10_000; index++) {
      if (!pairs.has(place(index), 2 ** 52 - index)) throw new Error(`${index} is not found`);
      if (pairs.has(place(index), 2 ** 52 - index - 1)) throw new Error(`${index} is found where it is not`);
    }
    expect(pairs.removeUpTo(Math.min(place(0), place(9999)) + 4999)).toBe(5000);
    expect(pairs.size).toBe(5000);
  });

  test("is empty at first", () => {
    const pairs = new SortedPairs();
    expect(pairs.size).toBe(0);
    expect(pairs.lowest).toBeUndefined();
    expect(pairs.has(0, 0)).toBe(false);
    expect(pairs.highestBelow(1)).toBeUndefined();
    expect(pairs.removeUpTo(1)).toBe(0);
  });
});
