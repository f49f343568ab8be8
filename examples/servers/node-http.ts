/**
 * A server with node:http that accepts only signed requests.
 *
 *     ORIGIN=http://127.0.0.1:8080 PORT=8080 npx tsx node-http.ts
 */

import { createServer } from "node:http";
import { createVerifier, MemoryNonceStore, type ReceivedRequest, type Rejected } from "countersign";
import { createRateLimitedDiagnosis, explanationText } from "countersign/diagnosis";
import { protect } from "countersign/node-http";

const { PORT = "8080", ORIGIN = `http://127.0.0.1:${PORT}` } = process.env;

const clients = new Map([["merchant", { consumerSecret: "control-key" }]]);

const verifier = createVerifier({
  origin: ORIGIN, // the scheme, host and port that clients sign
  nonceStore: new MemoryNonceStore(),
  credentials: ({ consumerKey, token }) => (token === undefined ? clients.get(consumerKey) : undefined),
});

const { diagnose } = createRateLimitedDiagnosis();

/** Writes to the log why a signature is wrong. Do not send it to the client: it would help to forge signatures. */
async function onRejected({ code, claimed }: Rejected, request: ReceivedRequest): Promise<void> {
  const key = clients.get(claimed?.consumerKey ?? "");
  const sent = verifier.toHttpRequest(request); // with the absolute URL that the client should have signed
  if (code !== "signature-mismatch" || key === undefined || sent === undefined) return;
  const found = await diagnose({ request: sent, key });
  if (found !== undefined) console.warn(explanationText(found.explanation));
}

const listener = protect({ verifier, realm: "pay", onRejected }, (request, response, oauth) => {
  const fields = oauth.parameters
    .filter(({ origin }) => origin === "body")
    .map(({ name, value }) => `${name}=${value}`);
  response.end(`${oauth.consumerKey} sent ${request.method} with ${fields.join(", ")}\n`);
});

createServer(listener).listen(Number(PORT), "127.0.0.1", () =>
  console.log(`listening for requests that are signed for ${ORIGIN}`),
);
