/** Generates plans, runs them, and shrinks the first one that the servers fail. */

import * as fc from "fast-check";
import { planFor } from "./arbitraries.ts";
import type { Plan } from "./plan.ts";
import { problemOfPlan } from "./run-plan.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";
import type { Target } from "./targets.ts";

export interface Options {
  readonly seed: number;
  readonly runs: number;
  /** Maximum time in milliseconds. @default none */
  readonly milliseconds?: number;
  /** Plans that run first. */
  readonly saved?: readonly Plan[];
  /** Milliseconds after which a server hangs. @default 10_000 */
  readonly patience?: number;
  /** Whether to make the plan that fails smaller. @default true */
  readonly shrinks?: boolean;
  /** A module that exports `targets`. */
  readonly targets: URL;
  /** Names of the targets to use. @default all */
  readonly only?: readonly string[];
}

export interface Outcome {
  readonly runs: number;
  /** The smallest plan that fails, and what is wrong; `undefined` if none does. */
  readonly failure: { readonly plan: Plan; readonly problem: string; readonly shrinks: number } | undefined;
}

export async function fuzz(options: Options): Promise<Outcome> {
  const { seed, runs, milliseconds, saved = [], targets, only, patience = 10_000, shrinks = true } = options;
  const module = (await import(targets.href)) as { readonly targets: Readonly<Record<string, Target>> };
  const all = Object.entries(module.targets);
  const used = Object.fromEntries(all.filter(([name]) => only === undefined || only.includes(name)));
  let server: ServerProcess | undefined;
  const property = fc.asyncProperty(planFor(used), async (plan) => {
    server ??= await startServerProcess(targets);
    const problem = await problemOfPlan(plan, server, used[plan.target]!, patience);
    if (problem === undefined) return;
    // What this plan left behind is not to be found again in the next one.
    await server.stop();
    server = undefined;
    throw new Error(problem);
  });
  try {
    const { counterexample, errorInstance, numRuns, numShrinks } = await fc.check(property, {
      seed,
      numRuns: runs,
      endOnFailure: !shrinks,
      examples: saved.filter(({ target }) => target in used).map((plan): [Plan] => [plan]),
      ...(milliseconds !== undefined && { interruptAfterTimeLimit: milliseconds }),
    });
    if (counterexample === null) return { runs: numRuns, failure: undefined };
    const { message } = errorInstance as Error;
    return { runs: numRuns, failure: { plan: counterexample[0], problem: message, shrinks: numShrinks } };
  } finally {
    await server?.stop();
  }
}
