/**
 * A service in operation against a plain model of it: nothing is accepted twice, nothing right is refused.
 *
 * @module
 */

import { randomUUID } from "node:crypto";
import { createClient } from "@redis/client";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MemoryNonceStore, type NonceStore } from "../../../src/verifier/index.ts";
import { RedisNonceStore } from "../../../src/verifier/stores/redis-nonce-store.ts";
import { seed } from "../../seed.ts";
import { REDIS_ON_PATH, RedisServer } from "../redis-server.ts";
import { SERVICE_RUNS } from "./counterexamples.ts";
import { type Command, commandOf, commands, type Memory, startService } from "./service.ts";

if (!REDIS_ON_PATH) {
  console.warn(
    "\nTHE MODEL-BASED RUNS ON REDIS DO NOT RUN: there is no redis-server on PATH (Debian: redis-server).\n",
  );
}

function lawful(stores: () => readonly NonceStore[], memory: Memory): fc.IAsyncProperty<[Iterable<Command>]> {
  return fc.asyncProperty(commands, (steps) => fc.asyncModelRun(() => startService(stores(), memory), steps));
}

const examples = SERVICE_RUNS.map((steps): [Iterable<Command>] => [steps.map(commandOf)]);

async function connectTo(url: string) {
  const client = createClient({ url });
  client.on("error", () => {}); // a claim tells
  return client.connect();
}

describe("a service in operation", () => {
  test("is right on a store in memory", async () => {
    const run = lawful(() => [new MemoryNonceStore()], "has-floor");
    await fc.assert(run, { seed, numRuns: 150, examples });
  });

  test("is right on a store in memory that has too little place", async () => {
    const run = lawful(() => [new MemoryNonceStore({ capacity: 8, perClient: 3, sliceSeconds: 5 })], "is-small");
    await fc.assert(run, { seed, numRuns: 80, examples });
  });
});

describe.skipIf(!REDIS_ON_PATH)("a service in operation on a real Redis", () => {
  let server: RedisServer;
  let clients: Awaited<ReturnType<typeof connectTo>>[] = [];

  beforeAll(async () => {
    server = await RedisServer.start();
    clients = [await connectTo(server.url), await connectTo(server.url)];
  });

  afterAll(async () => {
    for (const client of clients) client.destroy();
    await server?.remove();
  });

  test("is right, with a connection for each verifier", async () => {
    const stores = (): readonly NonceStore[] => {
      const prefix = `${randomUUID()}:`;
      return clients.map((client) => new RedisNonceStore(client, { prefix }));
    };
    await fc.assert(lawful(stores, "keeps-all"), { seed, numRuns: 25, examples });
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

  test.each(Object.entries(MISTAKEN))("catches a store %s", async (_mistake, stores) => {
    const { failed } = await fc.check(lawful(stores, "has-floor"), { seed: 1, numRuns: 1000, endOnFailure: true });
    expect(failed).toBe(true);
  });
});
