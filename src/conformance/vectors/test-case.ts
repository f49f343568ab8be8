/**
 * What the runner asks: one question to an implementation, and the right answer to it.
 *
 * @module
 */

import type { VectorInput } from "./input.ts";
import type { StageValues } from "./vector.ts";

/** A vector for signers is a test case as it stands; `verificationCases` makes test cases of the vectors for servers. */
export interface TestCase {
  readonly id: string;
  readonly comment: string;
  /** Id of a rule in `vectors/rules.json`. */
  readonly rule: string;
  readonly level: "MUST" | "SHOULD" | "gateway";
  readonly flags: readonly string[];
  readonly input: VectorInput;
  /** The right value of each stage, or that the implementation must refuse the input. */
  readonly expected: StageValues | { readonly refused: true };
  /** Where the published source prints a wrong value. */
  readonly disputed?: { readonly stage: string; readonly reason: string };
  /** Why a strict implementation may refuse instead of answering. */
  readonly mayRefuse?: string;
  /** Why a lenient verifier may accept what it is expected to reject. */
  readonly mayAccept?: string;
}
