/**
 * A reverse proxy that passes only signed requests on to a server in any language, once each. It names the client in
 * `x-oauth-consumer-key` and `x-oauth-token`, percent-encoded.
 *
 *     BACKEND=http://127.0.0.1:9000 ORIGIN=http://127.0.0.1:8080 PORT=8080 npx tsx reverse-proxy.ts
 */

import { createServer, request as send } from "node:http";
import { createVerifier, MemoryNonceStore } from "countersign";
import { protect } from "countersign/node-http";

const { PORT = "8080", ORIGIN = `http://127.0.0.1:${PORT}`, BACKEND = "http://127.0.0.1:9000" } = process.env;

const clients = new Map([["merchant", { consumerSecret: "control-key" }]]);

const verifier = createVerifier({
  origin: ORIGIN, // the scheme, host and port that clients sign
  nonceStore: new MemoryNonceStore(),
  credentials: ({ consumerKey, token }) => (token === undefined ? clients.get(consumerKey) : undefined),
});

/** Fields of one connection (RFC 9110 7.6.1), those that the proxy sets, and any that claims to be one of its own. */
const OWN = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|host|content-length)$/i;
const FORGED = /^(?:authorization|x[^a-z0-9]oauth[^a-z0-9].*)$/i; // CGI reads `x_oauth_token` as the same name

const listener = protect({ verifier }, (request, response, oauth) => {
  const named = (request.headers.connection ?? "").toLowerCase().split(/[ \t]*,[ \t]*/);
  const headers: string[] = ["host", new URL(ORIGIN).host, "content-length", String(oauth.rawBody.length)];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const [name = "", value = ""] = request.rawHeaders.slice(index, index + 2);
    if (!OWN.test(name) && !FORGED.test(name) && !named.includes(name.toLowerCase())) headers.push(name, value);
  }
  headers.push("x-oauth-consumer-key", encodeURIComponent(oauth.consumerKey));
  if (oauth.token !== undefined) headers.push("x-oauth-token", encodeURIComponent(oauth.token));
  // The target may be absolute, even without a path; the host in it is not signed.
  const path = (request.url ?? "").replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(\/?)/i, "/");
  const forwarded = send(BACKEND, { method: request.method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
    answer.on("error", () => response.destroy());
  });
  forwarded.on("error", () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end("The server does not answer.\n");
  });
  response.on("close", () => forwarded.destroy());
  forwarded.end(oauth.rawBody);
});

createServer(listener).listen(Number(PORT), "127.0.0.1", () => console.log(`listening for ${ORIGIN}, for ${BACKEND}`));
