/**
 * What a claim costs in a MemoryNonceStore that holds many nonces, and how much memory it takes.
 *
 * The clock moves on with the claims, so that as many nonces expire as are added, as on a server
 * that has run for a while.
 */

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { NonceClaim, NonceStore } from "../../src/index.ts";
import { MemoryNonceStore } from "./built.ts";
import { type Effort, measureLaps, type Runner } from "./measure.ts";

/** The figures of the store. */
export interface ClaimFigures {
  /** Of claims, with so many live nonces. */
  readonly costs: readonly { readonly live: number; readonly nanoseconds: number; readonly ratio: number }[];
  readonly memory: readonly Memory[];
}

/** The memory of live nonces. */
export interface Memory {
  readonly live: number;
  /** Nonces per client. */
  readonly clients: number;
  /** Millions of bytes. */
  readonly megabytes: number;
}

/** How long a nonce is remembered under the verifier's defaults: tolerance and skew. */
const LIFETIME = 360;
const START = 1_700_000_000;
const CLIENTS = 100;

/** The claims in two time slices of the store (10 s each), at a million live nonces. */
const LAP = Math.round((20 / LIFETIME) * 1_000_000);

/** An endless sequence of claims, at the rate that keeps `live` nonces alive. */
export function* claims(live: number, clients: number = CLIENTS): Generator<NonceClaim, never> {
  for (let index = 0; ; index++) {
    const now = START + (index / live) * LIFETIME;
    const timestamp = Math.floor(now);
    const nonce = `a1b2c3d4e5f60718293a4b5c${index.toString(16).padStart(8, "0")}`;
    yield { consumerKey: `client-${index % clients}`, timestamp, nonce, expiresAt: timestamp + LIFETIME, now };
  }
}

/** Claims in a store; each must be fresh. */
export function claimAll(store: Pick<NonceStore, "claim">, list: Iterable<NonceClaim>): void {
  for (const claim of list) {
    const answer = store.claim(claim);
    if (answer !== "fresh")
      throw new Error(`expected a fresh nonce in the benchmark, but the store answered ${String(answer)}`);
  }
}

/** The first claims of a generator. */
export function* take(count: number, from: Generator<NonceClaim, never>): Generator<NonceClaim> {
  for (let index = 0; index < count; index++) yield from.next().value;
}

/** Measures at ten thousand and at a million live nonces, side by side. */
export async function claimFigures(effort: Effort): Promise<ClaimFigures> {
  const lives = [10_000, 1_000_000];
  const results = await measureLaps(lives.map(claimer), LAP, effort);
  const costs = results.map(({ nanoseconds, ratio }, index) => ({ live: lives[index]!, nanoseconds, ratio }));
  return { costs, memory: [1, 1000, 100_000].map(memoryOfMillion) };
}

/** A filled store; each lap continues where the last one ended. */
function claimer(live: number): Runner {
  const store = new MemoryNonceStore();
  const endless = claims(live);
  claimAll(store, take(live, endless));
  return {
    name: `${live} live nonces`,
    prepare() {
      const list = [...take(LAP, endless)];
      return () => claimAll(store, list);
    },
  };
}

/** Measures in a separate process, where nothing else allocates memory. */
function memoryOfMillion(clients: number): Memory {
  const script = fileURLToPath(new URL("./claims-memory.ts", import.meta.url));
  const command = ["--expose-gc", "--import", "tsx", script, String(clients)];
  const output = execFileSync(process.execPath, command, { encoding: "utf8" });
  return JSON.parse(output) as Memory;
}
