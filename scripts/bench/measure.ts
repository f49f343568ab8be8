/** What a benchmark measures, and how. */

import { setImmediate } from "node:timers/promises";

/** A section of docs/data/performance.md. */
export interface Section {
  readonly title: string;
  readonly text: string;
  readonly tables: readonly Table[];
}

export interface Table {
  readonly id: string;
  readonly title: string;
  readonly unit: keyof typeof UNITS;
  readonly rows: readonly Row[];
  /** Whether each row is compared with the first one of the same round. */
  readonly isCompared?: boolean;
  /** 5 unless given. */
  readonly rounds?: number;
}

/** One figure. It is measured in a separate process, once for each round of the table. */
export interface Row {
  readonly name: string;
  readonly measure: (effort: Effort) => number | Promise<number>;
  /** The highest ratio, or figure in a table without ratios, that plain code reaches on the machine of the page. */
  readonly most?: number;
}

/** The measured amount (nanoseconds for times, octets for memory) that equals one unit. */
export const UNITS = { µs: 1e3, ms: 1e6, s: 1e9, MB: 1e6, MiB: 1_048_576, "×": 1, "a second": 1 } as const;

/** How long to measure, in milliseconds. */
export interface Effort {
  /** The warm-up before any measurement, because the code of a running server is already compiled. */
  readonly warmUp: number;
  readonly slice: number;
}

/** Work that is timed in laps. */
export interface Laps {
  readonly pieces: number;
  /** Prepares one lap, without being timed, and returns it. The lap is run once and awaited. */
  readonly prepare: () => () => unknown;
}

/** Laps that apply a function to each item and await the result; `prepare` returns the function for each lap. */
export function lapsOver<Item>(items: readonly Item[], prepare: () => (item: Item) => unknown): Laps {
  return {
    pieces: items.length,
    prepare() {
      const run = prepare();
      return () => runAll(items, run);
    },
  };
}

/** A row of laps, in CPU time of the process. */
export function row(name: string, laps: () => Laps, most?: number): Row {
  return { name, measure: async (effort) => (await timed([laps()], effort))[0]!, ...(most !== undefined && { most }) };
}

/** Keeps the last result, so that no call can be optimised away. */
let sink: unknown;

/** Awaits promises only, because each `await` costs something. */
async function runAll<Item>(items: readonly Item[], run: (item: Item) => unknown): Promise<void> {
  for (const item of items) {
    const result = run(item);
    sink = result instanceof Promise ? await result : result;
  }
  if (sink === undefined) throw new Error("a piece of work of the benchmark returned nothing");
}

/** The median nanoseconds per piece, for each work; the laps alternate. */
export async function timed(all: readonly Laps[], { warmUp, slice }: Effort, clock = cpuTime): Promise<number[]> {
  async function timeLap({ pieces, prepare }: Laps): Promise<{ time: number; each: number }> {
    const lap = prepare();
    const start = clock();
    await lap();
    const time = clock() - start;
    return { time, each: time / pieces };
  }
  for (const laps of all) {
    for (let spent = 0; spent < warmUp * 1e6; ) spent += (await timeLap(laps)).time;
  }
  const samples = all.map(() => [] as number[]);
  for (let spent = 0; spent < slice * 1e6 || samples[0]!.length < 3; ) {
    for (const [index, laps] of all.entries()) {
      const { time, each } = await timeLap(laps);
      samples[index]!.push(each);
      spent += time;
    }
  }
  return samples.map(median);
}

/** CPU time of all threads of this process, in nanoseconds, so that other processes on the machine disturb it less. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
}

/** Elapsed time, in nanoseconds. */
export function wallTime(): number {
  return performance.now() * 1e6;
}

/** The middle value. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** The heap of this process and the memory outside it, in octets; `external` includes the array buffers. */
export async function usedMemory(): Promise<number> {
  collectGarbage();
  // Array buffers are released after the collection that found them.
  await setImmediate();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

export function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error("run with --expose-gc");
  globalThis.gc();
}

/** Loads a file of the built package. Source that tsx compiles on the fly is at least 10 % slower. */
export async function built<Module>(path: string): Promise<Module> {
  return import(new URL(`../../dist/${path}`, import.meta.url).href);
}
