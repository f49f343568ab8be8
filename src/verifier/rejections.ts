/**
 * Why a request is refused: stable codes, the HTTP status of each, and what the client may be told.
 *
 * @module
 */

/** Stable; a change of meaning is a breaking change. */
export type RejectionCode =
  | "protocol-parameters-missing"
  | "authorization-malformed"
  | "authorization-repeated"
  | "parameter-missing"
  | "parameter-duplicated"
  | "protocol-parameters-in-two-places"
  | "version-unsupported"
  | "signature-method-not-allowed"
  | "insecure-transport"
  | "timestamp-malformed"
  | "timestamp-too-old"
  | "timestamp-in-future"
  | "nonce-malformed"
  | "consumer-unknown"
  | "key-kind-mismatch"
  | "key-too-weak"
  | "credentials-unavailable"
  | "signature-malformed"
  | "signature-mismatch"
  | "body-malformed"
  | "body-hash-missing"
  | "body-hash-mismatch"
  | "url-malformed"
  | "limit-exceeded"
  | "nonce-used"
  | "nonce-store-full"
  | "nonce-store-unavailable";

/** What a refusal looks like from outside. */
interface Outside {
  /** HTTP status (RFC 5849 3.2 for 400 and 401). */
  readonly status: number;
  /** All that the client is told. */
  readonly told: string;
}

/** Said of everything that depends on who the client is, so that nobody learns which clients and keys exist. */
const NOT_AUTHORIZED = "The request is not authorized.";

const SAID: Readonly<Record<RejectionCode, readonly [status: number, told: string]>> = {
  "protocol-parameters-missing": [401, "OAuth 1.0 protocol parameters are missing."],
  "authorization-malformed": [400, "The Authorization header is malformed."],
  "authorization-repeated": [400, "There is more than one Authorization header."],
  "parameter-missing": [400, "A protocol parameter is missing."],
  "parameter-duplicated": [400, "A protocol parameter is repeated."],
  "protocol-parameters-in-two-places": [400, "Protocol parameters stand in more than one place."],
  "version-unsupported": [400, "oauth_version must be 1.0 or absent."],
  "signature-method-not-allowed": [400, "The signature method is not allowed."],
  "insecure-transport": [400, "The signature method needs a secure transport."],
  "timestamp-malformed": [400, "oauth_timestamp must be whole seconds."],
  "timestamp-too-old": [401, "The timestamp is too old."],
  "timestamp-in-future": [401, "The timestamp lies in the future."],
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
export const REJECTION_CODES = Object.keys(SAID) as readonly RejectionCode[];

/** What a refusal shows to the outside. */
export function publicResponseOf(code: RejectionCode): Outside {
  const [status, told] = SAID[code];
  return { status, told };
}
