/**
 * A server with Hono on Node.js that accepts only signed requests.
 *
 *     ORIGIN=http://127.0.0.1:8080 PORT=8080 npx tsx hono.ts
 */

import { type HttpBindings, serve } from "@hono/node-server";
import { createVerifier, MemoryNonceStore } from "countersign";
import { protect, type Verified } from "countersign/web";
import { Hono } from "hono";

const { PORT = "8080", ORIGIN = `http://127.0.0.1:${PORT}` } = process.env;

const verifier = createVerifier({
  origin: ORIGIN, // the scheme, host and port that clients sign
  nonceStore: new MemoryNonceStore(),
  credentials: ({ consumerKey }) => (consumerKey === "merchant" ? { consumerSecret: "control-key" } : undefined),
});

const protectPayments = protect({ verifier, realm: "pay" });

const app = new Hono<{ Bindings: HttpBindings; Variables: { oauth: Verified } }>();
app.use("/pay", (context, next) =>
  protectPayments(
    context.req.raw,
    (oauth) => {
      context.set("oauth", oauth);
      return next();
    },
    context.env.incoming, // the message as received: the URL of a Request is rewritten
  ),
);
app.post("/pay", (context) => context.json({ merchant: context.get("oauth").consumerKey }));

serve({ fetch: app.fetch, port: Number(PORT), hostname: "127.0.0.1" }, () =>
  console.log(`listening for requests that are signed for ${ORIGIN}`),
);
