/** The last check: whether the nonce is new, and the timestamp still recent. */

import { type Claims, clockOf, timestampProblem } from "./claims.ts";
import type { NonceAnswer } from "./nonce-store.ts";
import type { Policy } from "./policy.ts";
import type { Problem } from "./verdict.ts";
import { TOO_LATE, within } from "./within.ts";

/**
 * Claims the nonce. Only requests with a valid signature get here, so only clients with a key can use up nonces. Any
 * answer other than `fresh`, and any error, is a problem. The store must log its own errors, because they may contain a
 * connection string.
 *
 * The clock is read again before and after the claim. A look-up may take so long, or the process may be suspended for so
 * long, that the store has forgotten the nonce of an earlier, equal request.
 */
export async function claimNonce(claims: Claims, policy: Policy): Promise<Problem | undefined> {
  const now = laterTime(claims.now, policy);
  const problem = timestampProblem(claims.timestamp, now, policy.clockToleranceSeconds);
  if (problem !== undefined) return problem;
  const answer = await answerOf({ ...claims, now }, policy);
  if (answer === "used") return { code: "nonce-used", message: "the nonce was used before" };
  if (answer === "full") return { code: "nonce-store-full", message: "the nonce store cannot remember this nonce" };
  if (answer === TOO_LATE) {
    const message = `the nonce store did not answer within ${policy.timeoutMilliseconds} ms`;
    return { code: "nonce-store-unavailable", message };
  }
  if (answer !== "fresh") return { code: "nonce-store-unavailable", message: "the nonce store could not answer" };
  return timestampProblem(claims.timestamp, laterTime(now, policy), policy.clockToleranceSeconds);
}

/** A clock that was set back does not make a timestamp recent again. */
function laterTime(before: number, policy: Policy): number {
  return Math.max(before, clockOf(policy));
}

async function answerOf(
  { consumerKey, token, timestamp, nonce, now }: Claims,
  { nonceStore, clockToleranceSeconds, clockSkewSeconds, timeoutMilliseconds }: Policy,
): Promise<NonceAnswer | typeof TOO_LATE | undefined> {
  // Counted from the timestamp, not from now, because a timestamp in the future is acceptable for longer. The last
  // acceptable second is timestamp + tolerance. The skew allows for the clocks of other verifiers.
  const expiresAt = timestamp + clockToleranceSeconds + 1 + clockSkewSeconds;
  try {
    const answer = nonceStore.claim({ consumerKey, token, timestamp, nonce, expiresAt, now });
    return await within(timeoutMilliseconds, answer);
  } catch {
    return undefined;
  }
}
