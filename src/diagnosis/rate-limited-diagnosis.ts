/** Diagnosis for the log of a verifier, limited in number and work, and run in slices that do not block the server. */

import { checkOptions } from "../platform/check-options.ts";
import { explainGiven } from "./explain-given.ts";
import type { DiagnosisInput } from "./input/diagnosis-input.ts";
import type { Cause, Diagnosis } from "./search/diagnosis.ts";
import { type Budget, checkBudget } from "./search/search-work.ts";
import { type Explanation, explanationOf } from "./text/explanation.ts";

/** Options of {@link createRateLimitedDiagnosis}. */
export interface RateLimitedDiagnosisOptions {
  /** How many diagnoses run per minute. Further calls return `undefined`. @default 6 */
  readonly perMinute?: number;
  /** The limits of one diagnosis. @default 50000 combinations and 75000000 octets */
  readonly budget?: Budget;
  /** Whether the result may contain names and values of parameters. @default false */
  readonly showValues?: boolean;
  /** A monotonic clock, in milliseconds. @default performance.now */
  readonly now?: () => number;
}

/** A diagnosis, as data and as text. */
export interface ExplainedDiagnosis {
  readonly diagnosis: Diagnosis;
  readonly explanation: Explanation;
}

/** See {@link createRateLimitedDiagnosis}. */
export interface RateLimitedDiagnosis {
  /**
   * Never rejects. Resolves to `undefined` if the limit of the minute is reached, if another diagnosis runs, or if a key cannot
   * be parsed.
   */
  readonly diagnose: (input: DiagnosisInput) => Promise<ExplainedDiagnosis | undefined>;
}

const BUDGET: Budget = { combinations: 50_000, octets: 75_000_000 };
const MINUTE = 60_000;

/**
 * Creates a `diagnose` function for the log of a verifier. Call it after the response was sent, for requests that were
 * rejected with `signature-mismatch`. Write the result to the log of the operator and do not send it to the client, because
 * the result would help an attacker to forge signatures.
 *
 * The search pauses after at most 1000 combinations or as much other work, so that the server can answer other requests. One
 * diagnosis runs at a time.
 *
 * @throws RangeError if `perMinute` is not a positive integer; TypeError with the code `option-unknown` or
 * `options-invalid`
 * @example
 * ```ts
 * import { createRateLimitedDiagnosis } from "countersign/diagnosis";
 *
 * const { diagnose } = createRateLimitedDiagnosis({ perMinute: 6 });
 * const request = { method: "GET", url: "https://gateway.example/status", headers: [] };
 * const found = await diagnose({ request, key: { consumerSecret: "secret" } });
 * found?.diagnosis.kind; // => "not-diagnosed"
 * ```
 */
export function createRateLimitedDiagnosis(options: RateLimitedDiagnosisOptions = {}): RateLimitedDiagnosis {
  checkOptions(options, ["perMinute", "budget", "showValues", "now"]);
  const { perMinute = 6, budget = BUDGET, showValues = false, now = () => performance.now() } = options;
  checkBudget(budget);
  if (!Number.isSafeInteger(perMinute) || perMinute < 1) {
    throw new RangeError(`perMinute must be a positive integer, got ${perMinute}`);
  }
  let times: number[] = [];
  let isRunning = false;
  return {
    async diagnose(input) {
      const time = now();
      times = times.filter((one) => time - one < MINUTE);
      if (isRunning || times.length >= perMinute) return undefined;
      times.push(time);
      isRunning = true;
      try {
        const { key, ...known } = input;
        const { diagnosis, explanation } = await explainGiven({ ...known, keys: [key] }, { budget });
        if (showValues) return { diagnosis, explanation };
        const hidden = withoutValues(diagnosis);
        return { diagnosis: hidden, explanation: explanationOf(hidden) };
      } catch {
        return undefined;
      } finally {
        isRunning = false;
      }
    },
  };
}

/** Leaves values out: card numbers must not be logged. */
function withoutValues(diagnosis: Diagnosis): Diagnosis {
  if (diagnosis.kind === "not-diagnosed") return diagnosis;
  const { difference, parameterTable, ...rest } = diagnosis;
  const place =
    difference === undefined
      ? {}
      : { difference: { stage: difference.stage, ...(difference.part && { part: difference.part }) } };
  const without = (causes: readonly Cause[]): Cause[] => causes.map(({ change, ...cause }) => cause);
  switch (rest.kind) {
    case "changed":
      return { ...rest, ...place, changes: rest.changes.map(({ name }) => ({ name })) };
    case "explained":
      return { ...rest, ...place, causes: without(rest.causes) as [Cause, ...Cause[]] };
    case "ambiguous":
      return { ...rest, ...place, alternatives: rest.alternatives.map(without) };
    default:
      return { ...rest, ...place } as Diagnosis;
  }
}
