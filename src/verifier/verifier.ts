/**
 * Verifies a received request (RFC 5849 3.2): limits → parse → protocol parameters → method, transport and time →
 * credentials → signature → body hash → nonce. Each step is a line of `examine` or `decide`.
 */

import { baseString } from "../oauth1/base-string.ts";
import { kindOf } from "../oauth1/errors.ts";
import type { EncodedParameter } from "../oauth1/parameter.ts";
import { checkOptions } from "../platform/check-options.ts";
import { AuthenticationError } from "./authentication-error.ts";
import { claimNonce } from "./claim-nonce.ts";
import { bodyCoverage, type Claims, readClaims } from "./claims.ts";
import { mustBe, optionsError } from "./configuration-error.ts";
import { createKeyring, type Keyring } from "./keyring.ts";
import { checkSizes } from "./limits.ts";
import { lookUp } from "./look-up.ts";
import { createObserver } from "./observer.ts";
import { readerOf } from "./one-parameter.ts";
import { checkSwitch, type Policy, readPolicy } from "./policy.ts";
import { type Parameters, readParameters } from "./read-parameters.ts";
import { coveredBy, coveredParameters, readProtocolParameters } from "./read-protocol-parameters.ts";
import { type Received, receive } from "./received-request.ts";
import { addProblem, type Problems, reject } from "./rejections.ts";
import { absoluteRequest, hostHint, signedUrl } from "./request-url.ts";
import { checkSignature, isBodyHash } from "./signature-check.ts";
import type { ReceivedRequest, RequestOptions, Verifier, VerifierOptions } from "./types.ts";
import { unprovenClaims } from "./unproven-claims.ts";
import type { Accepted, BodyCoverage, Problem, Rejected, Verdict } from "./verdict.ts";

/**
 * Creates a verifier and checks its policy once. Between requests the verifier keeps its policy and parsed public keys.
 * It keeps nothing of a request, so apart from used nonces a verdict never depends on an earlier request.
 *
 * @param options - the policy; times in seconds, sizes in octets and bits. `credentials` and `nonceStore` are required,
 * and `origin` (or `proxy`) if the URL of a request is a path
 * @returns a verifier. `authenticate` resolves to the accepted request or rejects with an {@link AuthenticationError};
 * `verify` resolves to a verdict for anything that a client can send. Both reject with a
 * {@link VerifierConfigurationError} (`request-invalid`, `clock-invalid`) for mistakes in the program
 * @throws {@link VerifierConfigurationError} for invalid options, such as a missing nonce store
 *
 * @example
 * ```ts
 * import { AuthenticationError, createVerifier, MemoryNonceStore, sign } from "countersign";
 *
 * const verifier = createVerifier({
 *   origin: "https://gateway.example",
 *   credentials: ({ consumerKey }) => (consumerKey === "merchant" ? { consumerSecret: "secret" } : undefined),
 *   nonceStore: new MemoryNonceStore(), // for one process; countersign/redis is for several
 * });
 *
 * const { method, headers, body } = sign(
 *   { method: "POST", url: "https://gateway.example/pay", form: { amount: "10.42" } },
 *   { consumerKey: "merchant", signatureMethod: "HMAC-SHA1", consumerSecret: "secret" },
 * );
 * const received = { method, url: "/pay", headers, body };
 * const accepted = await verifier.authenticate(received);
 * accepted.one("amount"); // => "10.42"
 * try {
 *   await verifier.authenticate(received);
 * } catch (error) {
 *   if (!(error instanceof AuthenticationError)) throw error;
 *   error.verdict.code; // => "nonce-used"
 * }
 * ```
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const policy = readPolicy(options);
  const keyring = createKeyring(policy);
  const observe = createObserver(policy);
  async function verifyRequest(request: ReceivedRequest, requestOptions: RequestOptions = {}): Promise<Verdict> {
    return observe(() => decide(request, requestOptions, policy, keyring));
  }
  return {
    verify: verifyRequest,
    authenticate: async (request, requestOptions) => acceptedOrError(await verifyRequest(request, requestOptions)),
    toHttpRequest: (request) => absoluteRequest(request, policy),
  };
}

/**
 * Verifies one request: `verifier.verify(request)`. It takes a verifier, not options, because a program that creates a
 * verifier for each request could create a new nonce store each time and would accept replays.
 *
 * @param verifier - what {@link createVerifier} returned; create it once, when the program starts
 * @param request - as received; see {@link ReceivedRequest}
 * @returns the verdict, even for a rejected request, so test `verdict.accepted`
 * @throws {@link VerifierConfigurationError} (the promise rejects) for mistakes in the program, such as options in the
 * place of the verifier (`verifier-invalid`)
 *
 * @example
 * ```ts
 * import { createVerifier, MemoryNonceStore, sign, verify } from "countersign";
 *
 * const key = { consumerSecret: "secret" };
 * const verifier = createVerifier({ nonceStore: new MemoryNonceStore(), credentials: () => key });
 *
 * const { method, url, headers } = sign(
 *   { method: "GET", url: "https://gateway.example/status?order=7" },
 *   { consumerKey: "merchant", signatureMethod: "HMAC-SHA1", ...key },
 * );
 * const verdict = await verify(verifier, { method, url, headers });
 * verdict.accepted && verdict.one("order"); // => "7"
 * const again = await verify(verifier, { method, url, headers });
 * again.accepted || again.code; // => "nonce-used"
 * ```
 */
