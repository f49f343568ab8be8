/**
 * What a run tells while it goes on. Reporters read nothing else.
 *
 * @module
 */

import type { Hello } from "../drivers/index.ts";
import type { Rule, Stage, Vector } from "../suite/index.ts";
import type { Law } from "../suite/laws/index.ts";

/** What became of one vector. `refused` is a refusal that the vector allows; `crashed` an implementation that broke. */
export type Verdict = "pass" | "fail" | "refused" | "crashed" | "not-applicable";

/** The first stage whose value is not the right one. */
export interface Difference {
  readonly stage: Stage;
  /** Both as one line of text, as they were compared. */
  readonly expected: string;
  readonly actual: string;
  /** Index of the first character that differs. */
  readonly index: number;
}

/** One vector, judged. */
export interface CaseResult {
  readonly vector: Vector;
  readonly rule: Rule | undefined;
  readonly verdict: Verdict;
  /** The stages that were compared and found right, up to the first difference. */
  readonly passedStages: readonly Stage[];
  readonly difference?: Difference;
  /** Why it was refused, is not applicable, or broke; text from the implementation. */
  readonly message?: string;
}

/** A generated case that breaks a law: plain JSON, as small as it could be made. */
export interface Counterexample {
  readonly case: unknown;
  readonly difference: Difference;
  /** How to come by it again; absent where it was saved by an earlier run. */
  readonly origin?: { readonly seed: number; readonly index: number };
}

/** One law, judged on all its cases. */
export interface LawResult {
  readonly law: Pick<Law, "id" | "statement" | "rules">;
  readonly verdict: "pass" | "fail" | "not-applicable";
  readonly runs: number;
  /** How many of the runs lay outside what the implementation does. */
  readonly notApplicable: number;
  readonly counterexample?: Counterexample;
}

/** The events, in the order of a run: start, a case for each vector, progress and result of each law, end. */
export type RunEvent =
  | { readonly type: "start"; readonly implementation: Hello["implementation"]; readonly total: number }
  | { readonly type: "case"; readonly result: CaseResult }
  | { readonly type: "law-progress"; readonly id: string; readonly done: number; readonly total: number }
  | { readonly type: "law"; readonly result: LawResult }
  | { readonly type: "end" };
