/** Turns the errors with which an implementation refuses an input into refusals. All other errors are failures. */

import { Refusal } from "../drivers/index.ts";
import type { StageValues } from "../vectors/index.ts";

type Answering = <Input>(answer: (input: Input) => StageValues) => (input: Input) => StageValues;

/** Wraps operations. `reasonOf` returns the reason of a refusal, or `undefined` for any other error. */
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
