/**
 * A process with a minimal Fastify server, with or without verification. The first argument is its configuration as JSON.
 * It sends its port to its parent process, and ends with it.
 */

import type { AddressInfo } from "node:net";
import fastify from "fastify";
import type { NonceStore } from "../../src/index.ts";
import type { ResponseFunction } from "../../src/verifier/adapters/fastify.ts";
import { createVerifier, MemoryNonceStore, protect, RedisNonceStore } from "./built.ts";
import { CONSUMER_KEY, ORIGIN, REJECTION_HEADER, type ServerConfiguration } from "./servers.ts";

process.once("disconnect", () => process.exit());
const { store, redisUrl, secret } = JSON.parse(process.argv[2]!) as ServerConfiguration;

/** Adds the rejection code for the checks. A real server does not show it to clients. */
const responseWithCode: ResponseFunction = ({ code, publicResponse }) => {
  return { status: publicResponse.status, headers: { [REJECTION_HEADER]: code }, body: publicResponse.message };
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
  await app.register(protect, { verifier, rejectionResponse: responseWithCode });
}
app.post("/*", async () => "accepted\n");
await app.listen({ port: 0, host: "127.0.0.1" });
process.send!((app.server.address() as AddressInfo).port);

async function openStore(): Promise<NonceStore> {
  return store === "memory" ? new MemoryNonceStore() : RedisNonceStore.connect(redisUrl);
}
