/** Requests as a server receives them, and the verifier that receives them. */

import type { Credentials, CredentialsLookup, ReceivedRequest, Verifier, VerifierOptions } from "../../src/index.ts";
import { createVerifier, MemoryNonceStore } from "./built.ts";
import { CONSUMER_KEY, SECRET } from "./workload.ts";

export const NOW = 1_700_000_000;
export const ORIGIN = "https://sandbox.example.com";
export const HMAC: Credentials = { consumerKey: CONSUMER_KEY, signatureMethod: "HMAC-SHA1", consumerSecret: SECRET };

/** A verifier with a new nonce store. It waits a long time for credentials, because the machine may be busy. */
export function verifierWith(credentials: CredentialsLookup, options: Partial<VerifierOptions> = {}): Verifier {
  const nonceStore = new MemoryNonceStore();
  return createVerifier({
    origin: ORIGIN,
    now: () => NOW,
    nonceStore,
    credentials,
    timeoutMilliseconds: 600_000,
    ...options,
  });
}

/** Verifies a request; a rejection ends the benchmark with an error. */
export async function accept(verifier: Verifier, received: ReceivedRequest): Promise<true> {
  const verdict = await verifier.verify(received);
  if (!verdict.accepted) throw new Error(`the verifier rejects a request of the benchmark: ${verdict.message}`);
  return true;
}

/** Copies ASCII text to contiguous memory, as a socket delivers it; the signer joins text from pieces. */
export function flat(ascii: string): string {
  return Buffer.from(ascii, "latin1").toString("latin1");
}
