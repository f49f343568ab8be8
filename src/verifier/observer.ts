/** Reports verdicts to the option `onVerdict`. */

import { VerifierConfigurationError } from "./configuration-error.ts";
import type { Policy } from "./policy.ts";
import type { UnprovenClaims, Verdict, VerdictEvent } from "./verdict.ts";

/** Runs a verification and reports its verdict. */
export type Observe = (decide: () => Promise<Verdict>) => Promise<Verdict>;

export function createObserver({ onVerdict }: Policy): Observe {
  if (onVerdict === undefined) return (decide) => decide();
  return async (decide) => {
    try {
      const verdict = await decide();
      report(onVerdict, eventOf(verdict));
      return verdict;
    } catch (error) {
      // While the clock is broken no request is accepted, which metrics must show.
      if (error instanceof VerifierConfigurationError) {
        report(onVerdict, { accepted: false, code: error.code, claimed: undefined });
      }
      throw error;
    }
  };
}

function eventOf(verdict: Verdict): VerdictEvent {
  return verdict.accepted
    ? { accepted: true, code: undefined, claimed: provenClaims(verdict) }
    : { accepted: false, code: verdict.code, claimed: verdict.claimed && { ...verdict.claimed } };
}

function provenClaims({
  consumerKey,
  token,
  signatureMethod,
  timestamp,
}: Verdict & { accepted: true }): UnprovenClaims {
  return { consumerKey, ...(token !== undefined && { token }), signatureMethod, timestamp };
}

/** Ignores what the function throws. Without `catch`, a promise that rejects would end the process. */
function report(onVerdict: (event: VerdictEvent) => unknown, event: VerdictEvent): void {
  try {
    const returned = onVerdict(event);
    if (returned instanceof Promise) returned.catch(() => {});
  } catch {
    // An error of the function does not change the verdict.
  }
}
