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
  const choosesItself = hello.fixesNonceAndTimestamp === false;
  return async (input): Promise<Answer> => {
    const message = outside(input);
    if (message !== undefined) return { ok: false, error: "unsupported", message };
    const answer = await driver.ask(input);
    return answer.ok && choosesItself && input.operation === "sign" ? withAnsweredInput(input, answer.stages) : answer;
  };
}

function withAnsweredInput(input: InputOf<"sign">, stages: StageValues): Answer {
  try {
    return { ok: true, stages, input: answeredInput(input, stages) };
  } catch (error) {
    return { ok: false, error: "malformed-answer", message: (error as Error).message };
  }
}
