/**
 * Runs vectors through a driver and tells what happens.
 *
 * @module
 */

import type { Driver } from "../drivers/index.ts";
import type { Answer, Rule, Vector } from "../suite/index.ts";
import type { RunEvent } from "./events.ts";
import { judge } from "./judge.ts";

/** One run: what is run, and who listens. */
export interface Run {
  readonly vectors: readonly Vector[];
  readonly rules: ReadonlyMap<string, Rule>;
  readonly driver: Driver;
  readonly emit: (event: RunEvent) => void;
}

/** Asks for each vector in turn; resolves when all have been judged. The driver stays open for the laws. */
export async function run({ vectors, rules, driver, emit }: Run): Promise<void> {
  const { implementation, operations } = await driver.hello();
  emit({ type: "start", implementation, total: vectors.length });
  for (const vector of vectors) {
    const answer: Answer = operations.includes(vector.operation)
      ? await driver.ask(vector.operation, vector.input)
      : { ok: false, error: "unsupported", message: `does not do ${vector.operation}` };
    emit({ type: "case", result: { vector, rule: rules.get(vector.rule), ...judge(vector, answer) } });
  }
}
