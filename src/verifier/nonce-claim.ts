/**
 * The last check: whether the nonce is new. Only requests with a right signature get here, so that nobody else can use up
 * nonces or fill the store.
 */

import type { Claims } from "./claims.ts";
import type { NonceAnswer } from "./nonce-store.ts";
import type { Policy } from "./policy.ts";
import type { Problem } from "./types.ts";

/** Claims the nonce; `undefined` if it is fresh. Any other answer, and any error, is a problem. */
export async function claimNonce(claimed: Claims, policy: Policy): Promise<Problem | undefined> {
  const { consumerKey, token, timestamp, nonce, now } = claimed;
  const expiresAt = expiryOf(timestamp, policy);
  try {
    return problemOf(await policy.nonceStore.claim({ consumerKey, token, timestamp, nonce, expiresAt, now }));
  } catch {
    return UNAVAILABLE;
  }
}

/** The store has to log its errors itself: they may contain a connection string. */
const UNAVAILABLE: Problem = { code: "nonce-store-unavailable", message: "the nonce store could not answer" };

function problemOf(answer: NonceAnswer): Problem | undefined {
  if (answer === "fresh") return undefined;
  if (answer === "used") return { code: "nonce-used", message: "the nonce was used before" };
  if (answer === "full") return { code: "nonce-store-full", message: "the nonce store cannot remember this nonce" };
  return UNAVAILABLE;
}

/**
 * Counted from the timestamp, not from now: a timestamp in the future is acceptable for longer. The last acceptable
 * second is timestamp + tolerance. The skew is for the clocks of other verifiers.
 */
function expiryOf(timestamp: number, { clockToleranceSeconds, clockSkewSeconds }: Policy): number {
  return timestamp + clockToleranceSeconds + 1 + clockSkewSeconds;
}
