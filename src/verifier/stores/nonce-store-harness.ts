/** How the tests for nonce stores use a store, and what one test gets. */

import type { NonceClaim, NonceStore } from "../nonce-store.ts";
import type { Claim } from "./nonce-expectations.ts";

/** How the tests use the store. What a store does not support is `null`, so that no test is left out by mistake. */
export type NonceStoreHarness = {
  /** Opens a store without nonces; called once for each test. */
  open(): NonceStore | Promise<NonceStore>;
  /** Opens another handle on the same nonces, as another process would; `null` if the store has one handle only. */
  openAnother: ((store: NonceStore) => NonceStore | Promise<NonceStore>) | null;
  /** Makes the store fail, as if its server were gone; `null` if it cannot fail. */
  breakStore: ((store: NonceStore) => void | Promise<void>) | null;
} & (ForgetsByClaims | ForgetsInRealTime);

/** The store forgets nonces by the `now` of later claims. */
export interface ForgetsByClaims {
  readonly forgetsBy: "claims";
}

/** The store forgets nonces by a clock that the tests cannot set. Two tests then take 3 seconds each. */
export interface ForgetsInRealTime {
  readonly forgetsBy: "real-time";
  /**
   * Reads how many more seconds the store will keep the nonce of a claim, for example with PTTL in Redis; `Infinity` for
   * a nonce that it never forgets. `null` if it cannot be read: a test then waits for 11 minutes.
   */
  readonly keptSeconds: ((store: NonceStore, claim: NonceClaim) => number | Promise<number>) | null;
}

/** What one test gets. */
export interface TestContext {
  readonly store: NonceStore;
  readonly harness: NonceStoreHarness;
  /** The time at the beginning of the test, in seconds. */
  readonly start: number;
  readonly claim: Claim;
  /** Opens another handle, which is closed at the end of the test. */
  openAnother(): Promise<NonceStore>;
}

/** One test, for any store. */
export interface Definition {
  readonly name: string;
  /** @default every harness */
  needs?(harness: NonceStoreHarness): boolean;
  run(context: TestContext): Promise<void>;
}
