/** The page's side of the worker: asks questions, reports progress and cancels. */

import type { Reply, Tasks } from "./messages.ts";

/** Asks the worker. */
export interface Engine {
  /**
   * Requests one task. If another task is requested before the answer arrives, the first promise is never settled.
   *
   * @param onProgress - called about every 20 milliseconds of a search, with the number of combinations tried
   * @throws Error if the task failed
   */
  ask<Name extends keyof Tasks>(
    task: Name,
    input: Tasks[Name]["input"],
    onProgress?: (tried: number) => void,
  ): Promise<Tasks[Name]["result"]>;
  /** Ends the current task at once. */
  cancel(): void;
}

interface OpenQuestion {
  readonly id: number;
  readonly onProgress: ((tried: number) => void) | undefined;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** @param script the code of the page, which the worker also runs */
export function createEngine(script: string): Engine {
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  let worker: Worker | undefined;
  let open: OpenQuestion | undefined;
  let asked = 0;

  function start(): Worker {
    const started = new Worker(address, { name: "countersign" });
    started.addEventListener("message", ({ data }: MessageEvent<Reply>) => take(data));
    started.addEventListener("error", (event) => {
      open?.reject(new Error(event.message));
    });
    return started;
  }

  function take(reply: Reply): void {
    if (open?.id !== reply.id) return;
    const { onProgress, resolve, reject } = open;
    if (reply.kind === "progress") {
      onProgress?.(reply.tried);
      return;
    }
    open = undefined;
    if (reply.kind === "failed") reject(new Error(reply.message));
    else resolve(reply.result as never);
  }

  return {
    ask(task, input, onProgress) {
      worker ??= start();
      const id = ++asked;
      const { promise, resolve, reject } = promiseWithResolvers<never>();
      open = { id, onProgress, resolve, reject };
      worker.postMessage({ id, task, input });
      return promise;
    },
    cancel() {
      // Terminating the worker also stops a search that does not pause.
      worker?.terminate();
      worker = undefined;
      open = undefined;
    },
  };
}

interface Resolvers<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: Error) => void;
}

function promiseWithResolvers<Value>(): Resolvers<Value> {
  let resolve!: (value: Value) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<Value>((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  return { promise, resolve, reject };
}
