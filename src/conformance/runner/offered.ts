/** Which questions are offered to an implementation: those within its hello. */

import {
  type Declared,
  type Driver,
  featuresIn,
  type Hello,
  receivedMembers,
  signatureMethodsOf,
} from "../drivers/index.ts";
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

/** Why an input is outside what hello declares, all reasons in one text; `undefined` if it is within. */
export function undeclared(
  { operations, transports, fixesNonceAndTimestamp, ...declared }: Declared,
  input: VectorInput,
): string | undefined {
  const { operation } = input;
  const { signatureMethod }: AnyInput = input;
  const isReceived = operation === "verify" && (transports ?? declared.limits?.httpMethods) !== undefined;
  const { transport = "header", request }: AnyInput = isReceived ? receivedMembers(input) : input;
  const { without = [], httpMethods } = declared.limits ?? {};
  if (!operations.includes(operation)) return `does not support ${operation}`;
  const hasPlace = operation === "sign" || operation === "sign-exactly" || operation === "verify";
  const isFixed = operation === "sign-exactly" || operation === "base-string";
  const unsupported = [
    ...(signatureMethod !== undefined && !includes(signatureMethodsOf(declared, operation), signatureMethod)
      ? [signatureMethod]
      : []),
    ...(request !== undefined && !includes(httpMethods, request.method) ? [`the HTTP method ${request.method}`] : []),
    ...(hasPlace && !includes(transports, transport) ? [`the transport ${transport}`] : []),
    ...featuresIn(without, input),
  ];
  const reasons = [
    ...(unsupported.length > 0 ? [`does not support ${unsupported.join(", ")}`] : []),
    ...(isFixed && fixesNonceAndTimestamp === false
      ? [`chooses nonce and timestamp itself, but ${operation} states them`]
      : []),
  ];
  return reasons.length === 0 ? undefined : reasons.join("; ");
}

/** Whether a list has a value; a list that is not declared has all. */
function includes(declared: readonly string[] | undefined, value: string): boolean {
  return declared === undefined || declared.includes(value);
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
