/** What a run reports of one vector, one captured request or one property. */

import type { ShownCause, ShownDifference } from "../../../diagnosis/index.ts";
import type { FailureKind } from "../../properties/index.ts";
import type { DriverFailure, Rule, Stage, VerifierContext } from "../../vectors/index.ts";

/**
 * `refused`: a refusal that the vector allows. `open`: another answer, for a verifier an acceptance, on a point that
 * RFC 5849 leaves open. `not-offered`: outside of what the implementation supports. `known-failure`: a failure
 * that the baseline suppresses.
 */
export type Verdict = VerdictWithAnswer | DriverFailure;

type VerdictWithAnswer =
  | ("pass" | "fail" | "refused" | "open" | "not-offered" | "known-failure")
  /** For properties only. */
  | "explained";

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
  /** The id of the cause's form, which baselines contain; absent in a report that was read. */
  readonly form?: string;
  /**
   * Rules that the mistake itself violates: ids, or their beginnings up to a hyphen; absent where no run searched for the cause.
   */
  readonly rules?: readonly string[];
  /** Other mistakes that explain the same failures: the run does not distinguish them. */
  readonly alternatives: readonly Pick<Cause, "id" | "form" | "title">[];
  /** How to tell the alternatives apart: one sentence. */
  readonly advice?: string;
  /** Whether the implementation was known to have the mistake before the run. */
  readonly isKnown?: true;
  /** Ids of the vectors and properties that it explains, alone or together with another cause. */
  readonly explains: readonly string[];
}

/** From the baseline entry: why the failure is known, and where it is being worked on. */
export interface KnownFailure {
  readonly reason: string;
  readonly address?: string;
  /** Whether another failure of the same case would be suppressed too. */
  readonly isNotGated?: true;
}

/** Why something failed, as far as the run shows it. */
export interface Explained {
  /** The forms of the mistakes that produce wrong answers. */
  readonly causes: readonly string[];
  /** Sentences about what these mistakes do not produce. */
  readonly differences: readonly string[];
  /** Whether causes and differences describe the whole failure; otherwise only the wrong value is known. */
  readonly isComplete: boolean;
  /** If only a signature was answered, and the mistakes reproduce it: where what was signed differs from what was sent. */
  readonly signed?: ShownDifference;
}

/** Whether mistakes produce the whole failure. */
export function isCaused({ causes, differences, isComplete }: Explained = NOT_EXPLAINED): boolean {
  return isComplete && causes.length > 0 && differences.length === 0;
}

/** Nothing is known but the wrong value. */
export const NOT_EXPLAINED: Explained = { causes: [], differences: [], isComplete: false };

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
  /** Why a vector failed; absent if the run did not search for it. */
  readonly explained?: Explained;
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
  /** The rule of the vector before it was adapted. */
  readonly vectorRule?: Rule;
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
 * The result of one property over all its cases. `refused`: every case is refused, which is allowed. `explained`: the causes of
 * vectors explain every failure that is not known. `known-failure`: the baseline has every failure.
 */
export interface PropertyResult extends Result {
  readonly verdict: "pass" | "fail" | "refused" | "not-offered" | "explained" | "known-failure";
  readonly runs: number;
  /** How many of the cases the implementation does not support. */
  readonly notOffered: number;
  /** How many of the cases it refuses without falsifying this property. */
  readonly refusedCases: number;
  /** The number of cases that fail as the causes of vectors predict. */
  readonly explainedCases: number;
  /** How many of the cases fail in a way that the baseline names. */
  readonly knownCases: number;
  /** How many of the cases fail in another way. */
  readonly failedCases: number;
  /** The different failures: wrong values first, then refusals, then errors. Absent if there is none. */
  readonly failures?: readonly PropertyFailure[];
  /** The counterexample of the first new failure. The result has the same difference as this failure. */
  readonly counterexample?: Counterexample;
}

/** The cases that falsify a property in one way. */
export interface PropertyFailure {
  readonly kind: FailureKind;
  /** The number of cases. */
  readonly cases: number;
  readonly explained?: Explained;
  /** Whether vectors show all of its causes. */
  readonly isImplied?: true;
  readonly known?: KnownFailure;
  readonly counterexample: Counterexample;
  /** The difference of the counterexample. */
  readonly difference: Difference;
  /** As in `Result`. */
  readonly repeat?: readonly string[];
}

/** What a result of a property states about its cases, whether they fail or not. */
export type PropertyCases = Pick<
  PropertyResult,
  "id" | "title" | "rules" | "milliseconds" | "runs" | "notOffered" | "refusedCases"
>;

/** The result of a property: its counts, its verdict and its counterexample follow from its failures. */
export function propertyResult(cases: PropertyCases, failures: readonly PropertyFailure[]): PropertyResult {
  const { id, title, rules, milliseconds, runs, notOffered, refusedCases } = cases;
  const count = (some: readonly PropertyFailure[]): number => some.reduce((sum, one) => sum + one.cases, 0);
  const known = failures.filter((one) => one.known !== undefined);
  const explained = failures.filter((one) => one.known === undefined && one.isImplied);
  const added = failures.filter((one) => one.known === undefined && !one.isImplied);
  const [shown] = added;
  const reasons = [...new Set(known.map((one) => one.known!.reason))];
  const verdictOf = (): PropertyResult["verdict"] => {
    if (shown !== undefined) return "fail";
    if (notOffered === runs) return "not-offered";
    if (failures.length > 0) return explained.length > 0 ? "explained" : "known-failure";
    return notOffered + refusedCases === runs ? "refused" : "pass";
  };
  return {
    id,
    title,
    rules,
    verdict: verdictOf(),
    runs,
    notOffered,
    refusedCases,
    explainedCases: count(explained),
    knownCases: count(known),
    failedCases: count(added),
    ...(milliseconds !== undefined && { milliseconds }),
    ...(failures.length > 0 && { failures }),
    ...(shown && { counterexample: shown.counterexample, difference: shown.difference }),
    ...(reasons.length > 0 && { known: { reason: reasons.join("; ") } }),
    repeat: shown?.repeat ?? ["--filter", id],
  };
}
