/**
 * The driver of an implementation that is a module of this process.
 *
 * @module
 */

import type { Answer, InputOf, Operation, StageValues, VectorInput } from "../vectors/index.ts";
import type { Driver, Hello } from "./contract.ts";

/** An implementation as a module: one function an operation, each answering with the stages it knows. */
export interface Implementation
  extends Pick<Hello, "signatureMethods" | "transports" | "fixesNonceAndTimestamp" | "limits"> {
  readonly about: Hello["implementation"];
  readonly operations: {
    readonly [Of in Operation]?: (input: InputOf<Of>) => StageValues | Promise<StageValues>;
  };
  /** Why an input lies outside what it claims to do; `undefined` where it does not. */
  readonly outside?: (input: VectorInput) => string | undefined;
}

/** Thrown by an implementation that looked at an input and declined it; known by its name. */
export class Refusal extends Error {
  override readonly name: string = "Refusal";
}

/** Wraps an implementation of this process. */
export function inProcessDriver(implementation: Implementation): Driver {
  const { about, operations, outside, ...declared } = implementation;
  return {
    hello: () => ({ ...declared, implementation: about, operations: Object.keys(operations) as Operation[] }),
    outside(input) {
      try {
        return outside?.(input);
      } catch {
        // Whatever it stumbles over, its answer will tell.
        return undefined;
      }
    },
    ask(input) {
      const { operation } = input;
      // Each takes the input of its own operation, which the type of a union of functions cannot say.
      const answer = operations[operation] as ((input: VectorInput) => StageValues | Promise<StageValues>) | undefined;
      if (answer === undefined) return { ok: false, error: "unsupported", message: `does not do ${operation}` };
      try {
        const stages = answer(input);
        return stages instanceof Promise ? stages.then(told, declined) : told(stages);
      } catch (error) {
        return declined(error);
      }
    },
    close() {},
  };
}

function told(stages: StageValues): Answer {
  return { ok: true, stages };
}

function declined(error: unknown): Answer {
  const { name, message } = error instanceof Error ? error : { name: "", message: String(error) };
  return { ok: false, error: name === "Refusal" ? "refused" : "failed", message };
}
