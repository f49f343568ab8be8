/**
 * Runs properties through a driver: saved counterexamples first, then generated cases. A generated counterexample is
 * shrunk.
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
import { differenceOf } from "./check-answer.ts";
import type { RunEvent } from "./events.ts";
import { inOrder } from "./in-flight.ts";
import type { Difference, PropertyResult } from "./result.ts";
import { isInShard, type Shard } from "./shard.ts";

/** A counterexample of an earlier run. */
export interface SavedCase {
  /** Id of the property. */
  readonly property: string;
  readonly case: unknown;
}

/** Which properties to run, and on which cases. */
export interface PropertyRun {
  readonly properties: readonly Property[];
  readonly driver: Driver;
  readonly seed: number;
  /** The generated cases of each property: `count` indices from `first` on, if they are in the shard. */
  readonly indices: { readonly first: number; readonly count: number };
  readonly shard?: Shard;
  readonly saved: readonly SavedCase[];
  /** How many questions may be open at a time. @default 1 */
  readonly inFlight?: number;
  readonly emit: (event: RunEvent) => void;
}

/** Emits a result for each property, until `isOver`. A property ends with its first counterexample. */
export async function runProperties(
  plan: PropertyRun,
  { hello, outside, isOver }: { readonly hello: Hello; readonly outside: Outside; readonly isOver: () => boolean },
): Promise<void> {
  const ask = askApplicable(plan.driver, outside, hello);
  for (const property of plan.properties) {
    if (isOver()) return;
    const result = isApplicable(property, hello)
      ? await runProperty(property, plan, ask)
      : ({ ...describe(property), verdict: "not-applicable", runs: 0, notApplicable: 0 } as const);
    plan.emit({ type: "property", result });
  }
}

function describe({ id, statement, rules }: Property): Pick<PropertyResult, "id" | "title" | "rules" | "repeat"> {
  return { id, title: statement, rules, repeat: ["--filter", id] };
}

function isApplicable({ operations, fixesNonceAndTimestamp: wanted }: Property, hello: Hello): boolean {
  const { operations: declared, fixesNonceAndTimestamp: fixes } = hello;
  // A module that declares neither takes a nonce and timestamp, or chooses them.
  const takesBoth = wanted === undefined || fixes === undefined;
  return operations.every((operation) => declared.includes(operation)) && (takesBoth || wanted === fixes);
}

/** A saved case, or the index of a generated one. */
type PlannedCase = { readonly saved: unknown } | { readonly index: number };

function* plannedCases({ id }: Property, { saved, indices, shard }: PropertyRun): Iterable<PlannedCase> {
  const own = saved.filter((one) => one.property === id);
  for (const [index, one] of own.entries()) if (isInShard(shard, index)) yield { saved: one.case };
  for (let index = indices.first; index < indices.first + indices.count; index++)
    if (isInShard(shard, index)) yield { index };
}

/** How many progress events a property emits at most, and how many cases are between them at least. */
const MOST_PROGRESS_EVENTS = 200;
const LEAST_CASES_BETWEEN = 20;

interface CheckedCase {
  readonly planned: PlannedCase;
  readonly falsification: Falsification | "not-applicable" | undefined;
}

async function runProperty(property: Property, plan: PropertyRun, ask: Ask): Promise<PropertyResult> {
  const { seed, indices, shard, saved, inFlight = 1, emit } = plan;
  const { id } = property;
  const count = saved.filter((one) => one.property === id).length + indices.count;
  const total = Math.ceil(count / (shard?.count ?? 1));
  const progressEvery = Math.max(LEAST_CASES_BETWEEN, Math.ceil(total / MOST_PROGRESS_EVENTS));
  let runs = 0;
  let notApplicable = 0;
  let falsified: { readonly planned: PlannedCase; readonly falsification: Falsification } | undefined;

  const check = async (planned: PlannedCase): Promise<CheckedCase> => {
    const generated = "saved" in planned ? planned.saved : generateCase(property.cases, seed, planned.index);
    return { planned, falsification: await falsify(property, generated, ask) };
  };
  // In order, so that the counterexample is the first one, whichever answer came first.
  await inOrder(plannedCases(property, plan), inFlight, check, ({ planned, falsification }) => {
    runs++;
    if (runs % progressEvery === 0) emit({ type: "property-progress", id, done: runs, total });
    if (falsification === "not-applicable") notApplicable++;
    else if (falsification !== undefined) falsified = { planned, falsification };
    return falsified !== undefined;
  });

  const common = { ...describe(property), runs, notApplicable };
  if (falsified === undefined) return { ...common, verdict: notApplicable === runs ? "not-applicable" : "pass" };
  return { ...common, verdict: "fail", ...(await shrunk(property, falsified, seed, ask)) };
}

async function falsify(property: Property, generated: unknown, ask: Ask): Promise<CheckedCase["falsification"]> {
  try {
    return await checkProperty(property, generated, ask);
  } catch (error) {
    if (error instanceof NotApplicable) return "not-applicable";
    throw error;
  }
}

/** Shrinks a generated counterexample, one question after the other. A saved one has been shrunk already. */
async function shrunk(
  property: Property,
  { planned, falsification: first }: { readonly planned: PlannedCase; readonly falsification: Falsification },
  seed: number,
  ask: Ask,
): Promise<Pick<PropertyResult, "counterexample" | "difference" | "repeat">> {
  if ("saved" in planned) return { counterexample: { case: planned.saved }, difference: toDifference(first) };
  const { index } = planned;
  let last: { readonly json: string; readonly falsification: Falsification } | undefined;
  const fails = async (smaller: unknown): Promise<boolean> => {
    const falsification = await checkProperty(property, smaller, ask).catch(() => undefined);
    if (falsification !== undefined) last = { json: JSON.stringify(smaller), falsification };
    return falsification !== undefined;
  };
  const found = await shrinkCase(property.cases, { seed, index, fails });
  // The last counterexample is the smallest: shrinking continues from a counterexample only.
  const falsification = last?.json === JSON.stringify(found) ? last.falsification : first;
  return {
    counterexample: { case: found, origin: { seed, index } },
    difference: toDifference(falsification),
    repeat: ["--replay", `${property.id}:${seed}:${index}`],
  };
}

function toDifference({ stage, expected, actual }: Falsification): Difference {
  return differenceOf(stage, expected, actual) ?? { stage, expected, actual, index: expected.length };
}
