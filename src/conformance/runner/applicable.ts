/**
 * Which questions an implementation can be asked, by what it said of itself.
 *
 * @module
 */

import { type Driver, featureIn, type Hello } from "../drivers/index.ts";
import {
  type Answer,
  type AnyInput,
  type Ask,
  answeredInput,
  type InputOf,
  type StageValues,
  type VectorInput,
} from "../vectors/index.ts";

/** Why a question is not to be asked; `undefined` where it is. */
export type Outside = (input: VectorInput) => string | undefined;

/** What is not applicable: what hello does not declare, and what the way to the implementation cannot carry. */
export function outsideOf(hello: Hello, driver: Driver): Outside {
  return (input) => undeclared(hello, input) ?? driver.outside?.(input);
}

function undeclared(hello: Hello, input: VectorInput): string | undefined {
  const { operations, signatureMethods, transports, fixesNonceAndTimestamp, limits } = hello;
  const { operation } = input;
  if (!operations.includes(operation)) return `does not do ${operation}`;
  const { signatureMethod, transport = "header" }: AnyInput = input;
  if (signatureMethod !== undefined && signatureMethods?.includes(signatureMethod) === false) {
    return `does not know ${signatureMethod}`;
  }
  if (operation === "sign" && transports?.includes(transport) === false) return `has no transport ${transport}`;
  const lacking = featureIn(limits?.without ?? [], input);
  if (lacking !== undefined) return `takes no ${lacking}`;
  if (fixesNonceAndTimestamp !== false) return undefined;
  const isFixed = operation === "sign-exactly" || operation === "base-string";
  return isFixed ? `chooses nonce and timestamp itself, which ${operation} states` : undefined;
}

/** Asks as laws do: what is not applicable is `unsupported`, and what was declared and is `unsupported` a refusal. */
export function askApplicable(driver: Driver, outside: Outside, hello: Hello): Ask {
  const choosesItself = hello.fixesNonceAndTimestamp === false;
  return async (input): Promise<Answer> => {
    const reason = outside(input);
    if (reason !== undefined) return { ok: false, error: "unsupported", message: reason };
    const answer = await driver.ask(input);
    if (!answer.ok && answer.error === "unsupported") {
      return { ...answer, error: "refused", message: `declared, and then unsupported: ${answer.message}` };
    }
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
