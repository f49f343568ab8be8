/** Sorting and joining of 1 to 200 parameters. */

import type { JsonPair } from "../../../src/conformance/vectors/index.ts";
import { seeded, shuffled } from "../random.ts";
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
