/**
 * A server with Koa 3 that accepts only signed requests.
 *
 *     ORIGIN=http://127.0.0.1:8080 PORT=8080 npx tsx koa.ts
 */

import type { IncomingMessage } from "node:http";
import { createVerifier, MemoryNonceStore } from "countersign";
import { protect, type Verified } from "countersign/node-http";
import Koa from "koa";

const { PORT = "8080", ORIGIN = `http://127.0.0.1:${PORT}` } = process.env;

const clients = new Map([["merchant", { consumerSecret: "control-key" }]]);

const verifier = createVerifier({
  origin: ORIGIN, // the scheme, host and port that clients sign
  nonceStore: new MemoryNonceStore(),
  credentials: ({ consumerKey, token }) => (token === undefined ? clients.get(consumerKey) : undefined),
});

const accepted = new WeakMap<IncomingMessage, Verified>();
const verify = protect({ verifier, realm: "pay" }, (request, _response, oauth) => void accepted.set(request, oauth));

const app = new Koa<{ oauth: Verified }>();
// Before parsers, because they consume the body.
app.use(async (context, next) => {
  const message: IncomingMessage & { originalUrl?: string } = context.req;
  // What koa-mount shortens `url` to is not what the client signed.
  message.originalUrl ??= context.originalUrl;
  await verify(message, context.res);
  const oauth = accepted.get(context.req);
  if (oauth === undefined) {
    context.respond = false; // `verify` has answered, or the client is gone
  } else {
    context.state.oauth = oauth;
    await next();
  }
});
app.use((context) => {
  const { consumerKey, one } = context.state.oauth;
  context.body = { merchant: consumerKey, amount: one("amount") };
});

app.on("error", (error, { req }) => {
  // Koa also reports each client that disconnects in the middle of its body: with a code of the HTTP parser or of the system.
  const isDisconnected = !req.complete && /^(?:HPE_|E[A-Z]+$)/.test(error.code);
  if (!isDisconnected) console.error(error);
});

app.listen(Number(PORT), "127.0.0.1", () => console.log(`listening for requests that are signed for ${ORIGIN}`));
