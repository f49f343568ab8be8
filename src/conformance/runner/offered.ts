/** Which questions are offered to an implementation: those within its hello. */

import { type Driver, featuresIn, type Hello, signatureMethodsOf } from "../drivers/index.ts";
import {
  type Answer,
  type AnyInput,
  type Ask,
  answeredInput,
  type InputOf,
  type StageValues,
  type VectorInput,
} from "../vectors/index.ts";

/** Why an input is not offered; `undefined` if it is. */
export type Outside = (input: VectorInput) => string | undefined;

/** An input is not offered if it is outside what hello declares, or the driver cannot ask it. */
export function outsideOf(hello: Hello, driver: Driver): Outside {
  return (input) => undeclared(hello, input) ?? driver.outside?.(input);
}

function undeclared(
  { operations, transports, fixesNonceAndTimestamp, ...hello }: Hello,
  input: VectorInput,
): string | undefined {
  const { operation } = input;
  const { signatureMethod, transport = "header", request }: AnyInput = input;
  const signatureMethods = signatureMethodsOf(hello, operation);
  const { without = [], httpMethods } = hello.limits ?? {};
  if (!operations.includes(operation)) return `does not support ${operation}`;
  if (signatureMethod !== undefined && signatureMethods?.includes(signatureMethod) === false)
    return `does not support ${signatureMethod}`;
  if (request !== undefined && httpMethods?.includes(request.method) === false)
    return `does not support the HTTP method ${request.method}`;
  const isSending = operation === "sign" || operation === "sign-exactly";
  if (isSending && transports?.includes(transport) === false) return `does not support the transport ${transport}`;
  const [lacking] = featuresIn(without, input);
  if (lacking !== undefined) return `does not support ${lacking}`;
  if (fixesNonceAndTimestamp !== false) return undefined;
  const isFixed = operation === "sign-exactly" || operation === "base-string";
  return isFixed ? `chooses nonce and timestamp itself, but ${operation} states them` : undefined;
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
