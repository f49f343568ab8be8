/**
 * Diagnosis for the operator's log of a verifier: seldom, bounded, and apart from the answer to the client.
 *
 * @module
 */

import { diagnose } from "./diagnose.ts";
import type { Diagnosis } from "./diagnosis.ts";
import type { Budget, DiagnosisInput } from "./diagnosis-input.ts";
import { type Explanation, explanationOf } from "./explanation.ts";

/** How often, and how much. */
export interface DiagnosticianOptions {
  /** Diagnoses in a minute; further ones are left out. @default 6 */
  readonly perMinute?: number;
  /** Of one diagnosis. @default 100 milliseconds */
  readonly budget?: Budget;
  /** Whether pieces of the request (names and values of parameters) may stand in the answer. @default false */
  readonly showValues?: boolean;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

/** What is said of one request. */
export interface Finding {
  readonly diagnosis: Diagnosis;
  readonly explanation: Explanation;
}

/** See {@link createDiagnostician}. */
export interface Diagnostician {
  /** `undefined` where the minute's share is used up, or the input cannot be diagnosed; never throws. */
  readonly diagnose: (input: DiagnosisInput) => Finding | undefined;
}

/** One diagnosis holds up everything else on its thread for as long. */
const BUDGET: Budget = { milliseconds: 100 };
const MINUTE = 60_000;

/**
 * Makes one for a verifier. Ask it after the client was answered, of requests that were refused as signature-mismatch, and
 * write what it says to the operator's log: a client that is told gets a teacher for forging.
 *
 * @example
 * const diagnostician = createDiagnostician({ perMinute: 6 });
 * diagnostician.diagnose({ request: received, key: { consumerSecret } })?.explanation.headline;
 */
export function createDiagnostician({
  perMinute = 6,
  budget = BUDGET,
  showValues = false,
  now = () => performance.now(),
}: DiagnosticianOptions = {}): Diagnostician {
  if (!Number.isSafeInteger(perMinute) || perMinute < 1) {
    throw new RangeError(`perMinute must be a whole number from 1 on, got ${perMinute}`);
  }
  let times: number[] = [];
  return {
    diagnose(input) {
      const time = now();
      times = times.filter((one) => time - one < MINUTE);
      if (times.length >= perMinute) return undefined;
      times.push(time);
      try {
        const diagnosis = diagnose(input, { budget });
        const told = showValues ? diagnosis : withoutValues(diagnosis);
        return { diagnosis: told, explanation: explanationOf(told) };
      } catch {
        return undefined;
      }
    },
  };
}

/** Card numbers stand in requests, and do not belong into logs. */
function withoutValues(diagnosis: Diagnosis): Diagnosis {
  if (diagnosis.kind === "unjudged") return diagnosis;
  const { difference, ...rest } = diagnosis;
  const changes = diagnosis.kind === "changed" ? { changes: diagnosis.changes.map(({ name }) => ({ name })) } : {};
  const place =
    difference === undefined
      ? {}
      : { difference: { stage: difference.stage, ...(difference.part && { part: difference.part }) } };
  return { ...rest, ...place, ...changes } as Diagnosis;
}
