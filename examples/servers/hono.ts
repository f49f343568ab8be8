/**
 * A server of Hono, on Node that answers signed requests only.
 *
 *     ORIGIN=http://127.0.0.1:8080 PORT=8080 npx tsx hono.ts
 *
 * @module
 */

import { type HttpBindings, serve } from "@hono/node-server";
import { createVerifier, MemoryNonceStore } from "countersign";
import { createRequestVerifier, type Verified } from "countersign/web";
import { Hono } from "hono";

const { PORT = "8080", ORIGIN = `http://127.0.0.1:${PORT}` } = process.env;

const verifier = createVerifier({
  origin: ORIGIN, // what clients sign in front of the path
  nonceStore: new MemoryNonceStore(),
  credentials: ({ consumerKey }) => (consumerKey === "merchant" ? { consumerSecret: "control-key" } : undefined),
});

const verifyRequest = createRequestVerifier({ verifier, realm: "pay" });

const app = new Hono<{ Bindings: HttpBindings; Variables: { oauth: Verified } }>();
app.use("/pay", async (context, next) => {
  // The message as received: what a Request shows is rewritten.
  const result = await verifyRequest(context.req.raw, context.env.incoming);
  if (!result.ok) return result.response;
  context.set("oauth", result);
  await next();
});
app.post("/pay", (context) => context.json({ merchant: context.get("oauth").consumerKey }));

serve({ fetch: app.fetch, port: Number(PORT), hostname: "127.0.0.1" }, () =>
  console.log(`listening, for requests signed for ${ORIGIN}`),
);
