/**
 * A server with Express 5 that accepts only signed requests.
 *
 *     ORIGIN=http://127.0.0.1:8080 PORT=8080 npx tsx express.ts
 */

import { createVerifier, MemoryNonceStore } from "countersign";
import { protect } from "countersign/express";
import express from "express";

const { PORT = "8080", ORIGIN = `http://127.0.0.1:${PORT}` } = process.env;

const verifier = createVerifier({
  origin: ORIGIN, // the scheme, host and port that clients sign
  nonceStore: new MemoryNonceStore(),
  credentials: ({ consumerKey }) => (consumerKey === "merchant" ? { consumerSecret: "control-key" } : undefined),
});

const app = express();
app.get("/health", (_request, response) => void response.send("ok\n"));
app.use("/pay", protect({ verifier, realm: "pay" })); // before all parsers, because they consume the body
app.post("/pay", (request, response) => {
  const fields = request.oauth?.parameters.filter(({ origin }) => origin === "body");
  response.json({ merchant: request.oauth?.consumerKey, fields });
});

app.listen(Number(PORT), "127.0.0.1", () => console.log(`listening for requests that are signed for ${ORIGIN}`));
