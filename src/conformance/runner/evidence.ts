/** What a run keeps of each answer, for the search for causes. */

import type { Falsification, Property } from "../properties/index.ts";
import type { Answer, TestCase, VectorInput } from "../vectors/index.ts";
import type { CaseResult, Cause, PropertyResult } from "./result.ts";

/** A vector that was asked. */
export interface CaseEvidence {
  readonly result: CaseResult;
  /** With the nonce and the timestamp that the signer chose, if it chose them, and the stages that follow from those. */
  readonly asked: TestCase;
  /** Absent if it was not offered. */
  readonly answer?: Answer;
}

/** A property that was run. */
export interface PropertyEvidence {
  readonly result: PropertyResult;
  readonly property: Property;
  /** The forms of causes that explain cases that falsify it. */
  readonly explainedBy: readonly string[];
  readonly falsified: Omit<FalsifiedProperty, "id">;
}

/** The questions and the answers of a case that falsifies a property. */
export interface FalsifiedAnswers {
  readonly asked: readonly VectorInput[];
  readonly answers: readonly Answer[];
  readonly falsification: Pick<Falsification, "stage">;
}

/** The cases that falsify a property and that nothing explains yet. */
export interface FalsifiedProperty {
  readonly id: string;
  /** The shrunk case of each kind. */
  readonly shrunk: readonly FalsifiedAnswers[];
  /** Some of the others. */
  readonly kept: readonly FalsifiedAnswers[];
}

/** Finds causes of single cases; the reach of each is counted on the first cases that falsify the property. */
export type ExplainCases = (
  falsified: readonly FalsifiedProperty[],
  passed: readonly CaseEvidence[],
  options: Parameters<Explain>[1] & {
    /** The causes that the run has found. */
    readonly known?: readonly Cause[];
  },
) => Promise<Pick<RunCauses, "causes" | "nearly" | "limitReached">>;

/** Mistakes that explain the shrunk case of a property, and that a vector contradicts. */
export interface NearCause {
  readonly property: string;
  /** The ids of the mistakes. */
  readonly mistakes: readonly string[];
  /** How many of the first cases that falsify the property they explain. */
  readonly explained: number;
  readonly of: number;
  /** The id of a vector that passed, and would fail with these mistakes. */
  readonly contradictedBy: string;
}

/** The causes of the failures of a run. */
export interface RunCauses {
  /** In the order in which they fit together. No vector that passed contradicts any of them. */
  readonly causes: readonly Cause[];
  /** What explains the shrunk case of a property, and is no cause. @default none */
  readonly nearly?: readonly NearCause[];
  /** Vectors and properties that failed. */
  readonly failures: number;
  /** Vectors that passed and were compared with the causes; 0 if none was. */
  readonly passes: number;
  /** Whether the search stopped at its limit, so that there may be more causes. */
  readonly limitReached: boolean;
}

/** Finds the causes of a run. Throws `InterruptedError` soon after the signal is aborted. */
export type Explain = (
  evidence: readonly CaseEvidence[],
  options: {
    readonly signal?: AbortSignal | undefined;
    /** The programming language of the implementation, for the code of fixes. */
    readonly language?: string | undefined;
  },
) => Promise<RunCauses>;
