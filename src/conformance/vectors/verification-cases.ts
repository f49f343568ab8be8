/**
 * Vectors for verifiers as test cases of the operation `verify`: one key, one request, a clock, and whether the nonce was used before.
 *
 * Such a vector describes a whole policy, which a question of driver protocol 1 does not have. A vector that depends on an
 * unusual policy therefore has a reason instead of a test case.
 */

import { isSignatureMethod } from "../../spec/signature-methods.ts";
import { NEAR_SECONDS } from "./facts.ts";
import type { HttpRequest } from "./input.ts";
import { loadFaults } from "./load-vectors.ts";
import { claimedParameters } from "./sent-request.ts";
import type { Fault, TestCase, VerificationKeyEntry, VerificationServer, VerificationVector } from "./vector.ts";
import { verifierContext } from "./verifier-context.ts";

/** The test cases, and the vectors without one. */
export interface VerificationCases {
  readonly cases: readonly TestCase[];
  readonly inexpressible: readonly { readonly id: string; readonly reason: string }[];
}

/**
 * The test cases of vectors for verifiers, in their order.
 *
 * @param faults the known mistakes by id, which reports describe @default those of this package
 */
export function verificationCases(
  vectors: readonly VerificationVector[],
  faults: ReadonlyMap<string, Fault> = loadFaults(),
): VerificationCases {
  const cases: TestCase[] = [];
  const inexpressible: { id: string; reason: string }[] = [];
  for (const vector of vectors) {
    const one = caseOf(vector, faults);
    if (typeof one === "string") inexpressible.push({ id: vector.id, reason: one });
    else cases.push(one);
  }
  return { cases, inexpressible };
}

/** The test case, or why there is none. */
function caseOf(vector: VerificationVector, faults: ReadonlyMap<string, Fault>): TestCase | string {
  const { id, comment, rule, level, flags, server, request, expected, source } = vector;
  const reason = unusualPolicy(vector);
  if (reason !== undefined) return reason;
  const claim = claimOf(server, request);
  const signatureMethod = claim.get("oauth_signature_method");
  if (
    "refuse" in expected &&
    expected.refuse === "signature-method-not-allowed" &&
    isSignatureMethod(signatureMethod)
  ) {
    // Another server may allow the method.
    return "depends on the methods that the server allows";
  }
  const seen = isSeen(vector, claim);
  const key = onlyKey(server.keys, claim);
  if (seen === undefined) return "depends on other requests that the server received";
  if (key === undefined) return "has no key for the client, or several keys";
  const open = openReason(vector, claim);
  // The request states the names of client and token.
  const { consumerKey: _, token: __, ...credentials } = key;
  return {
    id,
    comment,
    rule,
    level,
    flags,
    input: {
      operation: "verify",
      received: { ...request, url: absoluteUrl(vector.server, request) },
      credentials,
      ...(isSignatureMethod(signatureMethod) && { signatureMethod }),
      now: server.now,
      seen,
    },
    expected: { valid: "accept" in expected },
    ...(open !== undefined && { open }),
    source,
    verifier: verifierContext(vector, { seen, faults }),
  };
}

function absoluteUrl({ origin = "" }: VerificationServer, { url }: HttpRequest): string {
  return url.startsWith("/") ? `${origin}${url}` : url;
}

/** The protocol parameters of a request by name. */
type Claim = ReadonlyMap<string, string>;

/** Empty if the request cannot be read. */
function claimOf(server: VerificationServer, request: HttpRequest): Claim {
  return claimedParameters({ ...request, url: absoluteUrl(server, request) }) ?? new Map();
}

/** Rejections that only some policies require. */
const POLICY_CODES = ["limit-exceeded", "key-too-weak", "url-malformed"];

/** Why the vector depends on a policy that the question does not state. */
function unusualPolicy({ layer, server, request, expected }: VerificationVector): string | undefined {
  const code = "refuse" in expected ? expected.refuse : undefined;
  if (server.trouble !== undefined) return "depends on a failure of the server";
  if (server.limits !== undefined) return "depends on limits of the server";
  const isUsual = server.minimumRsaBits === 2048 && server.clockToleranceSeconds === 300;
  if (!isUsual || server.requireBodyHash || server.allowHeaderAndBody) return "depends on an unusual policy";
  if (server.origin !== undefined && !request.url.startsWith("/")) return "has a request target that is not a path";
  if (code === undefined) return undefined;
  if (POLICY_CODES.includes(code)) return "depends on limits of the server";
  return layer === "body-hash" ? "depends on the extension for body hashes" : undefined;
}

/** The parameters that identify a nonce (RFC 5849 3.3). */
const IDENTITY = ["oauth_consumer_key", "oauth_token", "oauth_timestamp", "oauth_nonce"];

/** Whether an accepted request had the same nonce; `undefined` if the server received only other requests. */
function isSeen({ earlier = [], server }: VerificationVector, claim: Claim): boolean | undefined {
  if (earlier.length === 0) return false;
  const identity = (one: Claim): string => JSON.stringify(IDENTITY.map((name) => one.get(name)));
  const same = earlier.some(({ accepted, request }) => {
    return accepted && identity(claimOf(server, request)) === identity(claim);
  });
  return same || undefined;
}

/** The only key of the client and token that the request names; the only key at all if the request names no client. */
function onlyKey(keys: readonly VerificationKeyEntry[], claim: Claim): VerificationKeyEntry | undefined {
  const client = claim.get("oauth_consumer_key");
  const token = claim.get("oauth_token");
  const own = client === undefined ? keys : keys.filter((key) => key.consumerKey === client && key.token === token);
  return own.length === 1 ? own[0] : undefined;
}

/** Seconds from the clock beyond which servers accept no timestamp. */
const FAR_SECONDS = 86_400;

/** Why the other verdict is allowed too. RFC 5849 lets each server decide how old a timestamp may be. */
function openReason(vector: VerificationVector, claim: Claim): string | undefined {
  const { mayRefuse, mayAccept, expected, server } = vector;
  const apart = Math.abs(server.now - Number(claim.get("oauth_timestamp")));
  if ("accept" in expected)
    return mayRefuse ?? (apart > NEAR_SECONDS ? "a server may allow less clock difference" : undefined);
  const isAboutTime = expected.refuse === "timestamp-too-old" || expected.refuse === "timestamp-in-future";
  return mayAccept ?? (isAboutTime && apart <= FAR_SECONDS ? "a server may allow more clock difference" : undefined);
}
