/** A queue for work that must not delay answers. It starts one task at a time while no request is in progress. */

/** A task, which the queue either runs once or drops. */
export interface BackgroundTask {
  run(): Promise<void>;
  drop(): void;
}

export interface BackgroundQueue {
  /** Adds a task. Drops the oldest task if more than 100 are waiting. */
  add(task: BackgroundTask): void;
  /** Resolves once no task is waiting or running, at the latest after two seconds. */
  settled(): Promise<void>;
  /** Drops waiting and later tasks, and waits until the running task has ended. */
  stop(): Promise<void>;
}

const MAX_TASKS = 100;
/** Gives Node time to read requests that have arrived. */
const PAUSE_MILLISECONDS = 10;
const MAX_WAIT_MILLISECONDS = 2000;

/** @param isBusy - whether a request is in progress */
export function createBackgroundQueue(isBusy: () => boolean): BackgroundQueue {
  const waiting: BackgroundTask[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;

  async function work(): Promise<void> {
    try {
      running = isBusy() ? undefined : waiting.shift()?.run();
      await running;
    } finally {
      running = undefined;
      timer = waiting.length === 0 ? undefined : setTimeout(work, PAUSE_MILLISECONDS);
    }
  }

  return {
    add(task) {
      waiting.push(task);
      if (isStopped || waiting.length > MAX_TASKS) waiting.shift()!.drop();
      timer ??= setTimeout(work, PAUSE_MILLISECONDS);
    },
    async settled() {
      const end = performance.now() + MAX_WAIT_MILLISECONDS;
      while ((waiting.length > 0 || running !== undefined) && performance.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
      }
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const task of waiting.splice(0)) task.drop();
      await running;
    },
  };
}
