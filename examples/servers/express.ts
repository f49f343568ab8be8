/**
 * A server with Express 5 that accepts only signed requests.
 *
 *     ORIGIN=http://127.0.0.1:8080 PORT=8080 npx tsx express.ts
 */

import { createVerifier, MemoryNonceStore, type ReceivedRequest, type Rejected } from "countersign";
import { createRateLimitedDiagnosis, explanationText } from "countersign/diagnosis";
import { protect } from "countersign/express";
import express from "express";

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

const app = express();
app.get("/health", (_request, response) => void response.send("ok\n"));
app.use("/pay", protect({ verifier, realm: "pay", onRejected })); // before all parsers, because they consume the body
app.post("/pay", (request, response) => {
  const { consumerKey, parameters } = request.oauth!; // throws on a route without the middleware
  response.json({ merchant: consumerKey, fields: parameters.filter(({ origin }) => origin === "body") });
});

app.listen(Number(PORT), "127.0.0.1", () => console.log(`listening for requests that are signed for ${ORIGIN}`));
