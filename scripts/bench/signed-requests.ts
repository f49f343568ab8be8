/** Signs the requests that servers get. */

import { randomUUID } from "node:crypto";
import type { Signer } from "../../src/index.ts";
import { createSigner } from "./built.ts";
import { CONSUMER_KEY, ORIGIN } from "./start-server.ts";
import { works } from "./workload.ts";

/** A new secret for each run. */
export const SECRET: string = randomUUID();

const PATH = "/processing/api/v4/transfer/39915";

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
