/**
 * Runs laws through a driver: saved counterexamples first, then generated cases; what breaks a law is made smaller.
 *
 * @module
 */

import type { Driver, Hello } from "../drivers/index.ts";
import { generateCase, holds, type Law, NotApplicable, shrinkCase, type Violation } from "../suite/laws/index.ts";
import { differenceOf } from "./difference.ts";
import type { Counterexample, LawResult, RunEvent } from "./events.ts";

/** A case that broke a law before. */
export interface SavedCase {
  readonly law: string;
  readonly case: unknown;
}

/** One run of laws. */
export interface LawRun {
  readonly laws: readonly Law[];
  readonly driver: Driver;
  readonly seed: number;
  /** The generated cases of each law: `count` indices from `first` on. */
  readonly indices: { readonly first: number; readonly count: number };
  readonly saved: readonly SavedCase[];
  readonly emit: (event: RunEvent) => void;
}

const TELL_EVERY = 20;

/** Emits a result for each law; a law ends with its first counterexample. */
export async function runLaws(
  { laws, driver, saved, emit, ...generated }: LawRun,
  { operations }: Hello,
): Promise<void> {
  for (const law of laws) {
    if (!law.operations.every((operation) => operations.includes(operation))) {
      emit({ type: "law", result: { law, verdict: "not-applicable", runs: 0, notApplicable: 0 } });
      continue;
    }
    const own = saved.filter((one) => one.law === law.id).map((one) => one.case);
    emit({ type: "law", result: await runLaw(law, { driver, saved: own, emit, ...generated }) });
  }
}

type OneLaw = Omit<LawRun, "laws" | "saved"> & { readonly saved: readonly unknown[] };

async function runLaw(law: Law, { driver, seed, indices, saved, emit }: OneLaw): Promise<LawResult> {
  const total = saved.length + indices.count;
  let runs = 0;
  let notApplicable = 0;

  /** The violation of one case; counts it. */
  async function judge(one: unknown): Promise<Violation | undefined> {
    runs++;
    if (runs % TELL_EVERY === 0) emit({ type: "law-progress", id: law.id, done: runs, total });
    try {
      return await holds(law, one, driver.ask);
    } catch (error) {
      if (!(error instanceof NotApplicable)) throw error;
      notApplicable++;
      return undefined;
    }
  }

  function broken(counterexample: Counterexample): LawResult {
    return { law, verdict: "fail", runs, notApplicable, counterexample };
  }

  for (const one of saved) {
    const violation = await judge(one);
    if (violation !== undefined) return broken({ case: one, difference: toDifference(violation) });
  }
  for (let index = indices.first; index < indices.first + indices.count; index++) {
    const violation = await judge(generateCase(law.cases, seed, index));
    if (violation === undefined) continue;
    return broken({ ...(await shrink(law, driver, seed, index, violation)), origin: { seed, index } });
  }
  return { law, verdict: notApplicable === runs ? "not-applicable" : "pass", runs, notApplicable };
}

async function shrink(
  law: Law,
  driver: Driver,
  seed: number,
  index: number,
  first: Violation,
): Promise<Omit<Counterexample, "origin">> {
  const violations = new Map<string, Violation>();
  const isBroken = async (one: unknown): Promise<boolean> => {
    const violation = await holds(law, one, driver.ask).catch(() => undefined);
    if (violation !== undefined) violations.set(JSON.stringify(one), violation);
    return violation !== undefined;
  };
  const smallest = await shrinkCase(law.cases, { seed, index, isBroken });
  return { case: smallest, difference: toDifference(violations.get(JSON.stringify(smallest)) ?? first) };
}

function toDifference({ stage, expected, actual }: Violation): Counterexample["difference"] {
  return differenceOf(stage, expected, actual) ?? { stage, expected, actual, index: expected.length };
}
