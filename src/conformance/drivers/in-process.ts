/** The driver of an implementation in this process. */

import type { Answer, InputOf, Operation, StageValues, VectorInput } from "../vectors/index.ts";
import type { Capabilities, Driver, Hello } from "./contract.ts";

/** An implementation as an object: a function for each operation, which returns the stages that it computes. */
export interface Implementation extends Capabilities {
  readonly about: Hello["implementation"];
  readonly operations: {
    readonly [Of in Operation]?: (input: InputOf<Of>) => StageValues | Promise<StageValues>;
  };
  /** Why the implementation does not support an input; `undefined` if it does. */
  readonly outside?: (input: VectorInput) => string | undefined;
}

/** Throw this to refuse an input. The driver recognizes it by its name. */
export class Refusal extends Error {
  override readonly name: string = "Refusal";
}

/** A driver in this process, whose hello is available without waiting. */
export interface InProcessDriver extends Driver {
  hello(): Hello;
  outside(input: VectorInput): string | undefined;
}

export function inProcessDriver(implementation: Implementation): InProcessDriver {
  const { about, operations, outside, ...declared } = implementation;
  return {
    hello: () => ({ ...declared, implementation: about, operations: Object.keys(operations) as Operation[] }),
    outside(input) {
      try {
        return outside?.(input);
      } catch {
        // The answer to the question shows what is wrong.
        return undefined;
      }
    },
    ask(input) {
      const { operation } = input;
      // Each function takes the input of one operation; the type of a union of functions cannot express that.
      const answer = operations[operation] as ((input: VectorInput) => StageValues | Promise<StageValues>) | undefined;
      if (answer === undefined) return { ok: false, error: "unsupported", message: `does not support ${operation}` };
      try {
        const stages = answer(input);
        return stages instanceof Promise ? stages.then(answered, failed) : answered(stages);
      } catch (error) {
        return failed(error);
      }
    },
    close() {},
  };
}

function answered(stages: StageValues): Answer {
  return { ok: true, stages };
}

function failed(error: unknown): Answer {
  const { name, message } = error instanceof Error ? error : { name: "", message: String(error) };
  return { ok: false, error: name === "Refusal" ? "refused" : "failed", message };
}
