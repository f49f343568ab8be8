/**
 * A process with a minimal Fastify server that verifies requests, with nonces on Redis. The first argument is its configuration
 * as JSON. It sends its port to its parent process, and ends with it.
 */

import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { createVerifier } from "./built.ts";
import { protect, RedisNonceStore } from "./built-servers.ts";
import { CONSUMER_KEY, ORIGIN, type ServerConfiguration } from "./start-server.ts";

process.once("disconnect", () => process.exit());
const { redisUrl, secret } = JSON.parse(process.argv[2]!) as ServerConfiguration;
const stored = { consumerSecret: secret };
const verifier = createVerifier({
  origin: ORIGIN,
  nonceStore: await RedisNonceStore.connect(redisUrl),
  credentials: ({ consumerKey }) => (consumerKey === CONSUMER_KEY ? stored : undefined),
});
const app = fastify();
await app.register(protect, { verifier });
app.post("/*", async () => "accepted\n");
await app.listen({ port: 0, host: "127.0.0.1" });
process.send!((app.server.address() as AddressInfo).port);
