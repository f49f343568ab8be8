/**
 * A reverse proxy that passes only signed requests on to a server in any language, once each. It names the client in
 * `x-oauth-consumer-key` and `x-oauth-token`, percent-encoded.
 *
 *     BACKEND=http://127.0.0.1:9000 ORIGIN=http://127.0.0.1:8080 PORT=8080 npx tsx reverse-proxy.ts
 */

import { createServer, type IncomingMessage, request as send } from "node:http";
import { createVerifier, MemoryNonceStore } from "countersign";
import { protect } from "countersign/node-http";

const { PORT = "8080", ORIGIN = `http://127.0.0.1:${PORT}`, BACKEND = "http://127.0.0.1:9000" } = process.env;

const clients = new Map([["merchant", { consumerSecret: "control-key" }]]);

const verifier = createVerifier({
  origin: ORIGIN, // the scheme, host and port that clients sign
  nonceStore: new MemoryNonceStore(),
  credentials: ({ consumerKey, token }) => (token === undefined ? clients.get(consumerKey) : undefined),
});

/** Fields of one connection (RFC 9110 7.6.1), besides those that `Connection` names. */
const HOP = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;
/** What the proxy sets, and what a client could claim; CGI reads `x_oauth_token` as the same name. */
const OWN = /^(?:expect|host|content-length|authorization|x[^a-z0-9]oauth[^a-z0-9].*)$/i;

/** Names and values, in turn, of the fields that the other side gets. */
function fieldsOf({ headers, rawHeaders }: IncomingMessage, own = /^$/): string[] {
  const named = (headers.connection ?? "").toLowerCase().split(/[ \t]*,[ \t]*/);
  const isPassed = (name: string) => !HOP.test(name) && !own.test(name) && !named.includes(name.toLowerCase());
  return rawHeaders.filter((_text, index) => isPassed(rawHeaders[index - (index % 2)]!));
}

const listener = protect({ verifier }, (request, response, oauth) => {
  const headers = ["host", new URL(ORIGIN).host, "content-length", String(oauth.rawBody.length)];
  headers.push(...fieldsOf(request, OWN), "x-oauth-consumer-key", encodeURIComponent(oauth.consumerKey));
  if (oauth.token !== undefined) headers.push("x-oauth-token", encodeURIComponent(oauth.token));
  // The target may be absolute, even without a path; the host in it is not signed.
  const path = (request.url ?? "").replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(\/?)/i, "/");
  const forwarded = send(BACKEND, { method: request.method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, fieldsOf(answer));
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
