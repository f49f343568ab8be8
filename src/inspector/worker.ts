/** The worker, which runs tasks one at a time so that the page stays responsive. */

import type { Attention } from "./attention.ts";
import { exampleOf } from "./example.ts";
import { explain } from "./explain.ts";
import type { Question, Reply, Tasks } from "./messages.ts";

type Work = {
  readonly [Name in keyof Tasks]: (
    input: Tasks[Name]["input"],
    attention: Attention,
  ) => Tasks[Name]["result"] | Promise<Tasks[Name]["result"]>;
};

const WORK: Work = { explain, example: exampleOf };

/** Answers questions until the page closes. A new question ends the work on the previous one. */
export function serve(): void {
  let current = new AbortController();
  self.addEventListener("message", ({ data }: MessageEvent<Question>) => {
    current.abort();
    current = new AbortController();
    void answer(data, current.signal);
  });
}

async function answer({ id, task, input }: Question, signal: AbortSignal): Promise<void> {
  const attention: Attention = {
    progress: (tried) => reply({ id, kind: "progress", tried }),
    signal,
  };
  try {
    const work = WORK[task] as (input: unknown, attention: Attention) => unknown;
    reply({ id, kind: "result", result: await work(input, attention) });
  } catch (error) {
    // Our own messages quote no secrets, and the page shows them as text.
    if (!signal.aborted) reply({ id, kind: "failed", message: (error as Error).message });
  }
}

function reply(message: Reply): void {
  self.postMessage(message);
}
