/**
 * The last question: whether the nonce is new. Asked once, atomically, of a request with a right signature only, so
 * that nobody else can use nonces up or fill the store.
 *
 * @module
 */

import type { Claims } from "./claimed-identity.ts";
import type { NonceAnswer } from "./nonce-store.ts";
import type { Policy } from "./policy.ts";
import type { Problem } from "./types.ts";

/** Claims the nonce; `undefined` where it is fresh. Whatever else the store does is no acceptance. */
export async function claimNonce(claimed: Claims, policy: Policy): Promise<Problem | undefined> {
  const { consumerKey, token, timestamp, nonce, now } = claimed;
  const expiresAt = expiryOf(timestamp, policy);
  try {
    return problemOf(await policy.nonceStore.claim({ consumerKey, token, timestamp, nonce, expiresAt, now }));
  } catch {
    return UNAVAILABLE;
  }
}

/** What went wrong is the store's to log: its message may hold a connection string. */
const UNAVAILABLE: Problem = { code: "nonce-store-unavailable", message: "the nonce store could not answer" };

function problemOf(answer: NonceAnswer): Problem | undefined {
  if (answer === "fresh") return undefined;
  if (answer === "used") return { code: "nonce-used", message: "the nonce was used before" };
  if (answer === "full") return { code: "nonce-store-full", message: "the nonce store can remember no more for now" };
  return UNAVAILABLE;
}

/**
 * Counted from the timestamp, not from now: a request stamped ahead stays acceptable for longer. The last acceptable
 * second is timestamp + tolerance, so the first of the others is one more; then comes the margin for other clocks.
 */
function expiryOf(timestamp: number, { clockToleranceSeconds, clockSkewSeconds }: Policy): number {
  return timestamp + clockToleranceSeconds + 1 + clockSkewSeconds;
}
