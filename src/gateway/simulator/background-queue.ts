/**
 * Work that waits until nobody waits for an answer: one piece at a time, with a rest as long as the work after each, so that
 * whoever comes meanwhile is served first.
 *
 * @module
 */

/** One piece: it is done, or dropped where there is too much. */
export interface BackgroundTask {
  do(): void;
  drop(): void;
}

/** See {@link createBackgroundQueue}. */
export interface BackgroundQueue {
  /** Drops the oldest piece where too many wait. */
  add(piece: BackgroundTask): void;
  /** Waits until all is done, but not for long. */
  settled(): Promise<void>;
  /** Drops what waits. */
  stop(): void;
}

const MOST_PIECES = 100;
/** Time enough for what has arrived to be read. */
const LEAST_REST = 10;
const PATIENCE = 2000;

/** Makes a queue; `isBusy` says whether somebody waits for an answer. */
export function createBackgroundQueue(isBusy: () => boolean): BackgroundQueue {
  const waiting: BackgroundTask[] = [];
  let timer: NodeJS.Timeout | undefined;

  function rest(milliseconds: number): void {
    timer = setTimeout(work, milliseconds);
  }

  function work(): void {
    timer = undefined;
    if (waiting.length === 0) return;
    const start = performance.now();
    if (!isBusy()) waiting.shift()!.do();
    rest(Math.max(LEAST_REST, performance.now() - start));
  }

  return {
    add(piece) {
      waiting.push(piece);
      if (waiting.length > MOST_PIECES) waiting.shift()!.drop();
      if (timer === undefined) rest(LEAST_REST);
    },
    async settled() {
      const end = performance.now() + PATIENCE;
      while (waiting.length > 0 && performance.now() < end)
        await new Promise((resolve) => setTimeout(resolve, LEAST_REST));
    },
    stop() {
      clearTimeout(timer);
      for (const piece of waiting.splice(0)) piece.drop();
    },
  };
}
