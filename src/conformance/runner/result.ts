/** What a run reports of one vector, one captured request or one property. */

import type { ShownCause } from "../../diagnosis/index.ts";
import type { FailureKind } from "../properties/index.ts";
import type { DriverFailure, Rule, SigningFeature, Stage, VerifierContext } from "../vectors/index.ts";

/**
 * `refused`: a refusal that the vector allows; for a verifier, also an acceptance that it allows. `open`: another answer, on
 * a point that RFC 5849 leaves open. `not-offered`: outside of what the implementation supports. `known-failure`: a failure
 * that the baseline suppresses.
 */
export type Verdict = VerdictWithAnswer | DriverFailure;

type VerdictWithAnswer =
  | ("pass" | "fail" | "refused" | "open" | "not-offered" | "known-failure")
  /** For properties only. */
  | ("explained" | "not-gated");

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
export interface Cause extends ShownCause {
  /** The id of its form, by which a baseline names it; absent in a report that was read. */
  readonly form?: string;
  /**
   * Rules that the mistake itself violates: ids, or their beginnings up to a hyphen; absent where no run searched for the cause.
   */
  readonly rules?: readonly string[];
  /** Other mistakes that explain the same failures: the run does not distinguish them. */
  readonly alternatives: readonly Pick<Cause, "id" | "form" | "title">[];
  /** How to tell the alternatives apart: one sentence. */
  readonly advice?: string;
  /** For a cause found by the shrunk case of a property: how many of its first falsifying cases it explains. */
  readonly reach?: readonly { readonly property: string; readonly explained: number; readonly of: number }[];
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
  /** How long the implementation took to answer; for a property, to answer all of its cases. Absent where it was not measured. */
  readonly milliseconds?: number;
}

/** The result of one vector or one captured request. */
export interface CaseResult extends Result {
  /** The rule that the case checks; `undefined` if no rule has its id. */
  readonly rule: Rule | undefined;
  /** The stage that every answer must return. */
  readonly requiredStage: Stage;
  /** The stages that were compared and match, up to the first difference. */
  readonly passedStages: readonly Stage[];
  /** Why there is no answer to compare, or what RFC 5849 leaves open. May quote the implementation. */
  readonly message?: string;
  /** What the implementation wrote to stderr. */
  readonly stderr?: string;
  /** The question, as plain JSON for people. */
  readonly question?: { readonly operation: string; readonly input: unknown };
  /** Whether the vector was adapted to what the implementation declares. */
  readonly adapted?: true;
  /** The published source of the vector prints a wrong value. */
  readonly disputed?: { readonly stage: string; readonly reason: string };
  /** The policy that the request to a verifier tests, and what a wrong verdict means. */
  readonly verifier?: VerifierContext;
  /** What was found, in a few words, where no difference shows it. Failures with the same words are one finding. */
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

/**
 * The result of one property over all its cases. `refused`: every case is refused, which is allowed. `explained`: every case that
 * falsifies it is explained by the causes of the run. `known-failure`: the same, and the baseline has these causes, refusals
 * or errors. `not-gated`: the baseline suppresses the whole property.
 */
export interface PropertyResult extends Result {
  readonly verdict: "pass" | "fail" | "refused" | "not-offered" | "explained" | "known-failure" | "not-gated";
  readonly runs: number;
  /** How many of the cases the implementation does not support. */
  readonly notOffered: number;
  /** How many of the cases it refuses, if that falsifies no property or only another one. */
  readonly refusedCases: number;
  /** The number of cases that fail as the causes of the run predict. */
  readonly explainedCases: number;
  /** How many of the cases fail in a way that the baseline names. */
  readonly knownCases: number;
  /** How many of the cases fail in another way. */
  readonly failedCases: number;
  /** The features without which it was checked, because the baseline says so. Absent if there is none. */
  readonly without?: readonly SigningFeature[];
  /** The failures of each kind that nothing explains: wrong values first, then refusals, then errors. Absent if there is none. */
  readonly failures?: readonly PropertyFailure[];
  /** The counterexample of the first of `failures`, whose difference is that of the result. */
  readonly counterexample?: Counterexample;
  /** Under which conditions it failed, without those that the baseline names. */
  readonly conditions?: readonly FailureCondition[];
}

/** The cases that falsify a property in one way. */
export interface PropertyFailure {
  readonly kind: FailureKind;
  /** The number of cases. */
  readonly cases: number;
  readonly counterexample: Counterexample;
  /** The difference of the counterexample. */
  readonly difference: Difference;
  /** As in the result. */
  readonly repeat?: readonly string[];
}

/** How and when a property fails. */
export interface FailureCondition {
  /** The first stage that differs. */
  readonly failure: string;
  /** Flags that all such cases have, and no case that passed. */
  readonly flags: readonly string[];
}
