/** Describes what a vector for verifiers tests: the policy that its verdict rests on, and what a wrong verdict shows. */

import type { Fault, Layer, VerificationVector, VerifierContext } from "./vector.ts";

const NO_POLICY = "none: RFC 5849 decides";
const ONE_KEY = "the server has one key for this client and token; the kind of key decides which methods are possible";

const POLICIES: Readonly<Record<Layer, (vector: VerificationVector, seen: boolean) => string>> = {
  limits: () => "the server's limits",
  parse: () => NO_POLICY,
  "protocol-parameters": () => NO_POLICY,
  method: () => "the server supports every method of RFC 5849, and HMAC and RSA with SHA-256 and SHA-512",
  "transport-security": () => "PLAINTEXT is accepted over https only",
  timestamp: ({ server: { now, clockToleranceSeconds } }) =>
    `the server's clock shows ${now}; it accepts timestamps at most ${clockToleranceSeconds} seconds before or after that`,
  credentials: () => ONE_KEY,
  key: () => ONE_KEY,
  signature: () => NO_POLICY,
  "body-hash": () => "a body hash is compared if the request has one",
  nonce: (_vector, seen) =>
    `a nonce is accepted once for its timestamp, client and token; this one was ${seen ? "accepted before" : "not used before"}`,
};

/** @param seen whether the server accepted the nonce before */
export function verifierContext(
  vector: VerificationVector,
  { seen, faults }: { readonly seen: boolean; readonly faults: ReadonlyMap<string, Fault> },
): VerifierContext {
  const mistakes = (vector.faults ?? []).flatMap((id) => {
    const what = faults.get(id)?.what;
    return what === undefined ? [] : [{ id, what }];
  });
  return { policy: POLICIES[vector.layer](vector, seen), mistakes, cves: vector.cves ?? [] };
}
