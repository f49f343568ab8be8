/** Compares a service in operation with a simple model: no request is accepted twice, no right request is rejected. */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryNonceStore, type NonceStore } from "../../../src/verifier/index.ts";
import { seed } from "../../seed.ts";
import { examples, lawful } from "./service-property.ts";

describe("a service in operation", () => {
  test("is right on a store in memory", { tags: ["deep"] }, async () => {
    const run = lawful(() => [new MemoryNonceStore()], "has-floor");
    await fc.assert(run, { seed, numRuns: 150, examples });
  });

  test("is right on a store in memory with too few places", { tags: ["deep"] }, async () => {
    const run = lawful(() => [new MemoryNonceStore({ capacity: 8, perClient: 3, sliceSeconds: 5 })], "is-small");
    await fc.assert(run, { seed, numRuns: 80, examples });
  });
});

describe("the model of the service", () => {
  const keyOf = ({ consumerKey, token, timestamp, nonce }: Parameters<NonceStore["claim"]>[0]): string =>
    JSON.stringify([consumerKey, token ?? null, timestamp, nonce]);

  /** Stores with a mistake. */
  const MISTAKEN: Readonly<Record<string, () => NonceStore[]>> = {
    "of each verifier's own": () => [new MemoryNonceStore(), new MemoryNonceStore()],
    "that forgets by the time of the claim": () => {
      const until = new Map<string, number>();
      return [
        {
          claim: (claim) => {
            if ((until.get(keyOf(claim)) ?? 0) > claim.now) return "used";
            until.set(keyOf(claim), claim.now + 300);
            return "fresh";
          },
        },
      ];
    },
    "that forgets what has expired, without a floor": () => {
      const until = new Map<string, number>();
      return [
        {
          claim: (claim) => {
            for (const [key, expiresAt] of until) if (expiresAt <= claim.now) until.delete(key);
            if (until.has(keyOf(claim))) return "used";
            until.set(keyOf(claim), claim.expiresAt);
            return "fresh";
          },
        },
      ];
    },
    "that checks, and sets later": () => {
      const used = new Set<string>();
      return [
        {
          claim: async (claim) => {
            if (used.has(keyOf(claim))) return "used";
            await Promise.resolve();
            used.add(keyOf(claim));
            return "fresh";
          },
        },
      ];
    },
    "that takes all nonces of a client for one": () => {
      const used = new Set<string>();
      const claim: NonceStore["claim"] = ({ consumerKey }) => {
        const isUsed = used.has(consumerKey);
        used.add(consumerKey);
        return isUsed ? "used" : "fresh";
      };
      return [{ claim }];
    },
    "that answers full": () => [{ claim: () => "full" }],
  };

  test.each(Object.entries(MISTAKEN))("catches a store %s", { tags: ["deep"] }, async (_mistake, stores) => {
    const { failed } = await fc.check(lawful(stores, "has-floor"), { seed: 1, numRuns: 1000, endOnFailure: true });
    expect(failed).toBe(true);
  });
});
