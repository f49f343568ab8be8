/**
 * A server with node:http behind the proxy in nginx.conf, which ends TLS: it reads what clients signed from
 * `X-Forwarded-Proto` and `X-Forwarded-Host`.
 *
 *     HOSTS=pay.example PORT=8080 npx tsx behind-nginx.ts
 */

import { createServer } from "node:http";
import { createVerifier, MemoryNonceStore } from "countersign";
import { protect } from "countersign/node-http";

const { PORT = "8080", HOSTS = "pay.example" } = process.env;

const clients = new Map([["merchant", { consumerSecret: "control-key" }]]);

const verifier = createVerifier({
  proxy: {
    addresses: ["127.0.0.1"], // where nginx connects from
    hosts: HOSTS.split(","), // what clients may sign, with the port if it is not 443
  },
  nonceStore: new MemoryNonceStore(),
  credentials: ({ consumerKey, token }) => (token === undefined ? clients.get(consumerKey) : undefined),
});

const listener = protect({ verifier, realm: "pay" }, (_request, response, oauth) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ merchant: oauth.consumerKey, amount: oauth.one("amount") }));
});

// Only nginx can connect to it: a client that connects itself would write the forwarded headers.
createServer(listener).listen(Number(PORT), "127.0.0.1", () => console.log(`listening behind nginx for ${HOSTS}`));
