/** Mixed traffic: requests of many layouts in turn, or the same requests layout by layout. */

import type { CredentialsLookup } from "../../src/index.ts";
import { type MixedRequest, requestOfLayout, TOKEN_SECRET } from "./layouts.ts";
import { type Laps, lapsOver, runAll } from "./measure.ts";
import { accept, verifierWith } from "./received.ts";
import { SECRET } from "./workload.ts";

/** Requests in a lap. */
const REQUESTS = 2400;

const LAYOUTS = 40;

/** All layouts in rotation; if not mixed, one layout after the other. */
function traffic(isMixed: boolean): MixedRequest[] {
  const requests = Array.from({ length: LAYOUTS }, (_, layout) =>
    Array.from({ length: REQUESTS / LAYOUTS }, (_, index) => requestOfLayout(layout, index)),
  );
  return isMixed ? rotated(requests) : requests.flat();
}

export function signing(isMixed: boolean): Laps {
  return lapsOver(traffic(isMixed), ({ signer, request, options }) => signer.sign(request, options));
}

const credentials: CredentialsLookup = ({ token }) =>
  token === undefined ? { consumerSecret: SECRET } : { consumerSecret: SECRET, tokenSecret: TOKEN_SECRET };

export function verifying(isMixed: boolean): Laps {
  const requests = traffic(isMixed);
  return {
    pieces: requests.length,
    prepare() {
      const verifier = verifierWith(credentials);
      return () => runAll(requests, ({ received }) => accept(verifier, received));
    },
  };
}

/** One request of each layout in turn. */
function rotated(layouts: readonly MixedRequest[][]): MixedRequest[] {
  return layouts[0]!.flatMap((_, index) => layouts.map((requests) => requests[index]!));
}
