/** The error for mistakes in the program that uses the verifier. What a client sends never causes it. */

import { kindOf } from "../oauth1/errors.ts";

/** Which option, or which argument, cannot be used. Stable: a change of meaning is a breaking change. */
export type VerifierConfigurationErrorCode =
  | "options-invalid"
  | "option-unknown"
  | "credentials-missing"
  | "nonce-store-missing"
  | "signature-methods-invalid"
  | "transport-invalid"
  | "plaintext-without-https"
  | "clock-tolerance-invalid"
  | "clock-skew-invalid"
  | "timeout-invalid"
  | "clock-invalid"
  | "on-verdict-invalid"
  | "origin-invalid"
  | "proxy-invalid"
  | "rsa-size-invalid"
  | "switch-invalid"
  | "limit-invalid"
  | "request-invalid"
  | "verifier-invalid";

/**
 * Invalid options of a verifier or of a nonce store, or an argument of `verify` or `authenticate` that cannot be used. No
 * message contains a secret.
 *
 * @example
 * ```ts
 * import { createVerifier, type VerifierConfigurationError, type VerifierOptions } from "countersign";
 *
 * try {
 *   createVerifier({ credentials: () => undefined } as unknown as VerifierOptions);
 * } catch (error) {
 *   (error as VerifierConfigurationError).code; // => "nonce-store-missing"
 * }
 * ```
 */
export class VerifierConfigurationError extends Error {
  override readonly name: string = "VerifierConfigurationError";
  readonly code: VerifierConfigurationErrorCode;

  constructor(code: VerifierConfigurationErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** @throws {@link VerifierConfigurationError} if a condition is not met */
export function mustBe(isMet: boolean, code: VerifierConfigurationErrorCode, message: string): asserts isMet {
  if (!isMet) throw new VerifierConfigurationError(code, message);
}

/** @throws {@link VerifierConfigurationError} `options-invalid` */
export function mustBeObject(options: object): void {
  const isObject = options !== null && typeof options === "object";
  mustBe(isObject, "options-invalid", `options must be an object, got ${kindOf(options)}`);
}

/** @throws {@link VerifierConfigurationError} `option-unknown`, because a rule with a misspelt name would not be enforced */
export function mustHaveNames(options: object, names: ReadonlySet<string>): void {
  const unknown = Object.keys(options).find((name) => !names.has(name));
  mustBe(unknown === undefined, "option-unknown", `there is no option ${JSON.stringify(unknown)}`);
}
