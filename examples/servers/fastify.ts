/**
 * A server with Fastify 5 that accepts only signed requests.
 *
 *     ORIGIN=http://127.0.0.1:8080 PORT=8080 npx tsx fastify.ts
 */

import { createVerifier, MemoryNonceStore, type ReceivedRequest, type Rejected } from "countersign";
import { createRateLimitedDiagnosis, explanationText } from "countersign/diagnosis";
import { protect } from "countersign/fastify";
import fastify from "fastify";

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

const app = fastify();
app.get("/health", async () => "ok\n"); // outside the scope: not protected
app.register(async (scope) => {
  await scope.register(protect, { verifier, realm: "pay", onRejected });
  scope.post("/pay", async ({ oauth }) => {
    const { consumerKey, parameters } = oauth!; // throws on a route outside the scope
    return { merchant: consumerKey, fields: parameters.filter(({ origin }) => origin === "body") };
  });
});

await app.listen({ port: Number(PORT), host: "127.0.0.1" });
console.log(`listening for requests that are signed for ${ORIGIN}`);
