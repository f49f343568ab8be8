/**
 * What a run tells while it goes on. Reporters read nothing else.
 *
 * @module
 */

import type { Hello } from "../drivers/index.ts";
import type { Rule, Stage, Trouble, Vector } from "../suite/index.ts";
import type { Law } from "../suite/laws/index.ts";

/**
 * What became of one vector. `refused` is a refusal that the vector allows (or, of `verify`, an acceptance); `known-failure` a failure that the baseline
 * excuses; `crashed` also an implementation that said that it broke.
 */
export type Verdict = "pass" | "fail" | "refused" | "not-applicable" | "known-failure" | Trouble;

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
  /** What it wrote to stderr, where that may help; text from the implementation. */
  readonly stderr?: string;
  /** What may have gone wrong in the implementation: each of them would give this very value. */
  readonly causes?: readonly Cause[];
  /** The entry of the baseline that excuses a known failure. */
  readonly known?: Excused;
  /** Why a failure is not excused though the baseline speaks of it. */
  readonly unexcused?: string;
}

/** A mistake that has a name. Failures of one cause are one finding, whatever they break. */
export interface Cause {
  readonly id: string;
  /** In a few words. */
  readonly title: string;
  /** How to put it right, and where to read on. */
  readonly lines: readonly string[];
}

/** Why a known failure is excused, and where it is being worked on. */
export interface Excused {
  readonly reason: string;
  readonly address?: string;
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
  readonly verdict: "pass" | "fail" | "not-applicable" | "known-failure";
  readonly runs: number;
  /** How many of the runs lay outside what the implementation does. */
  readonly notApplicable: number;
  readonly counterexample?: Counterexample;
  /** As of a vector. */
  readonly known?: Excused;
  readonly unexcused?: string;
}

/** What a run was asked for: the same in all parts of one whole. */
export interface RunSettings {
  readonly profile?: string;
  /** In alphabetical order. */
  readonly filter?: readonly string[];
  readonly quick?: boolean;
  /** Generated cases for each law. */
  readonly runs?: number;
}

/** An implementation that never said who it is. */
export const UNKNOWN: Hello["implementation"] = { name: "(unknown)", version: "", language: "" };

/** What a run consists of, told before it begins. */
export interface RunStart {
  /** {@link UNKNOWN} where its driver did not come as far as hello. */
  readonly implementation: Hello["implementation"];
  /** Number of vectors. */
  readonly total: number;
  /** Number of laws. */
  readonly laws: number;
  /** Of the generated cases, where there are any. */
  readonly seed?: number;
  /** The part of the whole that this run is. */
  readonly shard?: { readonly index: number; readonly count: number };
  readonly settings?: RunSettings;
}

/** The events, in the order of a run: start, a case for each vector, progress and result of each law, end. */
export type RunEvent =
  | ({ readonly type: "start" } & RunStart)
  | { readonly type: "case"; readonly result: CaseResult }
  | { readonly type: "law-progress"; readonly id: string; readonly done: number; readonly total: number }
  | { readonly type: "law"; readonly result: LawResult }
  /** Something that belongs to no case: output between answers, a driver that had to be started again. */
  | { readonly type: "driver-trouble"; readonly trouble: Trouble; readonly message: string; readonly stderr: string }
  /** The run ends before its plan does. */
  | { readonly type: "stopped"; readonly reason: "max-failures" | "driver-broken"; readonly message: string }
  | { readonly type: "end"; readonly milliseconds: number };
