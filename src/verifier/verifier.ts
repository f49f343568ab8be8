/**
 * Verifies a received request (RFC 5849 3.2): limits → parse → protocol parameters → method, transport and time →
 * credentials → signature → body hash → nonce. Each step is a line of `examine` or `decide`.
 */

import { baseString } from "../oauth1/base-string.ts";
import type { EncodedParameter } from "../oauth1/parameter.ts";
import { type Claims, readClaims, requireBodyHash } from "./claims.ts";
import { createKeyring, type Keyring, lookUp } from "./keyring.ts";
import { checkSizes } from "./limits.ts";
import { type Policy, readPolicy } from "./policy.ts";
import { type Parameters, readParameters } from "./read-parameters.ts";
import { coveredBy, coveredParameters, readProtocolParameters } from "./read-protocol-parameters.ts";
import { type Received, receive } from "./received-request.ts";
import { reject, rejectFor } from "./rejections.ts";
import { signedUrl } from "./request-url.ts";
import { checkSignature, isBodyHash } from "./signature-check.ts";
import type { Problem, ReceivedRequest, Rejected, Verdict, Verifier, VerifierOptions } from "./types.ts";

/**
 * Makes a verifier and checks its policy once. Between requests the verifier keeps its policy and parsed public keys. It
 * keeps nothing of a request: apart from used nonces, a verdict never depends on an earlier request.
 *
 * @param options - the policy; times in seconds, sizes in octets and bits. `credentials` and `nonceStore` are required,
 * and `origin` (or `proxy`) if the URL of a request is a path
 * @returns a verifier. `verify` resolves to a verdict for anything that a client can send; it rejects with a
 * {@link VerifierConfigurationError} (`request-invalid`, `clock-invalid`) for mistakes in the program
 * @throws {@link VerifierConfigurationError} for invalid options, such as a missing nonce store
 *
 * @example
 * ```ts
 * import { createVerifier, type NonceStore, sign } from "countersign";
 *
 * const used = new Set<string>(); // for this example; a server uses MemoryNonceStore or countersign/redis
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
 * verdict.accepted && verdict.parameters.at(-1); // => { name: "amount", value: "10.42", origin: "body" }
 * const replayed = await verifier.verify(received);
 * replayed.accepted || replayed.code; // => "nonce-used"
 * ```
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const policy = readPolicy(options);
  const keyring = createKeyring(policy);
  return { verify: (request) => decide(request, policy, keyring) };
}

/**
 * Verifies one request: `createVerifier(options).verify(request)`. For more than one request, keep a verifier: it parses
 * public keys once.
 *
 * @param request - as received; see {@link ReceivedRequest}
 * @param options - as for {@link createVerifier}
 * @throws {@link VerifierConfigurationError} (the promise rejects) for invalid options and mistakes in the program
 *
 * @example
 * ```ts
 * import { verify } from "countersign";
 *
 * const verdict = await verify(
 *   { method: "GET", url: "https://gateway.example/status", headers: {} },
 *   { credentials: () => undefined, nonceStore: { claim: () => "used" } },
 * );
 * verdict.accepted || verdict.code; // => "protocol-parameters-missing"
 * ```
 */
export async function verify(request: ReceivedRequest, options: VerifierOptions): Promise<Verdict> {
  return createVerifier(options).verify(request);
}

async function decide(request: ReceivedRequest, policy: Policy, keyring: Keyring): Promise<Verdict> {
  const examined = examine(request, policy);
  if ("accepted" in examined) return examined;

  const { claimed, covered, parameters, received } = examined;
  const { consumerKey, token, signatureMethod, timestamp, nonce } = claimed;
  const stored = await lookUp(policy.credentials, { consumerKey, token, signatureMethod });
  const checked = await checkSignature(stored, keyring, examined.baseString, claimed, policy.rsaOnThreadPool);
  if ("problem" in checked) return reject([checked.problem]);

  if (claimed.bodyHash !== undefined && !isBodyHash(claimed.bodyHash, received.body, signatureMethod)) {
    return rejectFor("body-hash-mismatch", "oauth_body_hash is not the hash of the body");
  }
  const problem = await claimNonce(claimed, policy);
  if (problem !== undefined) return reject([problem]);

  const { keyId } = checked;
  const forApplication = coveredParameters(covered, parameters);
  return { accepted: true, consumerKey, token, signatureMethod, timestamp, nonce, parameters: forApplication, keyId };
}

/**
 * The last check: whether the nonce is new. Any other answer than `fresh`, and any error, is a problem. Only requests with
 * a right signature get here, so that no one else can use up nonces or fill the store. The store has to log its errors
 * itself: they may contain a connection string.
 */
async function claimNonce(claimed: Claims, policy: Policy): Promise<Problem | undefined> {
  const { consumerKey, token, timestamp, nonce, now } = claimed;
  const { nonceStore, clockToleranceSeconds, clockSkewSeconds } = policy;
  // Counted from the timestamp, not from now: a timestamp in the future is acceptable for longer. The last acceptable
  // second is timestamp + tolerance. The skew is for the clocks of other verifiers.
  const expiresAt = timestamp + clockToleranceSeconds + 1 + clockSkewSeconds;
  try {
    const answer = await nonceStore.claim({ consumerKey, token, timestamp, nonce, expiresAt, now });
    if (answer === "fresh") return undefined;
    if (answer === "used") return { code: "nonce-used", message: "the nonce was used before" };
    if (answer === "full") return { code: "nonce-store-full", message: "the nonce store cannot remember this nonce" };
  } catch {
    // Like a value that is not an answer.
  }
  return { code: "nonce-store-unavailable", message: "the nonce store could not answer" };
}

/** A well-formed request, before its signature is checked. */
interface Examined {
  readonly received: Received;
  readonly parameters: Parameters;
  readonly covered: readonly EncodedParameter[];
  readonly claimed: Claims;
  readonly baseString: string;
}

/** The checks that need no key. */
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
  const claimed = readClaims(protocol, url.isSecure, policy, problems);
  if (policy.requireBodyHash && parameters.hasOtherBody) requireBodyHash(protocol, problems);
  if (claimed === undefined || problems.length > 0) return reject(problems);

  const covered = coveredBy(parameters, protocol);
  return { received, parameters, covered, claimed, baseString: baseString(received.method, url.uri, covered) };
}
