/**
 * A route handler of Next.js 16 that accepts only signed requests: `app/pay/route.ts`.
 *
 *     ORIGIN=http://127.0.0.1:8080 npx next start -p 8080
 */

import { createVerifier, MemoryNonceStore } from "countersign";
import { protect } from "countersign/web";

const clients = new Map([["merchant", { consumerSecret: "control-key" }]]);

const verifier = createVerifier({
  origin: process.env.ORIGIN ?? "http://127.0.0.1:8080", // the scheme, host and port that clients sign
  // For one process of `next start`. Elsewhere, use a store that all instances share, such as countersign/redis.
  nonceStore: new MemoryNonceStore(),
  credentials: ({ consumerKey, token }) => (token === undefined ? clients.get(consumerKey) : undefined),
});

const protectPayments = protect({ verifier, realm: "pay" });

export function POST(request: Request): Promise<Response> {
  return protectPayments(request, (oauth) =>
    Response.json({ merchant: oauth.consumerKey, amount: oauth.one("amount") }),
  );
}
