/** The error for mistakes in the program that uses the verifier. What a client sends never causes it. */

import type { OptionsCode } from "../platform/check-options.ts";

/** Which option, or which argument, cannot be used. Stable: changing a meaning is a breaking change. */
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

/** Creates the error for the options of a verifier or of a nonce store. */
export function optionsError(code: OptionsCode, message: string): VerifierConfigurationError {
  return new VerifierConfigurationError(code, message);
}
