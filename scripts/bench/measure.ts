/**
 * Times contestants side by side: rounds in shuffled order, medians, ratios to the floor of the same run.
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
  /** To the floor, which is 1. */
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
  const medians = contestants.map((contestant) => median(samples.get(contestant)!));
  return contestants.map(({ name }, index) => ({
    name,
    nanoseconds: Math.round(medians[index]!),
    ratio: medians[index]! / medians[0]!,
  }));
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
