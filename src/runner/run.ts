/**
 * Runs vectors through a driver and tells what happens.
 *
 * @module
 */

import type { Driver, Hello } from "../drivers/index.ts";
import type { Answer, Rule, Vector } from "../suite/index.ts";
import type { RunEvent } from "./events.ts";
import { judge } from "./judge.ts";
import { type LawRun, runLaws } from "./run-laws.ts";

/** One run: what is run, and who listens. */
export interface Run extends LawRun {
  readonly vectors: readonly Vector[];
  readonly rules: ReadonlyMap<string, Rule>;
  readonly driver: Driver;
  readonly emit: (event: RunEvent) => void;
}

/** Runs vectors, then laws, from the event `start` to the event `end`; closes the driver whatever happens. */
export async function run(plan: Run): Promise<void> {
  const { driver, emit, vectors, laws, seed } = plan;
  const began = performance.now();
  try {
    const hello = await driver.hello();
    emit({ type: "start", implementation: hello.implementation, total: vectors.length, laws: laws.length, seed });
    await runVectors(plan, hello);
    await runLaws(plan, hello);
  } finally {
    emit({ type: "end", milliseconds: performance.now() - began });
    await driver.close();
  }
}

/** Asks for each vector in turn. */
async function runVectors({ vectors, rules, driver, emit }: Run, { operations }: Hello): Promise<void> {
  for (const vector of vectors) {
    const answer: Answer = operations.includes(vector.operation)
      ? await driver.ask(vector.operation, vector.input)
      : { ok: false, error: "unsupported", message: `does not do ${vector.operation}` };
    emit({ type: "case", result: { vector, rule: rules.get(vector.rule), ...judge(vector, answer) } });
  }
}
