/**
 * A process of its own: the smallest Fastify server, without verification or with it. Its configuration is the first
 * argument, as JSON; it sends its port to whoever forked it, and ends with that process.
 *
 * @module
 */

import type { AddressInfo } from "node:net";
import fastify from "fastify";
import type { NonceStore } from "../../src/index.ts";
import type { ResponseFunction } from "../../src/verifier/adapters/fastify.ts";
import { createVerifier, MemoryNonceStore, protect, RedisNonceStore } from "./built.ts";
import { CONSUMER_KEY, ORIGIN, REFUSAL_HEADER, type ServerConfiguration } from "./servers.ts";

process.once("disconnect", () => process.exit());
const { store, redisUrl, secret } = JSON.parse(process.argv[2]!) as ServerConfiguration;

/** The status that clients get, and what they are never told: the code, for those who judge. */
const tellingTheCode: ResponseFunction = ({ code, publicResponse }) => {
  return { status: publicResponse.status, headers: { [REFUSAL_HEADER]: code }, body: publicResponse.message };
};

const app = fastify();
app.addContentTypeParser(
  "application/x-www-form-urlencoded",
  { parseAs: "buffer" },
  async (_: unknown, body: Buffer) => {
    return body;
  },
);
if (store !== "none") {
  const stored = { consumerSecret: secret };
  const verifier = createVerifier({
    origin: ORIGIN,
    nonceStore: await openStore(),
    credentials: ({ consumerKey }) => (consumerKey === CONSUMER_KEY ? stored : undefined),
  });
  await app.register(protect, { verifier, rejectionResponse: tellingTheCode });
}
app.post("/*", async () => "accepted\n");
await app.listen({ port: 0, host: "127.0.0.1" });
process.send!((app.server.address() as AddressInfo).port);

async function openStore(): Promise<NonceStore> {
  return store === "memory" ? new MemoryNonceStore() : RedisNonceStore.connect(redisUrl);
}
