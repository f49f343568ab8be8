/**
 * What a run reports of one vector, one captured request or one property.
 *
 * @module
 */

import type { Rule, Stage, Trouble } from "../vectors/index.ts";

/**
 * `refused`: a refusal that the vector allows, or an acceptance that it allows to a verifier. `known-failure`: a failure that the baseline
 * suppresses. `crashed` stands also for an implementation that says itself that it broke.
 */
export type Verdict = "pass" | "fail" | "refused" | "not-applicable" | "known-failure" | Trouble;

/** The first stage whose value is wrong. */
export interface Difference {
  readonly stage: Stage;
  /** Both values as one line of text, in the form in which they were compared. */
  readonly expected: string;
  readonly actual: string;
  /** Index of the first UTF-16 unit that differs. */
  readonly index: number;
}

/** A named mistake. Failures with the same cause are reported together. */
export interface Cause {
  readonly id: string;
  /** In a few words. */
  readonly title: string;
  /** How to fix it, and where to read more. */
  readonly lines: readonly string[];
}

/** Why a known failure is suppressed, and where it is being worked on. */
export interface KnownFailure {
  readonly reason: string;
  readonly address?: string;
}

/** The part that every result has, whatever was checked. */
export interface Result {
  /** Id of the vector or the property, or the number of a captured request as `capture/request/N`. */
  readonly id: string;
  /** What was checked, in one line. */
  readonly title: string;
  /** Ids of the rules that it checks. */
  readonly rules: readonly string[];
  readonly verdict: Verdict;
  readonly difference?: Difference;
  /** The mistakes that reproduce the actual value. */
  readonly causes?: readonly Cause[];
  /** The baseline entry that suppresses a known failure. */
  readonly known?: KnownFailure;
  /** Why the baseline does not suppress this failure although it has an entry for it. */
  readonly unexcused?: string;
  /** The arguments that make `countersign check` repeat only this; absent where it cannot be repeated. */
  readonly repeat?: readonly string[];
}

/** The result of one vector or one captured request. */
export interface CaseResult extends Result {
  /** The rule in words; `undefined` where no rule has this id. */
  readonly rule: Rule | undefined;
  /** The stage that a right answer must contain. */
  readonly requiredStage: Stage;
  /** The stages that were compared and found right, up to the first difference. */
  readonly passedStages: readonly Stage[];
  /** Why it was refused, is not applicable, or failed: text from the implementation. */
  readonly message?: string;
  /** What the implementation wrote to stderr, where that may help. */
  readonly stderr?: string;
  /** What the implementation was asked: plain JSON, for people. */
  readonly question?: { readonly operation: string; readonly input: unknown };
  /** Where the published source prints a wrong value. */
  readonly disputed?: { readonly stage: string; readonly reason: string };
}

/** A generated case that falsifies a property: plain JSON, shrunk. */
export interface Counterexample {
  readonly case: unknown;
  /** Which generated case it was shrunk from; absent for a case that an earlier run saved. */
  readonly origin?: { readonly seed: number; readonly index: number };
}

/** The result of one property over all its cases. The difference is that of the counterexample. */
export interface PropertyResult extends Result {
  readonly verdict: "pass" | "fail" | "not-applicable" | "known-failure";
  readonly runs: number;
  /** How many of the runs the implementation does not support. */
  readonly notApplicable: number;
  readonly counterexample?: Counterexample;
}
