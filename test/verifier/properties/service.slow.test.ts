/**
 * A service in operation on a real Redis, against a plain model of it.
 *
 * @module-tag redis
 */

import { randomUUID } from "node:crypto";
import { createClient } from "@redis/client";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";
import type { NonceStore } from "../../../src/verifier/index.ts";
import { RedisNonceStore } from "../../../src/verifier/stores/redis-nonce-store.ts";
import { isInstalled } from "../../programs.ts";
import { seed } from "../../seed.ts";
import { RedisServer } from "../redis-server.ts";
import { examples, lawful } from "./service-property.ts";

async function connectTo(url: string) {
  const client = createClient({ url });
  client.on("error", () => {}); // a claim tells
  return client.connect();
}

describe.skipIf(!isInstalled("redis-server"))("a service in operation on a real Redis", () => {
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
    const stores = async (): Promise<readonly NonceStore[]> => {
      const prefix = `${randomUUID()}:`;
      await RedisNonceStore.initialize(clients[0]!, { prefix, timeoutMilliseconds: 60_000 });
      return clients.map((client) => new RedisNonceStore(client, { prefix, timeoutMilliseconds: 60_000 }));
    };
    await fc.assert(lawful(stores, "keeps-all"), { seed, numRuns: 25, examples });
  });
});
