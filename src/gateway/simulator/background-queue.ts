/**
 * A queue for work that must not delay answers. It runs one task at a time while no request is in progress, and pauses
 * after each task for as long as the task took.
 */

/** A task is run once, or dropped. */
export interface BackgroundTask {
  run(): void;
  drop(): void;
}

export interface BackgroundQueue {
  /** Drops the oldest task if more than 100 wait. */
  add(task: BackgroundTask): void;
  /** Resolves once no task waits, at the latest after two seconds. */
  settled(): Promise<void>;
  /** Drops the waiting tasks and all later ones. */
  stop(): void;
}

const MAX_TASKS = 100;
/** Gives Node time to read requests that have arrived. */
const MIN_PAUSE_MILLISECONDS = 10;
const MAX_WAIT_MILLISECONDS = 2000;

/** @param isBusy - whether a request is in progress */
export function createBackgroundQueue(isBusy: () => boolean): BackgroundQueue {
  const waiting: BackgroundTask[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function work(): void {
    timer = undefined;
    if (waiting.length === 0) return;
    const start = performance.now();
    if (!isBusy()) waiting.shift()!.run();
    timer = setTimeout(work, Math.max(MIN_PAUSE_MILLISECONDS, performance.now() - start));
  }

  return {
    add(task) {
      waiting.push(task);
      if (isStopped || waiting.length > MAX_TASKS) waiting.shift()!.drop();
      timer ??= setTimeout(work, MIN_PAUSE_MILLISECONDS);
    },
    async settled() {
      const end = performance.now() + MAX_WAIT_MILLISECONDS;
      while (waiting.length > 0 && performance.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, MIN_PAUSE_MILLISECONDS));
      }
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const task of waiting.splice(0)) task.drop();
    },
  };
}
