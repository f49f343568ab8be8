/**
 * Times contestants side by side: rounds in shuffled order, medians, and ratios to the floor of the same
 * round, which stay what they are where the machine is quicker one moment than the next.
 *
 * @module
 */

import type { Contestant } from "./contestants.ts";
import type { Work } from "./workload.ts";

/** One contestant's result. */
export interface Result {
  readonly name: string;
  /** Median of the rounds, in nanoseconds for one piece of work. */
  readonly nanoseconds: number;
  /** To the floor, which is 1: the median of what it was in each round. */
  readonly ratio: number;
}

/** How long to measure. */
export interface Effort {
  readonly rounds: number;
  /** Milliseconds for one contestant in one round. */
  readonly slice: number;
}

/** The first contestant is the floor. */
export function measure(
  contestants: readonly Contestant[],
  at: (index: number) => Work,
  { rounds, slice }: Effort,
): Result[] {
  const samples = new Map(contestants.map((contestant) => [contestant, [] as number[]]));
  const batches = new Map(contestants.map((contestant) => [contestant, batchSize(contestant, at, slice)]));
  for (let round = 0; round < rounds; round++) {
    for (const contestant of shuffled(contestants)) {
      samples.get(contestant)!.push(time(contestant, at, batches.get(contestant)!));
    }
  }
  return resultsOf(contestants, samples);
}

/**
 * Who is timed by the lap: all the pieces of work once, one after the other. For work that is asynchronous, or that
 * cannot be done twice on the same state.
 */
export interface Runner {
  readonly name: string;
  /** Makes ready what a lap needs, before the time is taken. What comes back runs the lap, and is awaited once. */
  readonly prepare: () => () => unknown;
}

/** Milliseconds that each runner goes before any is timed: a server has compiled its code long ago. */
const WARM_UP = 1000;

/** The first runner is the floor. */
export async function measureLaps(runners: readonly Runner[], pieces: number, rounds: number): Promise<Result[]> {
  const samples = new Map(runners.map((runner) => [runner, [] as number[]]));
  for (const runner of runners) await warmUp(runner);
  for (let round = 0; round < rounds; round++) {
    for (const runner of shuffled(runners)) samples.get(runner)!.push((await timeLap(runner)) / pieces);
  }
  return resultsOf(runners, samples);
}

async function warmUp(runner: Runner): Promise<void> {
  for (let spent = 0; spent < WARM_UP * 1e6; ) spent += await timeLap(runner);
}

async function timeLap({ prepare }: Runner): Promise<number> {
  const lap = prepare();
  const start = process.hrtime.bigint();
  await lap();
  return Number(process.hrtime.bigint() - start);
}

function resultsOf<Who extends { readonly name: string }>(
  whos: readonly Who[],
  samples: ReadonlyMap<Who, number[]>,
): Result[] {
  const floor = samples.get(whos[0]!)!;
  return whos.map((who) => {
    const own = samples.get(who)!;
    return { name: who.name, nanoseconds: Math.round(median(own)), ratio: medianRatio(own, floor) };
  });
}

/** The median of the ratios of two figures that were taken side by side, round by round. */
export function medianRatio(own: readonly number[], others: readonly number[]): number {
  return median(own.map((figure, round) => figure / others[round]!));
}

/** Warms up and finds how many calls fill a slice. */
function batchSize(contestant: Contestant, at: (index: number) => Work, slice: number): number {
  let size = 1;
  while (time(contestant, at, size) * size < slice * 1e6) size *= 2;
  return size;
}

/** What is computed is kept here, so that no call can be optimised away. */
let sink: unknown;

function time({ run }: Contestant, at: (index: number) => Work, calls: number): number {
  const start = process.hrtime.bigint();
  for (let index = 0; index < calls; index++) sink = run(at(index));
  const nanoseconds = Number(process.hrtime.bigint() - start);
  if (sink === undefined) throw new Error("a contestant returned nothing");
  return nanoseconds / calls;
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

/** The middle value. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
