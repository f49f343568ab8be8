/**
 * Measures one row of a table in this process, which loads nothing else.
 *
 * Times are CPU time of the process, garbage collection and compilation included, so that other processes on the machine
 * disturb them less.
 */

/** How long to measure, in milliseconds. */
export interface Effort {
  /** The warm-up before any measurement, because the code of a running server is already compiled. */
  readonly warmUp: number;
  readonly slice: number;
}

/** Work that is timed in laps, each of which runs all its pieces one after the other. */
export interface Laps {
  readonly pieces: number;
  /** Prepares one lap, without being timed. The lap is run once and awaited. */
  readonly prepare: () => () => unknown;
}

/** Laps that apply the same function to each item, and await it. */
export function lapsOver<Item>(items: readonly Item[], run: (item: Item) => unknown): Laps {
  return { pieces: items.length, prepare: () => () => runAll(items, run) };
}

/** Keeps the last result, so that no call can be optimised away. */
let sink: unknown;

/** Awaits promises only, because each `await` costs something. */
export async function runAll<Item>(items: readonly Item[], run: (item: Item) => unknown): Promise<void> {
  for (const item of items) {
    const result = run(item);
    sink = result instanceof Promise ? await result : result;
  }
  if (sink === undefined) throw new Error("a piece of work of the benchmark returned nothing");
}

/** Median nanoseconds of a piece. */
export async function timed(laps: Laps, effort: Effort, clock: () => number = cpuTime): Promise<number> {
  const [nanoseconds] = await timedInTurn([laps], effort, clock);
  return nanoseconds!;
}

/** The median nanoseconds of a piece of each work; their laps alternate. */
export async function timedInTurn(
  all: readonly Laps[],
  { warmUp, slice }: Effort,
  clock: () => number = cpuTime,
): Promise<number[]> {
  for (const laps of all) {
    for (let spent = 0; spent < warmUp * 1e6; ) spent += await timeLap(laps, clock);
  }
  const samples = all.map(() => [] as number[]);
  for (let spent = 0; spent < slice * 1e6 || samples[0]!.length < 3; ) {
    for (const [index, laps] of all.entries()) {
      const time = await timeLap(laps, clock);
      samples[index]!.push(time / laps.pieces);
      spent += time;
    }
  }
  return samples.map(median);
}

async function timeLap({ prepare }: Laps, clock: () => number): Promise<number> {
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

/** Elapsed time, in nanoseconds. */
export function wallTime(): number {
  return performance.now() * 1e6;
}

/** The middle value. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

export function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
