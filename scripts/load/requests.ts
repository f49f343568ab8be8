/** Signs requests and sends single ones. */

import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import type { Signer } from "../../src/index.ts";
import { createSigner } from "../bench/built.ts";
import { works } from "../bench/workload.ts";
import type { Reply } from "./checks.ts";
import { CONSUMER_KEY, ORIGIN, REJECTION_HEADER } from "./servers.ts";

/** A new secret for each run. */
export const SECRET: string = randomUUID();

const PATH = "/processing/api/v4/transfer/39915";
const TIMEOUT_MS = 10_000;

/** A signed request. */
export interface Signed {
  readonly method: "POST";
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const signer: Signer = createSigner({
  consumerKey: CONSUMER_KEY,
  signatureMethod: "HMAC-SHA1",
  consumerSecret: SECRET,
});

const TRANSFERS = works(16, 4096);
let count = 0;

/** Signs a new transfer with sixteen parameters. */
export function signAnother(): Signed {
  const { form } = TRANSFERS[count++ % TRANSFERS.length]!.request;
  const { headers, body } = signer.sign({ method: "POST", url: `${ORIGIN}${PATH}`, form });
  return { method: "POST", path: PATH, headers: { ...headers }, body: body as string };
}

const agent = new Agent({ keepAlive: true });

/** Sends a request to a server. Without a response, the status is 0. */
export function send({ method, path, headers, body }: Signed, port: number): Promise<Reply> {
  const sentAt = performance.now();
  return new Promise((resolve) => {
    const finish = (status: number, code: string | undefined): void =>
      resolve({ status, code, sentAt, answeredAt: performance.now() });
    const length = { "content-length": Buffer.byteLength(body) };
    const outgoing = request({ agent, host: "127.0.0.1", port, method, path, headers: { ...headers, ...length } });
    outgoing.setTimeout(TIMEOUT_MS, () => outgoing.destroy(new Error("timed out")));
    outgoing.once("error", (error) => finish(0, error.message));
    outgoing.once("response", (response) => {
      const code = response.headers[REJECTION_HEADER];
      response.once("error", (error) => finish(0, error.message));
      response.once("end", () => finish(response.statusCode ?? 0, typeof code === "string" ? code : undefined));
      response.resume();
    });
    outgoing.end(body);
  });
}
