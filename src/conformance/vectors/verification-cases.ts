/**
 * Vectors for verifiers as test cases of the operation `verify`: one key, one request, a clock, and whether the nonce was used before.
 *
 * Such a vector describes a whole policy, which a question of driver protocol 1 does not have. A vector that depends on an
 * unusual policy therefore has no test case, but a reason.
 */

import { isProtocolParameter, type ReadRequest, readSentRequest, toText } from "../../model/index.ts";
import {
  type HttpRequest,
  isRsaMethod,
  isSecretMethod,
  type PublicKey,
  type Secrets,
  type SignatureMethod,
} from "./input.ts";
import type { TestCase } from "./vector.ts";
import type { VerificationKeyEntry, VerificationServer, VerificationVector } from "./verification-vector.ts";

/** The test cases, and the vectors without one. */
export interface VerificationCases {
  readonly cases: readonly TestCase[];
  readonly inexpressible: readonly { readonly id: string; readonly reason: string }[];
}

/** The test cases of vectors for verifiers, in their order. */
export function verificationCases(vectors: readonly VerificationVector[]): VerificationCases {
  const cases: TestCase[] = [];
  const inexpressible: { id: string; reason: string }[] = [];
  for (const vector of vectors) {
    const one = caseOf(vector);
    if (typeof one === "string") inexpressible.push({ id: vector.id, reason: one });
    else cases.push(one);
  }
  return { cases, inexpressible };
}

/** The test case, or why there is none. */
function caseOf(vector: VerificationVector): TestCase | string {
  const { id, comment, rule, level, flags, server, request, expected } = vector;
  const reason = unusualPolicy(vector);
  if (reason !== undefined) return reason;
  const claim = claimOf(server, request);
  if (isRejectedByPolicy(vector, claim)) return "depends on the methods that the server allows";
  const seen = isSeen(vector, claim);
  const key = onlyKey(server.keys, claim);
  if (seen === undefined) return "depends on other requests that the server received";
  if (key === undefined) return "has no key for the client, or several keys";
  return {
    id,
    comment,
    rule,
    level,
    flags,
    input: {
      operation: "verify",
      received: { ...request, url: absoluteUrl(vector.server, request) },
      credentials: secretsOf(key),
      ...(isKnown(claim?.signatureMethod) ? { signatureMethod: claim.signatureMethod } : {}),
      now: server.now,
      seen,
    },
    expected: { valid: "accept" in expected },
    ...allowances(vector, claim),
  };
}

/** Without the names of client and token, which the request states. */
function secretsOf({ consumerKey: _, token: __, ...secrets }: VerificationKeyEntry): Secrets | PublicKey {
  return secrets;
}

/** The absolute URL of the request. */
function absoluteUrl({ origin = "" }: VerificationServer, { url }: HttpRequest): string {
  return url.startsWith("/") ? `${origin}${url}` : url;
}

/** The protocol parameters of a request that identify it. */
interface Claim {
  readonly consumerKey: string | undefined;
  readonly token: string | undefined;
  readonly nonce: string | undefined;
  readonly timestamp: string | undefined;
  readonly signatureMethod: string | undefined;
}

function claimOf(server: VerificationServer, request: HttpRequest): Claim | undefined {
  let read: ReadRequest;
  try {
    read = readSentRequest({ body: new Uint8Array(), ...request, url: absoluteUrl(server, request) });
  } catch {
    return undefined;
  }
  const { sources } = read;
  // Of two parameters with one name the first counts. A Map keeps the last, hence the reversed order.
  const named = new Map(
    [...sources.header, ...sources.query, ...sources.body]
      .reverse()
      .filter(isProtocolParameter)
      .map(([name, value]) => [toText(name), toText(value)] as const),
  );
  return {
    consumerKey: named.get("oauth_consumer_key"),
    token: named.get("oauth_token"),
    nonce: named.get("oauth_nonce"),
    timestamp: named.get("oauth_timestamp"),
    signatureMethod: named.get("oauth_signature_method"),
  };
}

function isKnown(method: string | undefined): method is SignatureMethod {
  return isSecretMethod(method) || isRsaMethod(method);
}

/** Rejections that only a server with such a policy must return. */
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

/** Whether the server rejects a method that another server may allow. */
function isRejectedByPolicy({ expected }: VerificationVector, claim: Claim | undefined): boolean {
  return "refuse" in expected && expected.refuse === "signature-method-not-allowed" && isKnown(claim?.signatureMethod);
}

/** Whether an accepted request had the same nonce; `undefined` if the server received only other requests. */
function isSeen({ earlier = [], server }: VerificationVector, claim: Claim | undefined): boolean | undefined {
  if (earlier.length === 0) return false;
  const identity = (one: Claim | undefined): string =>
    JSON.stringify([one?.consumerKey, one?.token, one?.timestamp, one?.nonce]);
  const same = earlier.some(({ accepted, request }) => {
    return accepted && identity(claimOf(server, request)) === identity(claim);
  });
  return same || undefined;
}

/** The only key of the client and token that the request names; the only key at all if it names no client. */
function onlyKey(keys: readonly VerificationKeyEntry[], claim: Claim | undefined): VerificationKeyEntry | undefined {
  const own =
    claim?.consumerKey === undefined
      ? keys
      : keys.filter(({ consumerKey, token }) => consumerKey === claim.consumerKey && token === claim.token);
  return own.length === 1 ? own[0] : undefined;
}

/** Distances from the clock, in seconds: every server accepts a timestamp below the first, and none beyond the second. */
const NEAR = 60;
const FAR = 86_400;

/** Which other verdicts are allowed. RFC 5849 lets each server decide how old a timestamp may be. */
function allowances(vector: VerificationVector, claim: Claim | undefined): Pick<TestCase, "mayRefuse" | "mayAccept"> {
  const { mayRefuse, mayAccept, expected, server } = vector;
  const apart = Math.abs(server.now - Number(claim?.timestamp));
  if ("accept" in expected) {
    const why = mayRefuse ?? (apart > NEAR ? "a server may allow less clock difference" : undefined);
    return why === undefined ? {} : { mayRefuse: why };
  }
  const isAboutTime = expected.refuse === "timestamp-too-old" || expected.refuse === "timestamp-in-future";
  const why = mayAccept ?? (isAboutTime && apart <= FAR ? "a server may allow more clock difference" : undefined);
  return why === undefined ? {} : { mayAccept: why };
}
