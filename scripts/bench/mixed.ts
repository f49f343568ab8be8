/** Mixed traffic: requests of many layouts in turn, or the same requests layout by layout. */

import type { CredentialsLookup } from "../../src/index.ts";
import { type MixedRequest, requestOfLayout, TOKEN_SECRET } from "./layouts.ts";
import { type Laps, lapsOver, runAll } from "./measure.ts";
import { accept, verifierWith } from "./received.ts";
import { SECRET } from "./workload.ts";

/** Requests in a lap. */
const REQUESTS = 2400;

/** 12 layouts in random order, or 40 in rotation; if not mixed, one layout after the other. */
function traffic(layouts: 12 | 40, isMixed: boolean): MixedRequest[] {
  const requests = requestsOf(layouts);
  if (!isMixed) return requests.flat();
  return layouts === 12 ? shuffled(requests.flat()) : rotated(requests);
}

export function signing(layouts: 12 | 40, isMixed: boolean): Laps {
  return lapsOver(traffic(layouts, isMixed), ({ signer, request, options }) => signer.sign(request, options));
}

const credentials: CredentialsLookup = ({ token }) =>
  token === undefined ? { consumerSecret: SECRET } : { consumerSecret: SECRET, tokenSecret: TOKEN_SECRET };

export function verifying(layouts: 12 | 40, isMixed: boolean): Laps {
  const requests = traffic(layouts, isMixed);
  return {
    pieces: requests.length,
    prepare() {
      const verifier = verifierWith(credentials);
      return () => runAll(requests, ({ received }) => accept(verifier, received));
    },
  };
}

function requestsOf(layouts: number): MixedRequest[][] {
  return Array.from({ length: layouts }, (_, layout) =>
    Array.from({ length: REQUESTS / layouts }, (_, index) => requestOfLayout(layout, index)),
  );
}

/** One request of each layout in turn. */
function rotated(layouts: readonly MixedRequest[][]): MixedRequest[] {
  return layouts[0]!.flatMap((_, index) => layouts.map((requests) => requests[index]!));
}

/** Shuffles in the same order in each run (Fisher-Yates, with a linear congruential generator). */
function shuffled(requests: readonly MixedRequest[]): MixedRequest[] {
  const all = [...requests];
  let state = 5849;
  for (let last = all.length - 1; last > 0; last--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (last + 1));
    [all[last], all[other]] = [all[other]!, all[last]!];
  }
  return all;
}