export async function verify(verifier: Verifier, request: ReceivedRequest, options?: RequestOptions): Promise<Verdict> {
  const isVerifier = typeof verifier?.verify === "function";
  mustBe(isVerifier, "verifier-invalid", `verifier must be what createVerifier returns, got ${kindOf(verifier)}`);
  return verifier.verify(request, options);
}

function acceptedOrError(verdict: Verdict): Accepted {
  if (verdict.accepted) return verdict;
  throw new AuthenticationError(verdict);
}

const REQUEST_OPTIONS = ["allowUnsignedBody"] as const;

/** @throws {@link VerifierConfigurationError} */
function allowsUnsignedBody(options: RequestOptions, policy: Policy): boolean {
  checkOptions(options, REQUEST_OPTIONS, "options", optionsError);
  const { allowUnsignedBody = policy.allowUnsignedBody } = options;
  return checkSwitch(allowUnsignedBody, "allowUnsignedBody");
}

async function decide(
  request: ReceivedRequest,
  options: RequestOptions,
  policy: Policy,
  keyring: Keyring,
): Promise<Verdict> {
  const examined = examine(request, allowsUnsignedBody(options, policy), policy);
  if ("accepted" in examined) return examined;

  const { claims, covered, parameters, received, body } = examined;
  const { consumerKey, token, signatureMethod, timestamp, nonce } = claims;
  const rejectFor = (problem: Problem): Rejected => reject([problem], unprovenClaims(covered, policy.limits));
  const stored = await lookUp(policy, { consumerKey, token, signatureMethod });
  if ("problem" in stored) return rejectFor(stored.problem);

  const checked = checkSignature(stored.keys, keyring, examined.baseString, claims);
  // The hint is computed for an unknown client, too, so that the time does not depend on the problem.
  if ("problem" in checked) return rejectFor(withHint(checked.problem, hostHint(received, policy)));

  if (claims.bodyHash !== undefined && !isBodyHash(claims.bodyHash, received.body, signatureMethod)) {
    return rejectFor({ code: "body-hash-mismatch", message: "oauth_body_hash is not the hash of the body" });
  }
  const problem = await claimNonce(claims, policy);
  if (problem !== undefined) return rejectFor(problem);

  const { keyId } = checked;
  const forApplication = coveredParameters(covered, parameters);
  const proven = { consumerKey, token, signatureMethod, timestamp, nonce, keyId };
  return { accepted: true, ...proven, parameters: forApplication, body, one: readerOf(forApplication) };
}

function withHint({ code, message }: Problem, hint: string | undefined): Problem {
  return hint === undefined || code !== "signature-mismatch"
    ? { code, message }
    : { code, message: `${message}; ${hint}` };
}

/** A well-formed request, before its signature is checked. */
interface Examined {
  readonly received: Received;
  readonly parameters: Parameters;
  readonly covered: readonly EncodedParameter[];
  readonly claims: Claims;
  readonly body: BodyCoverage;
  readonly baseString: string;
}

/** The checks that need no key. */
function examine(request: ReceivedRequest, allowUnsignedBody: boolean, policy: Policy): Examined | Rejected {
  const problems: Problems = [];
  const received = receive(request);
  checkSizes(received, policy.limits, problems);
  if (problems.length > 0) return reject(problems, undefined);

  const url = signedUrl(received, policy, problems);
  const parameters = readParameters(received, url?.query ?? "", policy, problems);
  if (url === undefined || parameters === undefined)
    return reject(problems, unprovenClaims(parameters?.list, policy.limits));

  const protocol = readProtocolParameters(parameters, policy.transports, problems);
  if (protocol === undefined) return reject(problems, unprovenClaims(parameters.list, policy.limits));
  const claims = readClaims(protocol, url.isSecure, policy, problems);
  const body = bodyCoverage(parameters, protocol);
  if (body === "unsigned" && !allowUnsignedBody) {
    const what = received.isBodyMissing
      ? "the headers announce a body that was not given"
      : "the body is not form-encoded";
    addProblem(problems, "body-hash-missing", `${what}, and oauth_body_hash is missing`);
  }
  const covered = coveredBy(parameters, protocol);
  if (claims === undefined || problems.length > 0) return reject(problems, unprovenClaims(covered, policy.limits));

  return { received, parameters, covered, claims, body, baseString: baseString(received.method, url.uri, covered) };
}
