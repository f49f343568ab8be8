/** Wrong implementations: this package with one change. */

import {
  type Driver,
  type Hello,
  type Implementation,
  inProcessDriver,
  Refusal,
} from "../../../src/conformance/drivers/index.ts";
import { countersign } from "../../../src/conformance/implementations/index.ts";
import {
  type CaseResult,
  type PropertyResult,
  type Run,
  type RunEvent,
  type RunEvidence,
  run,
} from "../../../src/conformance/runner/index.ts";
import { loadRules, type Stage, type StageValues, type VectorInput } from "../../../src/conformance/vectors/index.ts";

/** The correct one. */
export const RIGHT: Implementation = countersign;

/** Its answers to every operation changed. */
export function changing(change: (stages: StageValues, input: VectorInput) => StageValues): Implementation {
  const right = inProcessDriver(RIGHT);
  const changed = async (input: VectorInput): Promise<StageValues> => {
    const answer = await right.ask(input);
    if (answer.ok) return change(answer.stages, input);
    throw answer.error === "refused" ? new Refusal(answer.message) : new Error(answer.message);
  };
  const operations = Object.fromEntries(Object.keys(RIGHT.operations).map((name) => [name, changed]));
  return { ...RIGHT, operations };
}

/** Wrong in the value of one stage, wherever it tells it. */
export function wrongAt(stage: Stage): Implementation {
  return changing((stages) => {
    const value = stages[stage];
    if (value === undefined) return stages;
    return {
      ...stages,
      [stage]: typeof value === "string" ? `${value}x` : typeof value === "boolean" ? !value : "wrong",
    };
  });
}

/** A driver in this process that says of itself what is given. */
export function saying(implementation: Implementation, hello: Partial<Hello>): Driver {
  const driver = inProcessDriver(implementation);
  return { ...driver, hello: () => ({ ...(driver.hello() as Hello), ...hello }) };
}

/** All that a run tells. */
export async function runResults(plan: Partial<Run> & Pick<Run, "driver">): Promise<{
  readonly ran: RunEvidence;
  readonly events: readonly RunEvent[];
  readonly cases: readonly CaseResult[];
  readonly properties: readonly PropertyResult[];
}> {
  const events: RunEvent[] = [];
  const ran = await run({
    vectors: [],
    rules: loadRules(),
    properties: [],
    seed: 1,
    indices: { first: 0, count: 20 },
    saved: [],
    emit: (event) => events.push(event),
    ...plan,
  });
  return {
    ran,
    events,
    cases: events.flatMap((event) => (event.type === "case" ? [event.result] : [])),
    properties: events.flatMap((event) => (event.type === "property" ? [event.result] : [])),
  };
}
