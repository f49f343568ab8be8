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
import type { Ask, InputOf } from "../vectors/index.ts";
import { askApplicable, type Outside } from "./applicable.ts";
import type { Suppress } from "./baseline.ts";
import { differenceOf } from "./check-answer.ts";
import type { RunEvent } from "./events.ts";
import type { Evidence, PropertyEvidence } from "./evidence.ts";
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

/** What vectors and properties of a run share. */
export interface RunContext {
  readonly hello: Hello;
  readonly outside: Outside;
  readonly suppress: Suppress;
  /** Keeps each result for the search of causes. */
  readonly keep: (evidence: Evidence) => void;
  /** Whether the run ends early. */
  readonly isOver: () => boolean;
}

/** Emits a result for each property, until `isOver`. A property ends with its first counterexample. */
export async function runProperties(
  plan: PropertyRun,
  { hello, outside, suppress, keep, isOver }: RunContext,
): Promise<void> {
  const ask = askApplicable(plan.driver, outside, hello);
  for (const property of plan.properties) {
    if (isOver()) return;
    const { answered, ...found } = isApplicable(property, hello)
      ? await runProperty(property, plan, ask)
      : ({ ...describe(property), verdict: "not-offered", runs: 0, notOffered: 0, answered: [] } as const);
    const result = suppress(found);
    keep({ property, result, answered });
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

/** Why a case falsifies a property, and the inputs that were answered. */
interface Falsified extends Pick<PropertyEvidence, "answered"> {
  readonly falsification: Falsification;
}

interface CheckedCase {
  readonly planned: PlannedCase;
  readonly found: Falsified | "not-offered" | undefined;
}

async function runProperty(
  property: Property,
  plan: PropertyRun,
  ask: Ask,
): Promise<PropertyResult & Pick<PropertyEvidence, "answered">> {
  const { seed, indices, shard, saved, inFlight = 1, emit } = plan;
  const { id } = property;
  const count = saved.filter((one) => one.property === id).length + indices.count;
  const total = Math.ceil(count / (shard?.count ?? 1));
  const progressEvery = Math.max(LEAST_CASES_BETWEEN, Math.ceil(total / MOST_PROGRESS_EVENTS));
  let runs = 0;
  let notOffered = 0;
  let falsified: { readonly planned: PlannedCase; readonly found: Falsified } | undefined;

  const check = async (planned: PlannedCase): Promise<CheckedCase> => {
    const generated = "saved" in planned ? planned.saved : generateCase(property.cases, seed, planned.index);
    return { planned, found: await falsify(property, generated, ask) };
  };
  // In order, so that the counterexample is the first one, whichever answer came first.
  await inOrder(plannedCases(property, plan), inFlight, check, ({ planned, found }) => {
    runs++;
    if (runs % progressEvery === 0) emit({ type: "property-progress", id, done: runs, total });
    if (found === "not-offered") notOffered++;
    else if (found !== undefined) falsified = { planned, found };
    return falsified !== undefined;
  });

  const common = { ...describe(property), runs, notOffered };
  if (falsified === undefined)
    return { ...common, verdict: notOffered === runs ? "not-offered" : "pass", answered: [] };
  return { ...common, verdict: "fail", ...(await shrunk(property, falsified, seed, ask)) };
}

async function falsify(property: Property, generated: unknown, ask: Ask): Promise<CheckedCase["found"]> {
  const answered: (InputOf<"sign"> | undefined)[] = [];
  const keeping: Ask = async (input) => {
    const answer = await ask(input);
    answered.push(answer.ok ? answer.input : undefined);
    return answer;
  };
  try {
    const falsification = await checkProperty(property, generated, keeping);
    return falsification && { falsification, answered };
  } catch (error) {
    if (error instanceof NotApplicable) return "not-offered";
    throw error;
  }
}

/** Shrinks a generated counterexample, one question after the other. A saved one has been shrunk already. */
async function shrunk(
  property: Property,
  { planned, found: first }: { readonly planned: PlannedCase; readonly found: Falsified },
  seed: number,
  ask: Ask,
): Promise<Pick<PropertyResult & Falsified, "counterexample" | "difference" | "repeat" | "answered">> {
  if ("saved" in planned) return { counterexample: { case: planned.saved }, ...differenceIn(first) };
  const { index } = planned;
  let last: { readonly json: string; readonly found: Falsified } | undefined;
  const fails = async (smaller: unknown): Promise<boolean> => {
    const found = await falsify(property, smaller, ask).catch(() => undefined);
    if (found === undefined || found === "not-offered") return false;
    last = { json: JSON.stringify(smaller), found };
    return true;
  };
  const smallest = await shrinkCase(property.cases, { seed, index, fails });
  // The last counterexample is the smallest: shrinking continues from a counterexample only.
  return {
    counterexample: { case: smallest, origin: { seed, index } },
    ...differenceIn(last?.json === JSON.stringify(smallest) ? last.found : first),
    repeat: ["--replay", `${property.id}:${seed}:${index}`],
  };
}

function differenceIn({
  falsification,
  answered,
}: Falsified): { difference: Difference } & Pick<Falsified, "answered"> {
  return { difference: toDifference(falsification), answered };
}

/** The difference of a falsification, as a result has it. */
export function toDifference({ stage, expected, actual }: Falsification): Difference {
  return differenceOf(stage, expected, actual) ?? { stage, expected, actual, index: expected.length };
}
