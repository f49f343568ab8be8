/** The property of a service in operation, for any store. */

import * as fc from "fast-check";
import type { NonceStore } from "../../../src/verifier/index.ts";
import { SERVICE_RUNS } from "./counterexamples.ts";
import { type Command, commandOf, commands, type Memory, startService } from "./service.ts";

/** Runs commands on verifiers that share these stores, and compares each answer with the model's. */
export function lawful(
  stores: () => readonly NonceStore[] | Promise<readonly NonceStore[]>,
  memory: Memory,
): fc.IAsyncProperty<[Iterable<Command>]> {
  return fc.asyncProperty(commands, (steps) =>
    fc.asyncModelRun(async () => startService(await stores(), memory), steps),
  );
}

/** Runs that once were counterexamples. */
export const examples: [Iterable<Command>][] = SERVICE_RUNS.map((steps): [Iterable<Command>] => [steps.map(commandOf)]);
