/** Requests as a server receives them, and the policy of the verifier that receives them. */

import type { Credentials, CredentialsLookup, Verdict, VerifierOptions } from "../../src/index.ts";
import { MemoryNonceStore } from "./built.ts";
import { CONSUMER_KEY, SECRET } from "./contestants.ts";

export const NOW = 1_700_000_000;
export const ORIGIN = "https://sandbox.example.com";
export const HMAC: Credentials = { consumerKey: CONSUMER_KEY, signatureMethod: "HMAC-SHA1", consumerSecret: SECRET };

/** A verifier's policy, with a new nonce store. */
export function policyFor(credentials: CredentialsLookup): VerifierOptions {
  return { origin: ORIGIN, now: () => NOW, nonceStore: new MemoryNonceStore(), credentials };
}

/** Ends the benchmark with an error for a request that is rejected. */
export function mustBeAccepted(verdict: Verdict): void {
  if (!verdict.accepted) throw new Error(`the verifier rejects a request of the benchmark: ${verdict.message}`);
}

/** Copies ASCII text to one piece of memory. The signer joins text from pieces; a socket delivers it in one. */
export function flat(ascii: string): string {
  return Buffer.from(ascii, "latin1").toString("latin1");
}
