/** Why the verifier rejects a request: the codes, and for each the HTTP status and the text that the client sees. */

import type { Problem, PublicResponse, Rejected, RejectionCode, UnprovenClaims } from "./verdict.ts";

/** For everything that depends on who the client is, so that the response does not reveal which clients and keys exist. */
const NOT_AUTHORIZED = "The request is not authorized.";

/** HTTP status (RFC 5849 3.2 for 400 and 401) and the text that the client sees. */
const PUBLIC_RESPONSES: Readonly<Record<RejectionCode, readonly [status: number, message: string]>> = {
  "protocol-parameters-missing": [401, "OAuth 1.0 protocol parameters are missing."],
  "authorization-malformed": [400, "The Authorization header is malformed."],
  "authorization-repeated": [400, "There is more than one Authorization header."],
  "parameter-missing": [400, "A protocol parameter is missing."],
  "parameter-duplicated": [400, "A protocol parameter is repeated."],
  "protocol-parameters-in-two-places": [400, "Protocol parameters are in more than one place."],
  "version-unsupported": [400, "oauth_version must be 1.0 or absent."],
  "signature-method-not-allowed": [400, "The signature method is not allowed."],
  "insecure-transport": [400, "The signature method needs a secure transport."],
  "timestamp-malformed": [400, "oauth_timestamp must be whole seconds."],
  "timestamp-too-old": [401, "The timestamp is too old."],
  "timestamp-in-future": [401, "The timestamp is in the future."],
  "nonce-malformed": [400, "oauth_nonce is malformed."],
  "consumer-unknown": [401, NOT_AUTHORIZED],
  "key-kind-mismatch": [401, NOT_AUTHORIZED],
  "key-too-weak": [401, NOT_AUTHORIZED],
  "credentials-unavailable": [503, "Try again later."],
  "signature-malformed": [401, NOT_AUTHORIZED],
  "signature-mismatch": [401, NOT_AUTHORIZED],
  "body-malformed": [400, "The body is malformed."],
  "body-hash-missing": [400, "oauth_body_hash is missing."],
  "body-hash-mismatch": [401, NOT_AUTHORIZED],
  "url-malformed": [400, "The URL is malformed."],
  "limit-exceeded": [413, "The request exceeds a limit."],
  "nonce-used": [401, NOT_AUTHORIZED],
  "nonce-store-full": [429, "Too many requests; try again later."],
  "nonce-store-unavailable": [503, "Try again later."],
};

/** All codes. */
export const REJECTION_CODES: readonly RejectionCode[] = Object.keys(PUBLIC_RESPONSES) as RejectionCode[];

/** What the client sees of a rejection. */
export function publicResponseOf(code: RejectionCode): PublicResponse {
  const [status, message] = PUBLIC_RESPONSES[code];
  return { status, message };
}

/** The problems found so far. A step that returns `undefined` has added one. */
export type Problems = Problem[];

export function addProblem(problems: Problems, code: RejectionCode, message: string): undefined {
  problems.push({ code, message });
  return undefined;
}

/** Creates the verdict. The first problem determines code and status. */
export function reject(problems: readonly Problem[], claimed: UnprovenClaims | undefined): Rejected {
  const { code, message } = problems[0]!;
  const publicResponse = publicResponseOf(code);
  return { accepted: false, code, message, status: publicResponse.status, problems, publicResponse, claimed };
}

/** Creates the verdict for one problem of a request whose parameters were not read. */
export function rejectFor(code: RejectionCode, message: string): Rejected {
  return reject([{ code, message }], undefined);
}
