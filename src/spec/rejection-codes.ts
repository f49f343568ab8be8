/**
 * Why a verifier rejects a request: the codes, each with the rule of `vectors/rules.json` that such a request violates. The
 * verifier, reports, and the schema of vectors for verifiers use these codes.
 */

/** Why the verifier rejects a request. Stable: changing what a code means is a breaking change. */
export type RejectionCode = keyof typeof REJECTION_RULES;

export const REJECTION_RULES = {
  "protocol-parameters-missing": "rfc5849-3.1-3",
  "authorization-malformed": "rfc5849-3.5.1-3",
  "authorization-repeated": "rfc5849-3.5.1-3",
  "parameter-missing": "rfc5849-3.1-3",
  "parameter-duplicated": "rfc5849-3.1-1",
  "protocol-parameters-in-two-places": "rfc5849-3.5-1",
  "version-unsupported": "rfc5849-3.1-2",
  "signature-method-not-allowed": "rfc5849-3.2-4",
  "insecure-transport": "rfc5849-3.4.4-2",
  "timestamp-malformed": "rfc5849-3.3-1",
  "timestamp-too-old": "rfc5849-3.3-3",
  "timestamp-in-future": "rfc5849-3.3-3",
  "nonce-malformed": "rfc5849-3.3-4",
  "consumer-unknown": "rfc5849-3.2-3",
  "key-kind-mismatch": "rfc5849-3.4-1",
  "key-too-weak": "rfc5849-3.4.3-2",
  "credentials-unavailable": "rfc5849-3.2-3",
  "signature-malformed": "rfc5849-3.2-5",
  "signature-mismatch": "rfc5849-3.2-1",
  "body-malformed": "rfc5849-3.4.1.3.1-3",
  "body-hash-missing": "body-hash-3.2-3",
  "body-hash-mismatch": "body-hash-3.2-2",
  "url-malformed": "rfc5849-3.4.1.2-5",
  "limit-exceeded": "rfc5849-4.10-1",
  "nonce-used": "rfc5849-3.3-2",
  "nonce-store-full": "rfc5849-4.10-1",
  "nonce-store-unavailable": "rfc5849-3.3-2",
} as const;

/** All codes. */
export const REJECTION_CODES = Object.keys(REJECTION_RULES) as readonly RejectionCode[];
