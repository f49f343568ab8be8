/** Mixed traffic: what requests of many layouts cost in turn, compared with the same requests, layout by layout. */

import type { CredentialsLookup } from "../../src/index.ts";
import { BOUNDS } from "./bounds.ts";
import { createVerifier } from "./built.ts";
import { SECRET } from "./contestants.ts";
import { type MixedRequest, requestOfLayout, TOKEN_SECRET } from "./layouts.ts";
import { type Effort, measureLaps, type Runner, type Table } from "./measure.ts";
import { mustBeAccepted, policyFor } from "./received.ts";

/** Requests in a lap. */
const REQUESTS = 2400;

/** Measures 12 layouts in random order and 40 in rotation, signed and verified. */
export async function mixedFigures(effort: Effort): Promise<Table[]> {
  const twelve = requestsOf(12);
  const forty = requestsOf(40);
  const orders = [
    { name: "12 layouts in random order", alone: twelve.flat(), mixed: shuffled(twelve.flat()) },
    { name: "40 layouts in rotation", alone: forty.flat(), mixed: rotated(forty) },
  ];
  const tables: Table[] = [];
  for (const [action, runner] of [
    ["Signing", signing],
    ["Verifying", verifying],
  ] as const) {
    for (const { name, alone, mixed } of orders) {
      const runners = [runner("one layout after the other", alone), runner("countersign, layouts mixed", mixed)];
      const results = await measureLaps(runners, REQUESTS, effort);
      tables.push({ name: `${action} HMAC-SHA1, ${name}`, results, bound: BOUNDS.mixed });
    }
  }
  return tables;
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

/** The same order in each run (Fisher-Yates, with a linear congruential generator). */
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

function signing(name: string, requests: readonly MixedRequest[]): Runner {
  return {
    name,
    prepare: () => () => {
      let last = "";
      for (const { signer, request, options } of requests) last = signer.sign(request, options).signature;
      return last;
    },
  };
}

const credentials: CredentialsLookup = ({ token }) =>
  token === undefined ? { consumerSecret: SECRET } : { consumerSecret: SECRET, tokenSecret: TOKEN_SECRET };

function verifying(name: string, requests: readonly MixedRequest[]): Runner {
  return {
    name,
    prepare() {
      const verifier = createVerifier(policyFor(credentials));
      return async () => {
        for (const { received } of requests) mustBeAccepted(await verifier.verify(received));
      };
    },
  };
}
