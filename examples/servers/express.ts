/**
 * A server of Express 5 that answers signed requests only.
 *
 *     ORIGIN=http://127.0.0.1:8080 PORT=8080 npx tsx express.ts
 *
 * @module
 */

import { createVerifier, MemoryNonceStore } from "countersign";
import { protect } from "countersign/express";
import express from "express";

const { PORT = "8080", ORIGIN = `http://127.0.0.1:${PORT}` } = process.env;

const verifier = createVerifier({
  origin: ORIGIN, // what clients sign in front of the path
  nonceStore: new MemoryNonceStore(),
  credentials: ({ consumerKey }) => (consumerKey === "merchant" ? { consumerSecret: "control-key" } : undefined),
});

const app = express();
app.get("/health", (_request, response) => void response.send("well\n"));
app.use("/pay", protect({ verifier, realm: "pay" })); // in front of parsers, which would take the octets away
app.post("/pay", (request, response) => {
  const fields = request.oauth?.parameters.filter(({ origin }) => origin === "body");
  response.json({ merchant: request.oauth?.consumerKey, fields });
});

app.listen(Number(PORT), "127.0.0.1", () => console.log(`listening, for requests signed for ${ORIGIN}`));
