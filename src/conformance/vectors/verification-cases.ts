/**
 * The vectors for servers as test cases of the operation `verify`: one key, one request, a clock, and whether the nonce was used before.
 *
 * A vector for servers describes a whole policy, and protocol 1 asks a library's `verify` without one. A vector that depends on an unusual
 * policy therefore has no test case, but a reason why not.
 *
 * @module
 */

import { isProtocolParameter, type OctetPair, type ReadRequest, readSentRequest, toText } from "../../model/index.ts";
import {
  type HttpRequest,
  isRsaMethod,
  isSecretMethod,
  type PublicKey,
  type Secrets,
  type SignatureMethod,
} from "./input.ts";
import type { TestCase } from "./test-case.ts";
import type { VerificationKeyEntry, VerificationVector } from "./verification-vector.ts";

/** The test cases, and the vectors without one. */
export interface VerificationCases {
  readonly cases: readonly TestCase[];
  readonly inexpressible: readonly { readonly id: string; readonly reason: string }[];
}

/** The test cases of vectors for servers, in their order. */
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
  const claim = claimOf(absolute(vector), request);
  if (isRefusedByPolicy(vector, claim)) return "stands on the methods that the server allows";
  const seen = isSeen(vector, claim);
  const key = onlyKey(server.keys, claim);
  if (seen === undefined) return "stands on what the server remembers of other requests";
  if (key === undefined) return "has no key for the client, or several";
  return {
    id,
    comment,
    rule,
    level,
    flags,
    input: {
      operation: "verify",
      received: { ...request, url: absolute(vector) },
      credentials: secretsOf(key),
      ...(isKnown(claim?.signatureMethod) ? { signatureMethod: claim.signatureMethod } : {}),
      now: server.now,
      seen,
    },
    expected: { valid: "accept" in expected },
    ...leeway(vector, claim),
  };
}

/** Without the names of client and token: the request states them. */
function secretsOf({ consumerKey: _, token: __, ...secrets }: VerificationKeyEntry): Secrets | PublicKey {
  return secrets;
}

/** A request target behind its origin; what is absolute stays as it is. */
function absolute({ server, request: { url } }: VerificationVector): string {
  return url.startsWith("/") ? `${server.origin ?? ""}${url}` : url;
}

/** What a request says of itself, as far as it can be read. */
interface Claim {
  readonly consumerKey: string | undefined;
  readonly token: string | undefined;
  readonly nonce: string | undefined;
  readonly timestamp: string | undefined;
  readonly signatureMethod: string | undefined;
}

function claimOf(url: string, { method, headers, body = new Uint8Array() }: HttpRequest): Claim | undefined {
  let read: ReadRequest;
  try {
    read = readSentRequest({ method, url, headers, body });
  } catch {
    return undefined;
  }
  const { sources } = read;
  // Of two with one name the first counts, so it has the last word.
  const named = new Map(
    [...sources.header, ...sources.query, ...sources.body].reverse().filter(isProtocolParameter).map(readPair),
  );
  return {
    consumerKey: named.get("oauth_consumer_key"),
    token: named.get("oauth_token"),
    nonce: named.get("oauth_nonce"),
    timestamp: named.get("oauth_timestamp"),
    signatureMethod: named.get("oauth_signature_method"),
  };
}

function readPair([name, value]: OctetPair): [string, string] {
  return [toText(name), toText(value)];
}

function isKnown(method: string | undefined): method is SignatureMethod {
  return isSecretMethod(method) || isRsaMethod(method);
}

/** Refusals that only a server with that policy, or with that trouble, owes. */
const POLICY_CODES = ["limit-exceeded", "key-too-weak", "url-malformed"];

/** Why the vector stands on a policy that the question does not tell. */
function unusualPolicy({ layer, server, request, expected }: VerificationVector): string | undefined {
  const code = "refuse" in expected ? expected.refuse : undefined;
  if (server.trouble !== undefined) return "stands on trouble of the server";
  if (server.limits !== undefined) return "stands on limits of the server";
  if (server.minimumRsaBits !== 2048 || server.clockToleranceSeconds !== 300) return "stands on an unusual policy";
  if (server.requireBodyHash || server.allowHeaderAndBody) return "stands on an unusual policy";
  if (server.origin !== undefined && !request.url.startsWith("/")) return "has a request target that is no path";
  if (code === undefined) return undefined;
  if (POLICY_CODES.includes(code)) return "stands on limits of the server";
  return layer === "body-hash" ? "stands on the extension for body hashes" : undefined;
}

/** Whether a method is refused that another server may allow. */
function isRefusedByPolicy({ expected }: VerificationVector, claim: Claim | undefined): boolean {
  return "refuse" in expected && expected.refuse === "signature-method-not-allowed" && isKnown(claim?.signatureMethod);
}

/** Whether the nonce came before in an accepted request; `undefined` where other requests came. */
function isSeen({ earlier = [], server }: VerificationVector, claim: Claim | undefined): boolean | undefined {
  if (earlier.length === 0) return false;
  const identity = (one: Claim | undefined): string =>
    JSON.stringify([one?.consumerKey, one?.token, one?.timestamp, one?.nonce]);
  const same = earlier.some(({ accepted, request }) => {
    const url = request.url.startsWith("/") ? `${server.origin ?? ""}${request.url}` : request.url;
    return accepted && identity(claimOf(url, request)) === identity(claim);
  });
  return same || undefined;
}

/** The key of the client and token that the request names; of a request that names nobody, the only one there is. */
function onlyKey(keys: readonly VerificationKeyEntry[], claim: Claim | undefined): VerificationKeyEntry | undefined {
  const own =
    claim?.consumerKey === undefined
      ? keys
      : keys.filter(({ consumerKey, token }) => consumerKey === claim.consumerKey && token === claim.token);
  return own.length === 1 ? own[0] : undefined;
}

/** Seconds within which any server takes a timestamp, and beyond which none does. */
const NEAR = 60;
const FAR = 86_400;

/** What a stricter or more lenient verifier may do. RFC 5849 leaves to each server how old a timestamp may be. */
function leeway(vector: VerificationVector, claim: Claim | undefined): Pick<TestCase, "mayRefuse" | "mayAccept"> {
  const { mayRefuse, mayAccept, expected, server } = vector;
  const apart = Math.abs(server.now - Number(claim?.timestamp));
  if ("accept" in expected) {
    const why = mayRefuse ?? (apart > NEAR ? "a server may take less old or less early timestamps" : undefined);
    return why === undefined ? {} : { mayRefuse: why };
  }
  const isAboutTime = expected.refuse === "timestamp-too-old" || expected.refuse === "timestamp-in-future";
  const why = mayAccept ?? (isAboutTime && apart <= FAR ? "a server may take older or earlier timestamps" : undefined);
  return why === undefined ? {} : { mayAccept: why };
}
