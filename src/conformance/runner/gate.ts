/** Answers a run's questions about its failures: whether the baseline contains them, or causes explain them. */

import type { FailureKind, Property } from "../properties/index.ts";
import type { Answer, SigningFeature, TestCase } from "../vectors/index.ts";
import type { Falsified } from "./check-case.ts";
import type { CaseEvidence, RunCauses } from "./evidence.ts";
import type { CaseResult, KnownFailure, Result } from "./result.ts";

/** Ids and rules of a vector or a property. */
export type Named = Pick<Result, "id" | "rules">;

/** A vector that was answered. */
export interface AnsweredCase {
  readonly result: CaseResult;
  readonly asked: TestCase;
  readonly answer: Answer;
  /** Asks the same question again, and returns the answer without regard to the baseline. */
  readonly again: () => Promise<CaseEvidence>;
}

/** A case that falsifies a property. */
export interface FalsifiedCase extends Falsified {
  readonly property: Property;
  /** Checks the same case again. @returns whether it falsifies the property again */
  readonly again: () => Promise<boolean>;
}

/** Why a case that falsifies a property is not reported. */
export type Excuse =
  /** The baseline has it. */
  | { readonly known: KnownFailure }
  /** The forms of causes that explain it and that the run has found. */
  | { readonly causes: readonly string[] };

/** Known failures, and failures that known mistakes explain, during one run. */
export interface Gate {
  /** Notes the result of a vector that was not asked. */
  readonly noteCase: (result: CaseResult) => void;
  /** Returns a known failure with the verdict `known-failure`, and any other result as it is. */
  readonly judgeCase: (one: AnsweredCase) => Promise<CaseResult>;
  /** Called after the vectors and before the properties, with the causes that the run has found, if it searched for them. */
  readonly learn: (causes: RunCauses["causes"], evidence: readonly CaseEvidence[]) => Promise<void>;
  /** Why a case that falsifies a property is not reported; `undefined` if it is. */
  readonly judgeFalsified: (one: FalsifiedCase) => Promise<Excuse | undefined>;
  /** The features without which the entries of a property leave it gated. */
  readonly without: (property: string) => readonly SigningFeature[];
  /** The entry that suppresses all failures of one kind of a property. */
  readonly notGated: (property: Named, kind: FailureKind) => KnownFailure | undefined;
  /** Present only while the baseline is rewritten: makes failures known, as they will be in a run with the new baseline. */
  readonly accept?: {
    /** Called after `learn`: returns the result of a failed vector with the verdict `known-failure`. */
    readonly vector: (result: CaseResult) => CaseResult;
    /**
     * All failures of one kind of a property: those without some features are new again, or it is not gated, such as for the
     * example.
     */
    readonly property: (
      property: Named,
      kind: FailureKind,
      found: { readonly without: readonly SigningFeature[] } | { readonly example: unknown },
    ) => KnownFailure;
  };
}
