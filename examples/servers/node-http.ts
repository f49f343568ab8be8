/**
 * A server with node:http that accepts only signed requests.
 *
 *     ORIGIN=http://127.0.0.1:8080 PORT=8080 npx tsx node-http.ts
 */

import { createServer } from "node:http";
import { createVerifier, MemoryNonceStore } from "countersign";
import { protect } from "countersign/node-http";

const { PORT = "8080", ORIGIN = `http://127.0.0.1:${PORT}` } = process.env;

const verifier = createVerifier({
  origin: ORIGIN, // the scheme, host and port that clients sign
  nonceStore: new MemoryNonceStore(),
  credentials: ({ consumerKey }) => (consumerKey === "merchant" ? { consumerSecret: "control-key" } : undefined),
});

const listener = protect({ verifier, realm: "pay" }, (request, response, oauth) => {
  const fields = oauth.parameters
    .filter(({ origin }) => origin === "body")
    .map(({ name, value }) => `${name}=${value}`);
  response.end(`${oauth.consumerKey} sent ${request.method} with ${fields.join(", ")}\n`);
});

createServer(listener).listen(Number(PORT), "127.0.0.1", () =>
  console.log(`listening for requests that are signed for ${ORIGIN}`),
);
