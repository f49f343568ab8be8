/** Tells the option `onVerdict` what was decided, and how long the steps took. */

import type { Policy } from "./policy.ts";
import type { StepDurations, UnprovenClaims, Verdict, VerdictEvent } from "./verdict.ts";

/** Runs one step of a verification, and measures it if somebody wants to know. */
export type Timed = <Result>(step: keyof StepDurations, run: () => Promise<Result>) => Promise<Result>;

/** Runs a verification and reports its verdict. */
export type Observe = (decide: (timed: Timed) => Promise<Verdict>) => Promise<Verdict>;

/** Without `onVerdict`, nothing is measured. */
export function createObserver({ onVerdict, durationClock }: Policy): Observe {
  if (onVerdict === undefined) return (decide) => decide((_step, run) => run());
  return async (decide) => {
    const durations: { -readonly [Step in keyof StepDurations]: number } = {};
    const verdict = await decide(async (step, run) => {
      const start = read(durationClock);
      const result = await run();
      durations[step] = read(durationClock) - start;
      return result;
    });
    report(onVerdict, eventOf(verdict, durations));
    return verdict;
  };
}

/** A clock that fails must not change a verdict. */
function read(clock: () => number): number {
  try {
    return clock();
  } catch {
    return Number.NaN;
  }
}

function eventOf(verdict: Verdict, durations: StepDurations): VerdictEvent {
  const { accepted } = verdict;
  const code = accepted ? undefined : verdict.code;
  return { accepted, code, claimed: accepted ? provenClaims(verdict) : verdict.claimed, durations };
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
    // It changes no verdict.
  }
}
