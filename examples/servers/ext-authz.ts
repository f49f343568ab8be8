/**
 * An `ext_authz` service for Envoy, over HTTP, with the settings in envoy.yaml: Envoy asks it about each request and
 * passes on only those that it accepts, with the client in `x-oauth-consumer-key`, percent-encoded.
 *
 *     ORIGIN=https://pay.example PORT=9191 npx tsx ext-authz.ts
 */

import { createServer } from "node:http";
import { createVerifier, MemoryNonceStore } from "countersign";
import { protect } from "countersign/node-http";

const { PORT = "9191", ORIGIN = "https://pay.example" } = process.env;

const clients = new Map([["merchant", { consumerSecret: "control-key" }]]);

const verifier = createVerifier({
  origin: ORIGIN, // the scheme, host and port that clients sign
  nonceStore: new MemoryNonceStore(),
  credentials: ({ consumerKey, token }) => (token === undefined ? clients.get(consumerKey) : undefined),
});

// Envoy sends its question with method, target, headers and body of the request, so it is verified as it is.
const listener = protect({ verifier, realm: "pay" }, (_request, response, oauth) => {
  response.writeHead(200, { "x-oauth-consumer-key": encodeURIComponent(oauth.consumerKey) }).end();
});

createServer(listener).listen(Number(PORT), "127.0.0.1", () => console.log(`answers Envoy for ${ORIGIN}`));
