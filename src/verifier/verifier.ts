/**
 * Verifying a received request (RFC 5849 3.2): limits → parse → protocol parameters → method, transport and time →
 * credentials → signature → body hash → nonce. Each step is a line of `decide`.
 *
 * @module
 */

import { baseString } from "../oauth1/base-string.ts";
import type { EncodedParameter } from "../oauth1/parameter.ts";
import { isBodyHash, mustHashOtherBody } from "./body-hash.ts";
import { type Claims, readClaims } from "./claimed-identity.ts";
import { coveredBy, coveredParameters } from "./covered-parameters.ts";
import { lookUp } from "./credentials.ts";
import { createKeyring, type Keyring } from "./keyring.ts";
import { checkSizes } from "./limits.ts";
import { claimNonce } from "./nonce-claim.ts";
import { type Parameters, readParameters } from "./parameters.ts";
import { type Policy, readPolicy } from "./policy.ts";
import { readProtocolParameters } from "./protocol-parameters.ts";
import { type Received, receive } from "./received-request.ts";
import { signedUrl } from "./request-url.ts";
import { checkSignature } from "./signature-check.ts";
import type { Problem, ReceivedRequest, Rejected, Verdict, Verifier, VerifierOptions } from "./types.ts";
import { reject, rejectFor } from "./verdicts.ts";

/**
 * Builds a verifier: checks the policy once. Between requests it keeps the policy and parsed public keys, nothing of any
 * request: how a request is treated never depends on an earlier one, used nonces aside.
 *
 * @param options - the policy; times in seconds, sizes in octets and bits. `credentials` and `nonceStore` are needed,
 * and `origin` (or `proxy`) wherever requests come with a path only
 * @returns a verifier: it resolves to a verdict for anything a client can send, and rejects with a
 * {@link VerifierConfigurationError} (`request-invalid`, `clock-invalid`) for mistakes of the programmer alone
 * @throws {@link VerifierConfigurationError} for a policy that cannot be meant, such as one without a nonce store
 *
 * @example
 * ```ts
 * import { createVerifier, type NonceStore, sign } from "countersign";
 *
 * const used = new Set<string>(); // for this example: a server keeps them in a store that forgets
 * const nonceStore: NonceStore = {
 *   claim: ({ nonce }) => (used.has(nonce) ? "used" : (used.add(nonce), "fresh")),
 * };
 * const verifier = createVerifier({
 *   origin: "https://gateway.example",
 *   credentials: ({ consumerKey }) => (consumerKey === "merchant" ? { consumerSecret: "secret" } : undefined),
 *   nonceStore,
 * });
 *
 * const { method, headers, body } = sign(
 *   { method: "POST", url: "https://gateway.example/pay", form: { amount: "10.42" } },
 *   { consumerKey: "merchant", signatureMethod: "HMAC-SHA1", consumerSecret: "secret" },
 * );
 * const received = { method, url: "/pay", headers, body };
 * const verdict = await verifier.verify(received);
 * verdict.ok && verdict.parameters.at(-1); // => { name: "amount", value: "10.42", origin: "body" }
 * const replayed = await verifier.verify(received);
 * replayed.ok || replayed.code; // => "nonce-used"
 * ```
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const policy = readPolicy(options);
  const keyring = createKeyring(policy);
  return { verify: (request) => decide(request, policy, keyring) };
}

/**
 * Verifies one request: `createVerifier(options).verify(request)`. Reads the keys each time; for more than one request
 * keep a verifier.
 *
 * @throws {@link VerifierConfigurationError} (as a rejection), for mistakes of the programmer only
 *
 * @example
 * ```ts
 * import { verify } from "countersign";
 *
 * const verdict = await verify(
 *   { method: "GET", url: "https://gateway.example/status", headers: {} },
 *   { credentials: () => undefined, nonceStore: { claim: () => "used" } },
 * );
 * verdict.ok || verdict.code; // => "protocol-parameters-missing"
 * ```
 */
export async function verify(request: ReceivedRequest, options: VerifierOptions): Promise<Verdict> {
  return createVerifier(options).verify(request);
}

async function decide(request: ReceivedRequest, policy: Policy, keyring: Keyring): Promise<Verdict> {
  const examined = examine(request, policy);
  if (!examined.accepted) return examined;

  const { claimed, covered, parameters, received } = examined;
  const { consumerKey, token, signatureMethod, timestamp, nonce } = claimed;
  const stored = await lookUp(policy.credentials, { consumerKey, token, signatureMethod });
  const checked = await checkSignature(stored, keyring, examined.baseString, claimed, policy.rsaOnThreadPool);
  if (!checked.ok) return reject([checked.problem]);

  if (claimed.bodyHash !== undefined && !isBodyHash(claimed.bodyHash, received.body, signatureMethod)) {
    return rejectFor("body-hash-mismatch", "the body is not the one that oauth_body_hash was made of");
  }
  const problem = await claimNonce(claimed, policy);
  if (problem !== undefined) return reject([problem]);

  const { keyId } = checked;
  const handedOn = coveredParameters(covered, parameters);
  return { accepted: true, consumerKey, token, signatureMethod, timestamp, nonce, parameters: handedOn, keyId };
}

/** A request that claims to be somebody's, and that is worth looking a key up for. */
interface Examined {
  readonly ok: true;
  readonly received: Received;
  readonly parameters: Parameters;
  readonly covered: readonly EncodedParameter[];
  readonly claimed: Claims;
  readonly baseString: string;
}

/** All that a request says by itself. */
function examine(request: ReceivedRequest, policy: Policy): Examined | Rejected {
  const problems: Problem[] = [];
  const received = receive(request);
  checkSizes(received, policy.limits, problems);
  if (problems.length > 0) return reject(problems);

  const url = signedUrl(received, policy, problems);
  const parameters = readParameters(received, url?.query ?? "", policy.limits, problems);
  if (url === undefined || parameters === undefined) return reject(problems);

  const protocol = readProtocolParameters(parameters, policy.allowHeaderAndBody, problems);
  if (protocol === undefined) return reject(problems);
  const claimed = readClaims(protocol.values, url.isSecure, policy, problems);
  if (policy.requireBodyHash) mustHashOtherBody(parameters, protocol, problems);
  if (claimed === undefined || problems.length > 0) return reject(problems);

  const covered = coveredBy(parameters, protocol);
  return {
    ok: true,
    received,
    parameters,
    covered,
    claimed,
    baseString: baseString(received.method, url.uri, covered),
  };
}
