/**
 * Runs properties through a driver: saved counterexamples first, then generated cases. A generated counterexample is
 * shrunk.
 */

import { adaptTo, type Driver, type Hello } from "../drivers/index.ts";
import { generateCase, type Property } from "../properties/index.ts";
import { type Ask, type VectorInput, writeInput } from "../vectors/index.ts";
import type { KnownCase, Suppress } from "./baseline.ts";
import { type CheckCase, type CheckedCase, checkCase, type Falsified, type PlannedCase } from "./check-case.ts";
import { caseFlags, isUnder, type PassedCases, rememberPassed } from "./conditions.ts";
import type { Corroboration } from "./corroboration.ts";
import type { RunEvent } from "./events.ts";
import type { Evidence, PropertyEvidence } from "./evidence.ts";
import { inOrder } from "./in-flight.ts";
import { askOffered, type Outside } from "./offered.ts";
import type { FailureCondition, KnownFailure, PropertyResult } from "./result.ts";
import { isInShard, type Shard } from "./shard.ts";
import { shrinkFalsified } from "./shrink-falsified.ts";

/** A counterexample of an earlier run. */
export interface SavedCase {
  /** Id of the property. */
  readonly property: string;
  readonly case: unknown;
}

/** Inputs that are the cases of a run instead of generated ones, the smallest first. */
export interface ListedCases {
  readonly count: number;
  readonly inputs: () => Iterable<VectorInput>;
}

