/**
 * Counts a run by stage and by rule.
 *
 * @module
 */

import type { Hello } from "../drivers/index.ts";
import { STAGES, type Stage } from "../vectors/index.ts";
import type { RunEvent } from "./events.ts";
import type { CaseResult, PropertyResult, Verdict } from "./result.ts";

/** How often each verdict was given; `disputed` counts the judged vectors whose published value is wrong. */
export interface Counts {
  passed: number;
  failed: number;
  refused: number;
  notApplicable: number;
  known: number;
  disputed: number;
}

/** What a run came to. */
export interface Summary {
  readonly implementation: Hello["implementation"];
  readonly total: number;
  readonly vectors: Counts;
  /** Values of stages that were compared; a vector counts in each stage it states, up to the first that is wrong. */
  readonly byStage: ReadonlyMap<Stage, Counts>;
  /** Vectors by the id of their rule. */
  readonly byRule: ReadonlyMap<string, Counts>;
  /** The vectors that failed or broke the implementation. */
  readonly failures: readonly CaseResult[];
  readonly laws: readonly PropertyResult[];
  /** What went wrong with the driver at no vector. */
  readonly troubles: number;
  /** Whether its driver could not be asked to the end. */
  readonly isBroken: boolean;
}

/** Whether any vector or law failed. */
export function hasFailed({ vectors, laws }: Summary): boolean {
  return vectors.failed > 0 || laws.some(({ verdict }) => verdict === "fail");
}

/** Whether its driver makes a run worth nothing, whatever it found. */
export function hasBrokenDriver({ troubles, isBroken }: Summary): boolean {
  return troubles > 0 || isBroken;
}

/** Whether anything was judged at all. */
export function hasJudged({ vectors: { passed, failed, refused, known }, laws }: Summary): boolean {
  return passed + failed + refused + known > 0 || laws.some(({ verdict }) => verdict !== "not-applicable");
}

const COUNTED_AS: Readonly<Record<Verdict, Exclude<keyof Counts, "disputed">>> = {
  pass: "passed",
  fail: "failed",
  refused: "refused",
  "not-applicable": "notApplicable",
  "known-failure": "known",
  crashed: "failed",
  "exited-early": "failed",
  "timed-out": "failed",
  "malformed-answer": "failed",
  "stray-output": "failed",
  "wrong-id": "failed",
  "doubled-id": "failed",
  "not-utf-8": "failed",
  flood: "failed",
};

/** Whether a verdict counts against the implementation. */
export function isFailure(verdict: Verdict): boolean {
  return COUNTED_AS[verdict] === "failed";
}

/** Listens to one run and sums it up. */
export function createSummary(): { readonly listen: (event: RunEvent) => void; readonly result: () => Summary } {
  let implementation: Hello["implementation"] = { name: "", version: "", language: "" };
  let total = 0;
  const vectors = noCounts();
  const byStage = new Map(STAGES.map((stage) => [stage, noCounts()]));
  const byRule = new Map<string, Counts>();
  const failures: CaseResult[] = [];
  const laws: PropertyResult[] = [];
  let troubles = 0;
  let isBroken = false;

  function count(result: CaseResult): void {
    const { rules, verdict, passedStages, difference, requiredStage } = result;
    const disputed = verdict === "not-applicable" ? undefined : result.disputed;
    for (const counts of [vectors, ...rules.map(countsOfRule)]) {
      counts[COUNTED_AS[verdict]]++;
      if (disputed !== undefined) counts.disputed++;
    }
    if (isFailure(verdict)) failures.push(result);
    for (const stage of passedStages) byStage.get(stage)!.passed++;
    const other = difference?.stage ?? (verdict === "pass" ? undefined : requiredStage);
    if (other !== undefined) byStage.get(other)![COUNTED_AS[verdict]]++;
    const disputedCounts = disputed && byStage.get(disputed.stage as Stage);
    if (disputedCounts !== undefined) disputedCounts.disputed++;
  }

  function countsOfRule(id: string): Counts {
    const counts = byRule.get(id) ?? noCounts();
    byRule.set(id, counts);
    return counts;
  }

  return {
    listen(event) {
      if (event.type === "start") ({ implementation, total } = event);
      if (event.type === "case") count(event.result);
      if (event.type === "law") laws.push(event.result);
      if (event.type === "driver-trouble") troubles++;
      if (event.type === "stopped") isBroken = event.reason === "driver-broken";
    },
    result: () => ({ implementation, total, vectors, byStage, byRule, failures, laws, troubles, isBroken }),
  };
}

function noCounts(): Counts {
  return { passed: 0, failed: 0, refused: 0, notApplicable: 0, known: 0, disputed: 0 };
}
