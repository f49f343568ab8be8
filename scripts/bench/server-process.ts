/**
 * A server of node:http that verifies requests, or only computes one HMAC over the received data. Its arguments are
 * `verified` or `bare`, and the secret. It sends its port to its parent process, and its CPU time on each message.
 */

import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createVerifier, MemoryNonceStore } from "./built.ts";
import { cpuTime } from "./measure.ts";
import { CONSUMER_KEY, ORIGIN } from "./verifying-servers.ts";

type Adapter = typeof import("../../src/verifier/adapters/node-http.ts");

const [kind, consumerSecret = ""] = process.argv.slice(2);
process.once("disconnect", () => process.exit());
const server = createServer(kind === "verified" ? await verified() : bare).listen(0, "127.0.0.1", () => {
  process.on("message", () => process.send!(cpuTime()));
  process.send!((server.address() as AddressInfo).port);
});

function bare(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const hmac = createHmac("sha1", consumerSecret).update(request.url!).update(Buffer.concat(chunks));
    response.end(hmac.digest("base64"));
  });
}

async function verified(): Promise<ReturnType<Adapter["protect"]>> {
  const path = new URL("../../dist/verifier/adapters/node-http.js", import.meta.url).href;
  const { protect }: Adapter = await import(path);
  const credentials = ({ consumerKey }: { consumerKey: string }) =>
    consumerKey === CONSUMER_KEY ? { consumerSecret } : undefined;
  const options = { origin: ORIGIN, nonceStore: new MemoryNonceStore(), timeoutMilliseconds: 600_000 };
  return protect({ verifier: createVerifier({ ...options, credentials }) }, (_, response, oauth) =>
    response.end(oauth.consumerKey),
  );
}