/** Which properties to run, and on which cases. */
export interface PropertyRun {
  readonly properties: readonly Property[];
  readonly driver: Driver;
  readonly seed: number;
  /** The generated cases of each property: `count` indices from `first` on, if they are in the shard. */
  readonly indices: { readonly first: number; readonly count: number };
  /** Cases of every property instead of generated ones; `indices` counts them. @default none */
  readonly listed?: ListedCases;
  readonly shard?: Shard;
  readonly saved: readonly SavedCase[];
  /** How many questions may be open at a time. @default 1 */
  readonly inFlight?: number;
  /** Puts what was asked for a generated case to the references too. @default none */
  readonly corroboration?: Corroboration;
  /** Known failures of properties. @default none */
  readonly knownCase?: KnownCase;
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

/** Emits a result for each property, until `isOver`. A property ends early only if the driver does not answer. */
export async function runProperties(
  plan: PropertyRun,
  { hello, outside, suppress, keep, isOver }: RunContext,
): Promise<void> {
  const ask = askOffered(plan.driver, outside, hello);
  for (const property of plan.properties) {
    if (isOver()) return;
    const { answered, ...found } = isOffered(property, hello)
      ? await runProperty(adapted(property, hello), plan, ask)
      : ({ ...describe(property), verdict: "not-offered", ...NO_CASES, answered: [] } as const);
    const result = suppress(found);
    keep({ property, result, answered });
    plan.emit({ type: "property", result });
  }
}

const NO_CASES = { runs: 0, notOffered: 0, knownCases: 0, failedCases: 0 } as const;

/** The property with cases within the limits of the implementation. */
function adapted(property: Property, hello: Hello): Property {
  return { ...property, cases: property.casesWithin(adaptTo(hello, property.operations[0]!)) };
}

function describe({ id, statement, rules }: Property): Pick<PropertyResult, "id" | "title" | "rules" | "repeat"> {
  return { id, title: statement, rules, repeat: ["--filter", id] };
}

/** Whether an implementation has what a property asks for. */
export function isOffered({ operations, fixesNonceAndTimestamp: wanted }: Property, hello: Hello): boolean {
  const { operations: declared, fixesNonceAndTimestamp: fixes } = hello;
  // A module that declares neither takes a nonce and timestamp, or chooses them.
  const takesBoth = wanted === undefined || fixes === undefined;
  return operations.every((operation) => declared.includes(operation)) && (takesBoth || wanted === fixes);
}

function* plannedCases({ id }: Property, { saved, indices, listed, shard }: PropertyRun): Iterable<PlannedCase> {
  const own = saved.filter((one) => one.property === id);
  for (const [index, one] of own.entries()) if (isInShard(shard, index)) yield { saved: one.case };
  if (listed !== undefined) {
    let at = 0;
    for (const one of listed.inputs()) if (isInShard(shard, at++)) yield { index: at - 1, listed: one };
    return;
  }
  for (let index = indices.first; index < indices.first + indices.count; index++)
    if (isInShard(shard, index)) yield { index };
}

function caseOf(planned: PlannedCase, { cases }: Property, seed: number): unknown {
  if ("saved" in planned) return planned.saved;
  if (planned.listed !== undefined) return writeInput(planned.listed);
  return generateCase(cases, seed, planned.index);
}

/** How many progress events a property emits at most, and how many cases are between them at least. */
const MOST_PROGRESS_EVENTS = 200;
const LEAST_CASES_BETWEEN = 20;

/** Failures of one property that are kept, to find their conditions; of each stage at least one. */
const MOST_FAILURES = 1000;

async function runProperty(
  property: Property,
  plan: PropertyRun,
  ask: Ask,
): Promise<PropertyResult & Pick<PropertyEvidence, "answered">> {
  const { seed, indices, shard, saved, inFlight = 1, emit, corroboration, knownCase } = plan;
  const { id } = property;
  const count = saved.filter((one) => one.property === id).length + indices.count;
  const total = Math.ceil(count / (shard?.count ?? 1));
  const progressEvery = Math.max(LEAST_CASES_BETWEEN, Math.ceil(total / MOST_PROGRESS_EVENTS));
  const passed = rememberPassed();
  const failures: FailureCondition[] = [];
  let first: Falsified | undefined;
  const counts = { runs: 0, notOffered: 0, knownCases: 0, failedCases: 0 };
  let known: KnownFailure | undefined;

  const check = async (planned: PlannedCase): Promise<CheckedCase> => {
    const checked = await checkCase(property, ask, planned, caseOf(planned, property, seed));
    if (checked !== "not-offered") {
      await corroboration?.compare("passed" in checked ? checked.passed : checked.asked, "generated");
    }
    return checked;
  };
  // In order, so that the counterexample is the first one, whichever answer came first.
  await inOrder(plannedCases(property, plan), inFlight, check, (found) => {
    counts.runs++;
    if (counts.runs % progressEvery === 0) emit({ type: "property-progress", id, done: counts.runs, total });
    if (found === "not-offered") counts.notOffered++;
    else if ("passed" in found) passed.add(found.passed);
    else {
      const condition = conditionOf(found);
      const ofCase = knownCase?.(property, condition);
      known ??= ofCase;
      counts[ofCase === undefined ? "failedCases" : "knownCases"]++;
      if (ofCase === undefined) first ??= found;
      const isKept = failures.length < MOST_FAILURES || failures.every(({ failure }) => failure !== condition.failure);
      if (ofCase === undefined && isKept) failures.push(condition);
      // Each such case costs a restart of the driver, or the wait for its answer.
      return found.isWithoutAnswer;
    }
    return false;
  });

  const common = { ...describe(property), ...counts };
  if (first !== undefined) {
    const checkAgain: CheckCase = (planned, generated) => checkCase(property, ask, planned, generated);
    const { asked, ...result } = await shrinkFalsified(property, first, seed, checkAgain);
    return { ...common, verdict: "fail", conditions: conditionsOf(failures, asked, passed), ...result };
  }
  if (known !== undefined) return { ...common, verdict: "known-failure", known, answered: [] };
  return { ...common, verdict: counts.notOffered === counts.runs ? "not-offered" : "pass", answered: [] };
}

/** Conditions of one property: more mean that it fails in general. */
const MOST_CONDITIONS = 20;

/**
 * The conditions that cover all failures; if there are many, some of them, and each stage at which cases fail. Of the
 * first, what was asked for the shrunk case is known too.
 */
function conditionsOf(
  failures: readonly FailureCondition[],
  shrunk: readonly VectorInput[],
  passed: PassedCases,
): FailureCondition[] {
  const conditions: FailureCondition[] = [];
  for (const [at, own] of failures.entries()) {
    if (conditions.some((condition) => isWithin(own, condition))) continue;
    if (conditions.length >= MOST_CONDITIONS && conditions.some(({ failure }) => failure === own.failure)) continue;
    const left = at === 0 ? caseFlags(shrunk).filter((flag) => own.flags.includes(flag)) : own.flags;
    const same = failures.filter(({ failure }) => failure === own.failure).map(({ flags }) => flags);
    const flags = passed.condition(left, same) ?? passed.condition(own.flags, same) ?? own.flags;
    conditions.push({ ...own, flags });
  }
  return conditions;
}

/** The stage and the flags of one failure. */
function conditionOf({ falsification, asked }: Falsified): FailureCondition {
  return { failure: falsification.stage, flags: caseFlags(asked) };
}

function isWithin(one: FailureCondition, condition: FailureCondition): boolean {
  return one.failure === condition.failure && isUnder(condition.flags, one.flags);
}
