/** Which questions are applicable to an implementation, by its hello. */

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

/** Why an input is not applicable; `undefined` if it is. */
export type Outside = (input: VectorInput) => string | undefined;

/** An input is not applicable if hello does not declare it, or the driver cannot ask it. */
export function outsideOf(hello: Hello, driver: Driver): Outside {
  return (input) => undeclared(hello, input) ?? driver.outside?.(input);
}

function undeclared(hello: Hello, input: VectorInput): string | undefined {
  const { operations, signatureMethods, transports, fixesNonceAndTimestamp, limits } = hello;
  const { operation } = input;
  if (!operations.includes(operation)) return `does not support ${operation}`;
  const { signatureMethod, transport = "header" }: AnyInput = input;
  if (signatureMethod !== undefined && signatureMethods?.includes(signatureMethod) === false) {
    return `does not support ${signatureMethod}`;
  }
  if (operation === "sign" && transports?.includes(transport) === false)
    return `does not support the transport ${transport}`;
  const lacking = featureIn(limits?.without ?? [], input);
  if (lacking !== undefined) return `does not support ${lacking}`;
  if (fixesNonceAndTimestamp !== false) return undefined;
  const isFixed = operation === "sign-exactly" || operation === "base-string";
  return isFixed ? `chooses nonce and timestamp itself, but ${operation} states them` : undefined;
}

/** Asks for properties: `unsupported` means not applicable; an answer `unsupported` to a declared question becomes `refused`. */
export function askApplicable(driver: Driver, outside: Outside, hello: Hello): Ask {
  const choosesItself = hello.fixesNonceAndTimestamp === false;
  return async (input): Promise<Answer> => {
    const message = outside(input);
    if (message !== undefined) return { ok: false, error: "unsupported", message };
    const answer = await driver.ask(input);
    if (!answer.ok && answer.error === "unsupported") {
      return { ...answer, error: "refused", message: `declared in hello, but answered unsupported: ${answer.message}` };
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
