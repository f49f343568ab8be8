/** Diagnosis for the log of a verifier: limited in number and time. */

import { diagnose } from "./diagnose.ts";
import type { Diagnosis } from "./diagnosis.ts";
import type { Budget, DiagnosisInput } from "./diagnosis-input.ts";
import { type Explanation, explanationOf } from "./explanation.ts";

/** Options of {@link createRateLimitedDiagnosis}. */
export interface RateLimitedDiagnosisOptions {
  /** The most diagnoses in a minute. Further calls return `undefined`. @default 6 */
  readonly perMinute?: number;
  /** The limits of one diagnosis. @default 100 milliseconds */
  readonly budget?: Budget;
  /** Whether the result may contain names and values of parameters. @default false */
  readonly showValues?: boolean;
  /** A monotonic clock, in milliseconds. @default performance.now */
  readonly now?: () => number;
}

/** A diagnosis, and the same as text. */
export interface ExplainedDiagnosis {
  readonly diagnosis: Diagnosis;
  readonly explanation: Explanation;
}

/** See {@link createRateLimitedDiagnosis}. */
export interface RateLimitedDiagnosis {
  /** Never throws. `undefined` if the limit of the minute is reached, or if the input cannot be diagnosed. */
  readonly diagnose: (input: DiagnosisInput) => ExplainedDiagnosis | undefined;
}

/** A diagnosis blocks its thread for this long. */
const BUDGET: Budget = { milliseconds: 100 };
const MINUTE = 60_000;

/**
 * Creates a `diagnose` function for the log of a verifier. Call it after the response was sent, for requests that were
 * rejected with `signature-mismatch`. Write the result to the log of the operator and do not send it to the client: it
 * would help an attacker to forge signatures.
 *
 * @throws RangeError if `perMinute` is not a positive integer
 * @example
 * ```ts
 * import { createRateLimitedDiagnosis } from "countersign/diagnosis";
 *
 * const { diagnose } = createRateLimitedDiagnosis({ perMinute: 6 });
 * const request = { method: "GET", url: "https://gateway.example/status", headers: [] };
 * diagnose({ request, key: { consumerSecret: "secret" } })?.diagnosis.kind; // => "not-diagnosed"
 * ```
 */
export function createRateLimitedDiagnosis({
  perMinute = 6,
  budget = BUDGET,
  showValues = false,
  now = () => performance.now(),
}: RateLimitedDiagnosisOptions = {}): RateLimitedDiagnosis {
  if (!Number.isSafeInteger(perMinute) || perMinute < 1) {
    throw new RangeError(`perMinute must be a positive integer, got ${perMinute}`);
  }
  let times: number[] = [];
  return {
    diagnose(input) {
      const time = now();
      times = times.filter((one) => time - one < MINUTE);
      if (times.length >= perMinute) return undefined;
      times.push(time);
      try {
        const complete = diagnose(input, { budget });
        const diagnosis = showValues ? complete : withoutValues(complete);
        return { diagnosis, explanation: explanationOf(diagnosis) };
      } catch {
        return undefined;
      }
    },
  };
}

/** Requests may contain card numbers, which must not be logged. */
function withoutValues(diagnosis: Diagnosis): Diagnosis {
  if (diagnosis.kind === "not-diagnosed") return diagnosis;
  const { difference, ...rest } = diagnosis;
  const changes = diagnosis.kind === "changed" ? { changes: diagnosis.changes.map(({ name }) => ({ name })) } : {};
  const place =
    difference === undefined
      ? {}
      : { difference: { stage: difference.stage, ...(difference.part && { part: difference.part }) } };
  return { ...rest, ...place, ...changes } as Diagnosis;
}
