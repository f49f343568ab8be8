/** What a run reports of one vector, one captured request or one property. */

import type { DriverFailure, Rule, Stage, VerifierContext } from "../vectors/index.ts";

/**
 * `refused`: a refusal that the vector allows; for a verifier, also an acceptance that it allows. `open`: another answer, on
 * a point that RFC 5849 leaves open. `not-offered`: outside of what the implementation supports. `known-failure`: a failure
 * that the baseline suppresses.
 */
export type Verdict = "pass" | "fail" | "refused" | "open" | "not-offered" | "known-failure" | DriverFailure;

/** The first stage whose value is wrong. */
export interface Difference {
  readonly stage: Stage;
  /** Both values as one line of text, as they were compared. */
  readonly expected: string;
  readonly actual: string;
  /** Index of the first UTF-16 unit that differs. */
  readonly index: number;
}

/** A known mistake that explains failures of a run. */
export interface Cause {
  readonly id: string;
  /** A few words. */
  readonly title: string;
  /** What the implementation does wrong: one sentence. */
  readonly what: string;
  /** How to fix it, and where to read more. */
  readonly fix: readonly string[];
  /** Other mistakes that explain the same failures: the run does not tell them apart. */
  readonly alternatives: readonly { readonly id: string; readonly title: string }[];
  /** Ids of the vectors and properties that it explains, alone or together with another cause. */
  readonly explains: readonly string[];
}

/** From the baseline entry: why the failure is known, and where it is being worked on. */
export interface KnownFailure {
  readonly reason: string;
  readonly address?: string;
}

/** The members of every result. */
export interface Result {
  /** Id of the vector or the property, or the number of a captured request as `capture/request/N`. */
  readonly id: string;
  /** What was checked, in one line. */
  readonly title: string;
  /** Ids of the rules that it checks. */
  readonly rules: readonly string[];
  readonly verdict: Verdict;
  readonly difference?: Difference;
  /** The mistakes that together reproduce the actual value. */
  readonly causes?: readonly Cause[];
  /** The baseline entry that suppresses a known failure. */
  readonly known?: KnownFailure;
  /** Why the baseline does not suppress this failure although it has an entry for it. */
  readonly notSuppressed?: string;
  /** The arguments that make `countersign check` repeat only this; absent where it cannot be repeated. */
  readonly repeat?: readonly string[];
}

/** The result of one vector or one captured request. */
export interface CaseResult extends Result {
  /** The rule in words; `undefined` where no rule has this id. */
  readonly rule: Rule | undefined;
  /** The stage that every answer must return. */
  readonly requiredStage: Stage;
  /** The stages that were compared and found right, up to the first difference. */
  readonly passedStages: readonly Stage[];
  /** Why there is no answer to compare, or what RFC 5849 leaves open. May quote the implementation. */
  readonly message?: string;
  /** What the implementation wrote to stderr. */
  readonly stderr?: string;
  /** The question, as plain JSON for people. */
  readonly question?: { readonly operation: string; readonly input: unknown };
  /** The published source of the vector prints a wrong value. */
  readonly disputed?: { readonly stage: string; readonly reason: string };
  /** What the request to a verifier stands for. */
  readonly verifier?: VerifierContext;
  /** What was found, in a few words, where no difference says it. Failures with the same words are one finding. */
  readonly finding?: string;
  /** Commands that send the requests of a failure again. */
  readonly curl?: readonly string[];
}

/** A generated case that falsifies a property: plain JSON, shrunk. */
export interface Counterexample {
  readonly case: unknown;
  /** Which generated case it was shrunk from; absent for a case that an earlier run saved. */
  readonly origin?: { readonly seed: number; readonly index: number };
}

/** The result of one property over all its cases. The difference is that of the counterexample. */
export interface PropertyResult extends Result {
  readonly verdict: "pass" | "fail" | "not-offered" | "known-failure";
  readonly runs: number;
  /** How many of the cases the implementation does not support. */
  readonly notOffered: number;
  /** How many of the cases failed in a way that the baseline names. */
  readonly knownCases: number;
  /** How many of the cases failed in another way. */
  readonly failedCases: number;
  readonly counterexample?: Counterexample;
  /** Under which conditions it failed, without those that the baseline names. */
  readonly conditions?: readonly FailureCondition[];
}

/** How and when a property fails. */
export interface FailureCondition {
  /** The first stage that differs. */
  readonly failure: string;
  /** Flags that all such cases have, and no case that passed. */
  readonly flags: readonly string[];
}
