/**
 * Which rule a refused request breaks.
 *
 * @module
 */

import type { ReceiveFailure } from "../../gateway/simulator/incoming-request.ts";
import type { RejectionCode } from "../../verifier/index.ts";
import type { Rule } from "../vectors/index.ts";

/** Ids in `vectors/rules.json`. */
const RULE_IDS: Readonly<Record<RejectionCode, string>> = {
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
};

/** Broken by what never became a request. */
const HTTP_RULE: Rule = {
  id: "http",
  section: "RFC 9112",
  level: "MUST",
  statement: "A request is whole and well-formed HTTP, over TLS where the URL is https.",
};

/** The rules by what is wrong. */
export type RuleBook = (code: RejectionCode | ReceiveFailure["kind"]) => Rule;

/** Opens the book on the rules of the suite. */
export function ruleBook(rules: ReadonlyMap<string, Rule>): RuleBook {
  return (code) => (code in RULE_IDS ? rules.get(RULE_IDS[code as RejectionCode])! : HTTP_RULE);
}
