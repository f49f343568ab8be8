/**
 * Times contestants in turn: rounds in shuffled order, medians, and ratios to the floor of the same round.
 *
 * The time is the CPU time of the process, garbage collection and compilation included, so that other processes on the
 * machine disturb it less.
 */

import type { Contestant } from "./contestants.ts";
import type { Work } from "./workload.ts";

/** One contestant's result. */
export interface Result {
  readonly name: string;
  /** Median of the rounds, in nanoseconds for one piece of work. */
  readonly nanoseconds: number;
  /** Ratio to the floor: the median of the ratios of the rounds. */
  readonly ratio: number;
}

/** Results that were measured together; the first is the floor. */
export interface Table {
  readonly name: string;
  readonly results: readonly Result[];
  /** The maximum ratio of countersign. */
  readonly bound?: number;
}

/** Whether the bound of a table is for this row. */
export function isBoundedRow({ name }: Result): boolean {
  return name.startsWith("countersign");
}

/** How long to measure. */
export interface Effort {
  readonly rounds: number;
  /** Milliseconds for one contestant in one round. */
  readonly slice: number;
  /** Milliseconds that each contestant runs before any is timed: the code of a server was compiled long ago. */
  readonly warmUp: number;
}

/** The first contestant is the floor. */
export function measure(contestants: readonly Contestant[], at: (index: number) => Work, effort: Effort): Result[] {
  const samples = new Map(contestants.map((contestant) => [contestant, [] as number[]]));
  const batches = new Map(contestants.map((contestant) => [contestant, batchSize(contestant, at, effort)]));
  for (let round = 0; round < effort.rounds; round++) {
    for (const contestant of shuffled(contestants)) {
      samples.get(contestant)!.push(time(contestant, at, batches.get(contestant)!));
    }
  }
  return resultsOf(contestants, samples);
}

/**
 * Who is timed by the lap: all pieces of work once, one after the other. For work that is asynchronous, or that cannot
 * be repeated on the same state.
 */
export interface Runner {
  readonly name: string;
  /** Prepares one lap; this is not timed. Returns the lap, which is run once and awaited. */
  readonly prepare: () => () => unknown;
}

/**
 * The first runner is the floor.
 *
 * @param pieces - pieces of work in a lap
 * @param clock - in nanoseconds
 */
export async function measureLaps(
  runners: readonly Runner[],
  pieces: number,
  { rounds, warmUp }: Pick<Effort, "rounds" | "warmUp">,
  clock: () => number = cpuTime,
): Promise<Result[]> {
  const samples = new Map(runners.map((runner) => [runner, [] as number[]]));
  for (const runner of runners) {
    for (let spent = 0; spent < warmUp * 1e6; ) spent += await timeLap(runner, clock);
  }
  for (let round = 0; round < rounds; round++) {
    for (const runner of shuffled(runners)) samples.get(runner)!.push((await timeLap(runner, clock)) / pieces);
  }
  return resultsOf(runners, samples);
}

async function timeLap({ prepare }: Runner, clock: () => number): Promise<number> {
  const lap = prepare();
  const start = clock();
  await lap();
  return clock() - start;
}

/** CPU time of all threads of this process, in nanoseconds. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
}

/** Time on the clock, in nanoseconds. */
export function wallTime(): number {
  return performance.now() * 1e6;
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

/** Warms up, and returns how many calls fill a slice. */
function batchSize(contestant: Contestant, at: (index: number) => Work, { slice, warmUp }: Effort): number {
  for (let spent = 0; spent < warmUp * 1e6; ) spent += 16 * time(contestant, at, 16);
  let size = 1;
  while (time(contestant, at, size) * size < slice * 1e6) size *= 2;
  return size;
}

/** Keeps the results, so that no call can be optimised away. */
let sink: unknown;

function time({ run }: Contestant, at: (index: number) => Work, calls: number): number {
  const start = cpuTime();
  for (let index = 0; index < calls; index++) sink = run(at(index));
  const nanoseconds = cpuTime() - start;
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
