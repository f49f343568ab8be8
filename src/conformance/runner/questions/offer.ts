/** Which questions are offered to an implementation: those within its hello. */

import { type Driver, type Hello, undeclared } from "../../drivers/index.ts";
import {
  type Answer,
  type Ask,
  answeredInput,
  type InputOf,
  type StageValues,
  type VectorInput,
} from "../../vectors/index.ts";

/** Why an input is not offered; `undefined` if it is. */
export type Outside = (input: VectorInput) => string | undefined;

/** An input is not offered if it is outside what hello declares, or the driver cannot ask it. */
export function outsideOf(hello: Hello, driver: Driver): Outside {
  return (input) => undeclared(hello, input) ?? driver.outside?.(input);
}

/** Asks for properties. An input that is not offered is answered `unsupported` without asking. */
export function askOffered(driver: Driver, outside: Outside, hello: Hello): Ask {
  return async (input): Promise<Answer> => {
    const message = outside(input);
    return message === undefined ? askWithin(hello, driver, input) : { ok: false, error: "unsupported", message };
  };
}

/** Asks. The answer of a signer that chooses nonce and timestamp itself has the input with those. */
export async function askWithin(
  { fixesNonceAndTimestamp }: Hello,
  driver: Driver,
  input: VectorInput,
): Promise<Answer> {
  const answer = await driver.ask(input);
  const isChosen = fixesNonceAndTimestamp === false && input.operation === "sign";
  return answer.ok && isChosen ? withAnsweredInput(input, answer.stages) : answer;
}

function withAnsweredInput(input: InputOf<"sign">, stages: StageValues): Answer {
  try {
    return { ok: true, stages, input: answeredInput(input, stages) };
  } catch (error) {
    return { ok: false, error: "malformed-answer", message: (error as Error).message };
  }
}
