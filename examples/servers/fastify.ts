/**
 * A server with Fastify 5 that accepts only signed requests.
 *
 *     ORIGIN=http://127.0.0.1:8080 PORT=8080 npx tsx fastify.ts
 */

import { createVerifier, MemoryNonceStore } from "countersign";
import { protect } from "countersign/fastify";
import fastify from "fastify";

const { PORT = "8080", ORIGIN = `http://127.0.0.1:${PORT}` } = process.env;

const verifier = createVerifier({
  origin: ORIGIN, // the scheme, host and port that clients sign
  nonceStore: new MemoryNonceStore(),
  credentials: ({ consumerKey }) => (consumerKey === "merchant" ? { consumerSecret: "control-key" } : undefined),
});

const app = fastify();
app.get("/health", async () => "ok\n"); // outside the scope: not protected
app.register(async (scope) => {
  await scope.register(protect, { verifier, realm: "pay" });
  scope.post("/pay", async ({ oauth }) => {
    const fields = oauth?.parameters.filter(({ origin }) => origin === "body");
    return { merchant: oauth?.consumerKey, fields };
  });
});

await app.listen({ port: Number(PORT), host: "127.0.0.1" });
console.log(`listening for requests that are signed for ${ORIGIN}`);
