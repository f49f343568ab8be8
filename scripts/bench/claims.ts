/**
 * Measures claims in a MemoryNonceStore that holds many nonces, and the memory that they take.
 *
 * The clock moves on with the claims, so that as many nonces expire as are added, as on a server
 * that has run for a while.
 */

import type { NonceClaim, NonceStore } from "../../src/index.ts";
import { MemoryNonceStore } from "./built.ts";
import type { Laps } from "./measure.ts";
import { usedMemory } from "./used-memory.ts";

/** How long a nonce is remembered under the verifier's defaults: tolerance and skew. */
const LIFETIME = 360;
const START = 1_700_000_000;
const MILLION = 1_000_000;

/** The claims in two time slices of the store (10 s each), at a million live nonces. */
const LAP = Math.round((20 / LIFETIME) * MILLION);

/** A filled store; each lap continues where the last one ended. */
export function claiming(live: number): Laps {
  const store = new MemoryNonceStore();
  const endless = claims(live, 100);
  claimAll(store, take(live, endless));
  return {
    pieces: LAP,
    prepare() {
      const list = [...take(LAP, endless)];
      return () => claimAll(store, list);
    },
  };
}

/** The octets of a store that holds a million nonces of this many clients. */
export async function memoryOfMillion(clients: number): Promise<number> {
  // Compiles all code first, so that it is not counted.
  claimAll(new MemoryNonceStore(), take(10_000, claims(10_000, 100)));
  const before = await usedMemory();
  const store = new MemoryNonceStore({ perClient: MILLION });
  claimAll(store, take(MILLION, claims(MILLION, clients)));
  const octets = (await usedMemory()) - before;
  if (store.size !== MILLION) throw new Error(`the store holds ${store.size} nonces instead of a million`);
  return octets;
}

/** An endless sequence of claims, at the rate that keeps `live` nonces alive. */
function* claims(live: number, clients: number): Generator<NonceClaim, never> {
  for (let index = 0; ; index++) {
    const now = START + (index / live) * LIFETIME;
    const timestamp = Math.floor(now);
    const nonce = `a1b2c3d4e5f60718293a4b5c${index.toString(16).padStart(8, "0")}`;
    yield { consumerKey: `client-${index % clients}`, timestamp, nonce, expiresAt: timestamp + LIFETIME, now };
  }
}

/** Claims in a store; each must be fresh. */
function claimAll(store: Pick<NonceStore, "claim">, list: Iterable<NonceClaim>): void {
  for (const claim of list) {
    const answer = store.claim(claim);
    if (answer !== "fresh") throw new Error(`expected a fresh nonce, but the store answered ${String(answer)}`);
  }
}

function* take(count: number, from: Generator<NonceClaim, never>): Generator<NonceClaim> {
  for (let index = 0; index < count; index++) yield from.next().value;
}
