/**
 * The driver of an implementation that is a module of this process.
 *
 * @module
 */

import type { Answer, Operation, StageValues, VectorInput } from "../suite/index.ts";
import type { Driver, Hello } from "./contract.ts";

/** An implementation as a module: one function an operation, each answering with the stages it knows. */
export interface Implementation {
  readonly about: Hello["implementation"];
  readonly operations: { readonly [operation in Operation]?: (input: VectorInput) => StageValues };
  /** Why an input lies outside what it claims to do; `undefined` where it does not. */
  readonly outside?: (operation: Operation, input: VectorInput) => string | undefined;
}

/** Thrown by an implementation that looked at an input and declined it. */
export class Refusal extends Error {
  override readonly name: string = "Refusal";
}

/** Wraps an implementation of this process. */
export function inProcessDriver(implementation: Implementation): Driver {
  const { about, operations, outside } = implementation;
  return {
    hello: () => ({ implementation: about, operations: Object.keys(operations) as Operation[] }),
    ask(operation, input) {
      const answer = operations[operation];
      if (answer === undefined) return unsupported(`does not do ${operation}`);
      return attempt(() => {
        const reason = outside?.(operation, input);
        return reason === undefined ? { ok: true, stages: answer(input) } : unsupported(reason);
      });
    },
    close() {},
  };
}

function unsupported(message: string): Answer {
  return { ok: false, error: "unsupported", message };
}

function attempt(run: () => Answer): Answer {
  try {
    return run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, error: error instanceof Refusal ? "refused" : "failed", message };
  }
}
