/**
 * Runs laws through a driver: saved counterexamples first, then generated cases; what breaks a law is made smaller.
 *
 * @module
 */

import type { Driver, Hello } from "../drivers/index.ts";
import {
  checkProperty,
  type Falsification,
  generateCase,
  NotApplicable,
  type Property,
  shrinkCase,
} from "../properties/index.ts";
import type { Ask } from "../vectors/index.ts";
import { askApplicable, type Outside } from "./applicable.ts";
import { differenceOf } from "./difference.ts";
import type { RunEvent } from "./events.ts";
import { inOrder } from "./in-flight.ts";
import type { Difference, PropertyResult } from "./result.ts";
import { isInShard, type Shard } from "./shard.ts";

/** A case that broke a law before. */
export interface SavedCase {
  readonly law: string;
  readonly case: unknown;
}

/** One run of laws. */
export interface PropertyRun {
  readonly laws: readonly Property[];
  readonly driver: Driver;
  readonly seed: number;
  /** The generated cases of each law: `count` indices from `first` on, those of them that are in the shard. */
  readonly indices: { readonly first: number; readonly count: number };
  readonly shard?: Shard;
  readonly saved: readonly SavedCase[];
  /** Questions that may be open at a time. @default 1 */
  readonly inFlight?: number;
  readonly emit: (event: RunEvent) => void;
}

/** Emits a result for each law; a law ends with its first counterexample. `isOver` is asked before each. */
export async function runProperties(
  plan: PropertyRun,
  { hello, outside, isOver }: { readonly hello: Hello; readonly outside: Outside; readonly isOver: () => boolean },
): Promise<void> {
  const ask = askApplicable(plan.driver, outside, hello);
  for (const law of plan.laws) {
    if (isOver()) return;
    const result = isForIt(law, hello)
      ? await runLaw(law, plan, ask)
      : ({ ...describe(law), verdict: "not-applicable", runs: 0, notApplicable: 0 } as const);
    plan.emit({ type: "law", result });
  }
}

function describe({ id, statement, rules }: Property): Pick<PropertyResult, "id" | "title" | "rules" | "repeat"> {
  return { id, title: statement, rules, repeat: ["--filter", id] };
}

function isForIt({ operations, fixesNonceAndTimestamp: wanted }: Property, hello: Hello): boolean {
  const { operations: declared, fixesNonceAndTimestamp: fixes } = hello;
  // A module of this process that says nothing takes both, given or not.
  const takesBoth = wanted === undefined || fixes === undefined;
  return operations.every((operation) => declared.includes(operation)) && (takesBoth || wanted === fixes);
}

/** A case by itself, or by its place among the generated ones. */
type Planned = { readonly saved: unknown } | { readonly index: number };

function* plannedCases(law: Property, { saved, indices: { first, count }, shard }: PropertyRun): Iterable<Planned> {
  const own = saved.filter((one) => one.law === law.id);
  for (const [index, one] of own.entries()) if (isInShard(shard, index)) yield { saved: one.case };
  for (let index = first; index < first + count; index++) if (isInShard(shard, index)) yield { index };
}

/** How many progress events a law emits at most, and how many cases lie between them at least. */
const TOLD = 200;
const TELL_EVERY = 20;

interface Outcome {
  readonly planned: Planned;
  readonly violation: Falsification | "not-applicable" | undefined;
}

async function runLaw(law: Property, plan: PropertyRun, ask: Ask): Promise<PropertyResult> {
  const { seed, indices, shard, saved, inFlight = 1, emit } = plan;
  const total = Math.ceil((saved.filter((one) => one.law === law.id).length + indices.count) / (shard?.count ?? 1));
  const tellEvery = Math.max(TELL_EVERY, Math.ceil(total / TOLD));
  let runs = 0;
  let notApplicable = 0;
  let broken: { readonly planned: Planned; readonly violation: Falsification } | undefined;

  const judge = async (planned: Planned): Promise<Outcome> => {
    const one = "saved" in planned ? planned.saved : generateCase(law.cases, seed, planned.index);
    return { planned, violation: await violationOf(law, one, ask) };
  };
  // Told in order, so that the counterexample is the first one, whichever answer came first.
  await inOrder(plannedCases(law, plan), inFlight, judge, ({ planned, violation }) => {
    runs++;
    if (runs % tellEvery === 0) emit({ type: "law-progress", id: law.id, done: runs, total });
    if (violation === "not-applicable") notApplicable++;
    else if (violation !== undefined) broken = { planned, violation };
    return broken !== undefined;
  });

  if (broken === undefined) {
    return { ...describe(law), verdict: notApplicable === runs ? "not-applicable" : "pass", runs, notApplicable };
  }
  return { ...describe(law), verdict: "fail", runs, notApplicable, ...(await smallest(law, broken, seed, ask)) };
}

async function violationOf(law: Property, one: unknown, ask: Ask): Promise<Outcome["violation"]> {
  try {
    return await checkProperty(law, one, ask);
  } catch (error) {
    if (error instanceof NotApplicable) return "not-applicable";
    throw error;
  }
}

/** A saved case is small already; a generated one is shrunk, one question after the other. */
async function smallest(
  law: Property,
  { planned, violation: first }: { readonly planned: Planned; readonly violation: Falsification },
  seed: number,
  ask: Ask,
): Promise<Pick<PropertyResult, "counterexample" | "difference" | "repeat">> {
  if ("saved" in planned) return { counterexample: { case: planned.saved }, difference: toDifference(first) };
  const { index } = planned;
  let last: { readonly json: string; readonly violation: Falsification } | undefined;
  const isBroken = async (one: unknown): Promise<boolean> => {
    const violation = await checkProperty(law, one, ask).catch(() => undefined);
    if (violation !== undefined) last = { json: JSON.stringify(one), violation };
    return violation !== undefined;
  };
  const found = await shrinkCase(law.cases, { seed, index, fails: isBroken });
  // The last case that broke is the smallest: shrinking only ever goes on from one that does.
  const violation = last?.json === JSON.stringify(found) ? last.violation : first;
  return {
    counterexample: { case: found, origin: { seed, index } },
    difference: toDifference(violation),
    repeat: ["--replay", `${law.id}:${seed}:${index}`],
  };
}

function toDifference({ stage, expected, actual }: Falsification): Difference {
  return differenceOf(stage, expected, actual) ?? { stage, expected, actual, index: expected.length };
}
