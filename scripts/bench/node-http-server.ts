/**
 * A server of node:http that verifies requests, or does a part of that. Its argument is the part: `bare` computes
 * one HMAC over the received data, `adapter alone` does so behind the adapter with a verifier that accepts at once, `without
 * nonces` has a real verifier whose store records nothing, and `verified` is the whole. It sends its port to its parent process, and its CPU time on each message.
 */

import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Accepted, Verifier } from "../../src/verifier/types.ts";
import { built, cpuTime } from "./measure.ts";
import { CONSUMER_KEY, SECRET as consumerSecret, ORIGIN } from "./requests.ts";

const { createVerifier, MemoryNonceStore } = await built<typeof import("../../src/index.ts")>("index.js");
const { protect } = await built<typeof import("../../src/verifier/adapters/node-http.ts")>(
  "verifier/adapters/node-http.js",
);

const kind = process.argv[2];
process.once("disconnect", () => process.exit());
const server = createServer(kind === "bare" ? bare : protectedBy(verifierOf(kind))).listen(0, "127.0.0.1", () => {
  process.on("message", () => process.send!(cpuTime()));
  process.send!((server.address() as AddressInfo).port);
});

function bare(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    response.end(hmacOf(request, Buffer.concat(chunks)));
  });
}

function hmacOf({ url = "" }: { readonly url?: string | undefined }, body: Buffer): string {
  return createHmac("sha1", consumerSecret).update(url).update(body).digest("base64");
}

function verifierOf(part: string | undefined): Verifier {
  const credentials = ({ consumerKey }: { consumerKey: string }) =>
    consumerKey === CONSUMER_KEY ? { consumerSecret } : undefined;
  const nonceStore = part === "without nonces" ? { claim: () => "fresh" as const } : new MemoryNonceStore();
  const verifier = createVerifier({ origin: ORIGIN, nonceStore, timeoutMilliseconds: 600_000, credentials });
  if (part !== "adapter alone") return verifier;
  const accepted = { accepted: true, consumerKey: CONSUMER_KEY, parameters: [] } as unknown as Accepted;
  return { ...verifier, verify: async () => accepted };
}

function protectedBy(verifier: Verifier): ReturnType<typeof protect> {
  return protect({ verifier }, (request, response, { consumerKey, rawBody }) =>
    response.end(kind === "adapter alone" ? hmacOf(request, rawBody) : consumerKey),
  );
}
