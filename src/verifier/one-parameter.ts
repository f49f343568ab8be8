/** Reads one parameter of an accepted request. */

import { quote } from "../oauth1/errors.ts";
import type { Parameter } from "../oauth1/parameter.ts";
import type { Accepted, PublicResponse } from "./verdict.ts";

/** Why a parameter cannot be read as one text. Stable: changing what a code means is a breaking change. */
export type ParameterErrorCode = "parameter-repeated" | "parameter-not-text";

const PUBLIC_MESSAGES: Readonly<Record<ParameterErrorCode, string>> = {
  "parameter-repeated": "A parameter is repeated.",
  "parameter-not-text": "A parameter is not UTF-8.",
};

/**
 * The error for a parameter of an accepted request that is not a single text. The client signed and sent the parameter
 * like this.
 *
 * - `parameter-repeated`: several parameters have the name, so two programs may read different values.
 * - `parameter-not-text`: the value is not UTF-8.
 *
 * @example
 * ```ts
 * import { createVerifier, MemoryNonceStore, type ParameterError, sign, verify } from "countersign";
 *
 * const key = { consumerSecret: "secret" };
 * const verifier = createVerifier({ nonceStore: new MemoryNonceStore(), credentials: () => key });
 * const { method, url, headers } = sign(
 *   { method: "GET", url: "https://gateway.example/pay?amount=1&amount=1000" },
 *   { consumerKey: "merchant", signatureMethod: "HMAC-SHA1", ...key },
 * );
 * const verdict = await verify(verifier, { method, url, headers });
 * try {
 *   verdict.accepted && verdict.one("amount");
 * } catch (error) {
 *   (error as ParameterError).code; // => "parameter-repeated"
 * }
 * ```
 */
export class ParameterError extends Error {
  override readonly name: string = "ParameterError";
  readonly code: ParameterErrorCode;
  /** HTTP status of the response. Express, Fastify and Koa send it if nothing handles the error. */
  readonly status: number = 400;
  /** What to send to the client. A framework that sends the error itself sends nothing else. */
  readonly publicResponse: PublicResponse;
  readonly #problem: string;

  constructor(code: ParameterErrorCode, problem: string) {
    super(PUBLIC_MESSAGES[code]);
    this.code = code;
    this.publicResponse = { status: this.status, message: this.message };
    this.#problem = problem;
  }

  /** Which parameter it is and what is wrong with it, for the log of the operator. */
  get problem(): string {
    return this.#problem;
  }
}

/** Creates the method `one` of an accepted request. `one` needs no `this`, so it can be copied with the other members. */
export function readerOf(parameters: readonly Parameter[]): Accepted["one"] {
  return (name) => {
    const found = parameters.filter((parameter) => parameter.name === name);
    if (found.length > 1) {
      throw new ParameterError("parameter-repeated", `the request has ${found.length} parameters named ${quote(name)}`);
    }
    const value = found[0]?.value;
    if (value === undefined || typeof value === "string") return value;
    throw new ParameterError("parameter-not-text", `the value of the parameter ${quote(name)} is not UTF-8`);
  };
}
