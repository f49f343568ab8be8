/** Sorting and joining of 1 to 200 parameters. */

import type { JsonPair } from "../../../src/conformance/vectors/index.ts";
import { get, post, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

const IN_FORM = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 65, 100, 128, 200];
const IN_QUERY = [1, 2, 10, 50, 100, 200];
const rule = "rfc5849-3.4.1.3.2-2";

export const parameterCount: Family = {
  name: "parameter-count",
  area: "request",
  make: (): Draft[] => [
    ...IN_FORM.map((count) => toSign(`${count} parameters in the form, not in sorted order`, rule, post(pairs(count)))),
    ...IN_QUERY.map((count) =>
      toSign(`${count} parameters in the query, not in sorted order`, rule, get(`/list?${encoded(pairs(count))}`)),
    ),
    toSign(
      "200 parameters with the same name: sorted by value",
      "rfc5849-3.4.1.3.2-3",
      post(pairs(200).map(([, value]): JsonPair => ["same", value])),
    ),
    toSign("60 parameters, half in the query and half in the form", rule, {
      ...post(pairs(30)),
      url: `https://api.example.com/list?${encoded(pairs(60).slice(30))}`,
    }),
  ],
};

/** Numbered names without leading zeros, so that p10 sorts before p9. */
function pairs(count: number): [string, string][] {
  const below = seeded(count);
  const all = Array.from({ length: count }, (_, index): [string, string] => [`p${index}`, `${below(1000)}`]);
  return shuffled(all, count);
}

function encoded(all: readonly [string, string][]): string {
  return all.map((pair) => pair.join("=")).join("&");
}

/** A generator of integers below a bound (mulberry32). */
function seeded(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** A shuffled copy (Fisher-Yates). */
function shuffled<T>(things: readonly T[], seed: number): T[] {
  const below = seeded(seed);
  const order = [...things];
  for (let last = order.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
