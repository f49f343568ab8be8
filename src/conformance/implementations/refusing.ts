/**
 * Turns the errors by which an implementation declines an input into refusals; all others are its breaking.
 *
 * @module
 */

import { Refusal } from "../drivers/index.ts";
import type { StageValues } from "../vectors/index.ts";

type Answering = <Input>(answer: (input: Input) => StageValues) => (input: Input) => StageValues;

/** Wraps an operation; `reasonOf` says why an error is a refusal, or `undefined` where it is none. */
export function refusing(reasonOf: (error: unknown) => string | undefined): Answering {
  return (answer) => (input) => {
    try {
      return answer(input);
    } catch (error) {
      const reason = error instanceof Refusal ? error.message : reasonOf(error);
      throw reason === undefined ? error : new Refusal(reason, { cause: error });
    }
  };
}
