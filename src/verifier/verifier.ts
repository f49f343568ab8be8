/**
 * Verifying a received request (RFC 5849 3.2): limits → parse → protocol parameters → method, transport and time →
 * credentials → signature → body hash → nonce. Each step is a line of `decide`.
 *
 * @module
 */

import { ParameterReader, type ReceivedParameter } from "../oauth1/received-parameters.ts";
import { baseStringOf, coveredBy, coveredParameters } from "./base-string.ts";
import { isBodyHash, mustHashOtherBody } from "./body-hash.ts";
import { type ClaimedIdentity, readClaims } from "./claimed-identity.ts";
import { lookUp } from "./credentials.ts";
import { createKeyring, type Keyring } from "./keyring.ts";
import { KnownLayouts, type Lesson } from "./known-layouts.ts";
import { checkSizes } from "./limits.ts";
import { claimNonce } from "./nonce-claim.ts";
import { type Parameters, readParameters } from "./parameters.ts";
import { type Policy, readPolicy } from "./policy.ts";
import { readProtocolParameters } from "./protocol-parameters.ts";
import { type Received, receive } from "./received-request.ts";
import { signedUrl } from "./request-url.ts";
import { checkSignature, checkSignatureLater } from "./signature-check.ts";
import type { Problem, ReceivedRequest, Refused, Verdict, Verifier, VerifierOptions } from "./types.ts";
import { refuse, refuseFor } from "./verdicts.ts";

/**
 * Builds a verifier: checks the policy once, and keeps what is ready to verify with. Of requests it keeps the paths, and how
 * some that it accepted were laid out: names and what stands between the values, no value.
 *
 * @param options - the policy; times in seconds, sizes in octets and bits. `credentials` and `nonceStore` are needed,
 * and `origin` (or `proxy`) wherever requests come with a path only
 * @returns what decides on requests: it resolves to a verdict for anything a client can send, and rejects with a
 * {@link VerifierConfigurationError} (`request-invalid`, `clock-invalid`) for mistakes of the programmer alone
 * @throws {@link VerifierConfigurationError} for a policy that cannot be meant, such as no nonce store
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
  const workshop: Workshop = {
    policy,
    keyring: createKeyring(policy),
    readers: createReaders(),
    layouts: new KnownLayouts(),
  };
  return { verify: (request) => decide(request, workshop) };
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

interface Workshop {
  readonly policy: Policy;
  readonly keyring: Keyring;
  readonly readers: Readers;
  readonly layouts: KnownLayouts;
}

async function decide(request: ReceivedRequest, { policy, keyring, readers, layouts }: Workshop): Promise<Verdict> {
  const reader = readers.take();
  const examined = examine(request, policy, reader, layouts);
  if (!examined.ok) {
    readers.giveBack(reader);
    return examined;
  }

  const { claimed, covered, lesson, parameters, received } = examined;
  const { consumerKey, token, signatureMethod, timestamp, nonce } = claimed;
  const found = lookUp(policy.credentials, { consumerKey, token, signatureMethod });
  // While this request waits, another one may have the reader, so its octets are not to be waited with.
  const isWaiting = found instanceof Promise || policy.rsaOnThreadPool;
  const baseString = isWaiting ? Buffer.from(examined.baseString) : examined.baseString;
  if (isWaiting) readers.giveBack(reader);
  const stored = found instanceof Promise ? await found : found;
  const checked = policy.rsaOnThreadPool
    ? await checkSignatureLater(stored, keyring, baseString, claimed)
    : checkSignature(stored, keyring, baseString, claimed);
  if (!isWaiting) readers.giveBack(reader);
  if (!checked.ok) return refuse([checked.problem]);

  if (claimed.bodyHash !== undefined && !isBodyHash(claimed.bodyHash, received.body, signatureMethod)) {
    return refuseFor("body-hash-mismatch", "the body is not the one that oauth_body_hash was made of");
  }
  const answer = claimNonce(claimed, policy);
  const stale = answer instanceof Promise ? await answer : answer;
  if (stale !== undefined) return refuse([stale]);

  if (lesson !== undefined) layouts.learn(lesson);
  const keyId = checked.keyId;
  const handedOn = coveredParameters(covered, parameters);
  return { ok: true, consumerKey, token, signatureMethod, timestamp, nonce, parameters: handedOn, keyId };
}

/** A request that claims to be somebody's, and that is worth looking a key up for. */
interface Examined {
  readonly ok: true;
  readonly received: Received;
  readonly parameters: Parameters;
  readonly covered: readonly ReceivedParameter[];
  readonly claimed: ClaimedIdentity;
  /** In the reader's memory. */
  readonly baseString: Buffer;
  /** What can be learned of it, once it is accepted. */
  readonly lesson: Lesson | undefined;
}

/** All that can be told of a request by itself. */
function examine(
  request: ReceivedRequest,
  policy: Policy,
  reader: ParameterReader,
  layouts: KnownLayouts,
): Examined | Refused {
  const problems: Problem[] = [];
  const received = receive(request);
  checkSizes(received, policy.limits, problems);
  if (problems.length > 0) return refuse(problems);

  const url = signedUrl(request, policy, problems);
  const parameters = readParameters(received, url?.query ?? "", reader, layouts, policy.limits, problems);
  if (url === undefined || parameters === undefined) return refuse(problems);

  const protocol = readProtocolParameters(parameters, policy.allowHeaderAndBody, problems);
  if (protocol === undefined) return refuse(problems);
  const claimed = readClaims(protocol.values, url.isSecure, policy, problems);
  if (policy.requireBodyHash) mustHashOtherBody(parameters, protocol, problems);
  if (claimed === undefined || problems.length > 0) return refuse(problems);

  const covered = coveredBy(parameters, protocol);
  const sorted = parameters.sorted ?? covered.slice();
  const baseString = baseStringOf(received.method, url.uri, sorted, reader);
  const { texts, list } = parameters;
  const isLesson = texts !== undefined && !protocol.repeatedInBody;
  const lesson = isLesson ? { texts, list, sorted, learned: layouts.learned } : undefined;
  return { ok: true, received, parameters, covered, claimed, baseString, lesson };
}

/** Readers that are not in use. */
interface Readers {
  take(): ParameterReader;
  giveBack(reader: ParameterReader): void;
}

/** One is kept: between taking and giving back nothing waits, and only a look-up that verifies needs another. */
function createReaders(): Readers {
  let idle: ParameterReader | undefined;
  return {
    take() {
      const reader = idle ?? new ParameterReader();
      idle = undefined;
      return reader;
    },
    giveBack(reader) {
      reader.clear();
      idle = reader;
    },
  };
}
