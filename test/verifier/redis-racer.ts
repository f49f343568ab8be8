/**
 * A process that claims nonces on a shared Redis as fast as it can: `redis-racer.ts URL PREFIX COUNT`.
 *
 * It says `ready`, waits for a line, and prints the answers as one JSON list.
 */

import { once } from "node:events";
import { RedisNonceStore } from "../../src/verifier/stores/redis-nonce-store.ts";

const [url, prefix, count] = process.argv.slice(2) as [string, string, string];
const store = await RedisNonceStore.connect(url, { prefix, timeoutMilliseconds: 60_000 });
console.log("ready");
await once(process.stdin, "data");
const now = Math.floor(Date.now() / 1000);
const answers = await Promise.all(
  Array.from({ length: Number(count) }, (_, index) =>
    store.claim({ consumerKey: "client", timestamp: 1, nonce: `${index}`, expiresAt: now + 60, now }),
  ),
);
console.log(JSON.stringify(answers));
await store.close();
process.stdin.destroy();
