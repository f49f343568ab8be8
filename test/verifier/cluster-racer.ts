/**
 * A process that sends every request of a list to a verifier on a shared Redis Cluster, again and again until each has an
 * answer: `cluster-racer.ts URL COUNT START`. It writes `ready`, waits for a line, writes `half` when it has half of the
 * answers, and in the end the numbers of the requests that it accepted, as one JSON list.
 */

import { once } from "node:events";
import { createCluster } from "@redis/client";
import { RedisNonceStore } from "../../src/verifier/stores/redis-nonce-store.ts";

const [url = "", count = "0", start = "0"] = process.argv.slice(2);
const cluster = createCluster({ rootNodes: [{ url }], defaults: { disableOfflineQueue: true } });
cluster.on("error", () => {});
await cluster.connect();
const store = new RedisNonceStore(cluster, { timeoutMilliseconds: 2000, onWarning: () => {} });
console.log("ready");
await once(process.stdin, "data");

const accepted: number[] = [];
let answered = 0;

/** As a client whose request gets 503 and that sends it again, unchanged. */
async function sendUntilAnswered(request: number): Promise<void> {
  const [timestamp, expiresAt] = [Number(start), Number(start) + 3600];
  for (;;) {
    try {
      const now = Math.floor(Date.now() / 1000);
      const answer = await store.claim({ consumerKey: "client", nonce: `${request}`, timestamp, expiresAt, now });
      if (answer === "fresh") accepted.push(request);
      answered += 1;
      if (answered === Number(count) / 2) console.log("half");
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

// Ten at a time.
const requests = Array.from({ length: Number(count) }, (_, request) => request);
const rest = requests[Symbol.iterator]();
await Promise.all(
  Array.from({ length: 10 }, async () => {
    for (const request of rest) await sendUntilAnswered(request);
  }),
);
console.log(JSON.stringify(accepted));
process.exit();
