/** What a run keeps of each answer, for the search for causes. */

import type { ShownDifference } from "../../../diagnosis/index.ts";
import type { Differences } from "../../../differences/differences.ts";
import type { Property } from "../../properties/index.ts";
import type { Answer, TestCase, VectorInput } from "../../vectors/index.ts";
import type { CaseResult, Cause, PropertyResult } from "./result.ts";

/** A vector that was asked. */
export interface CaseEvidence {
  readonly result: CaseResult;
  /** The case; if the signer chose nonce and timestamp, with these values and the stages that follow from them. */
  readonly asked: TestCase;
  /** Absent if not offered. */
  readonly answer?: Answer;
}

/** What a run asked before it ended. */
export interface RunEvidence {
  readonly cases: readonly CaseEvidence[];
  readonly properties: readonly PropertyResult[];
}

/** The questions and the answers of a case that falsifies a property. */
export interface FalsifiedAnswers extends Pick<Property, "rules"> {
  readonly asked: readonly VectorInput[];
  readonly answers: readonly Answer[];
}

/** The causes of the failures of a run. */
export interface RunCauses {
  /** In the order in which the model applies them. No vector that passed contradicts any of them. */
  readonly causes: readonly Cause[];
  /** Vectors and properties that failed. */
  readonly failures: number;
  /** Vectors that passed and were compared with the causes; 0 if none was. */
  readonly passes: number;
  /** Whether the search stopped at its limit, or was interrupted, so that there may be more causes. */
  readonly limitReached: boolean;
}

/** Finds the causes of failing vectors. Throws `InterruptedError` soon after the signal is aborted. */
export type FindCauses = (
  evidence: readonly CaseEvidence[],
  options: {
    /** Cases of properties to search instead. The causes that were found before are kept. */
    readonly falsified?: readonly FalsifiedAnswers[];
    /** False: finds only mistakes that the implementation is known to have. @default true */
    readonly isSearching?: boolean;
    readonly signal?: AbortSignal | undefined;
    /** The programming language of the implementation, for the code of fixes. */
    readonly language?: string | undefined;
  },
) => Promise<RunCauses>;

/** One answer to one question. */
export interface Answered {
  readonly input: VectorInput;
  readonly answer: Answer;
  /** The stages that count. @default all that the answer has */
  readonly compared?: readonly string[] | undefined;
}

/** Finds the mistakes of an implementation during one run. It explains answers with the mistakes found so far. */
export interface CauseSearch {
  readonly find: FindCauses;
  /**
   * The forms of the mistakes that together produce an answer: none if the specification itself does.
   *
   * @param among only these forms are tried @default all that were found
   * @returns `undefined` if no combination produces it
   */
  readonly explain: (answered: Answered, among?: readonly string[]) => readonly string[] | undefined;
  /** Where what was signed differs from what was sent, if the answer has only a signature, and these causes reproduce it. */
  readonly signedInstead: (answered: Answered, causes: readonly string[]) => ShownDifference | undefined;
  /** How an answer differs from what all mistakes found so far together produce. */
  readonly differencesOf: (answered: Answered) => Differences;
}
