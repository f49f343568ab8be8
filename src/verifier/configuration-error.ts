/**
 * The error for mistakes of the programmer. What a client sends is decided on, never thrown about.
 *
 * @module
 */

/** Stable; which option, or which part of the request that the adapter hands over, cannot be used. */
export type VerifierConfigurationErrorCode =
  | "options-invalid"
  | "option-unknown"
  | "credentials-missing"
  | "nonce-store-missing"
  | "signature-methods-invalid"
  | "plaintext-without-https"
  | "clock-tolerance-invalid"
  | "clock-skew-invalid"
  | "clock-invalid"
  | "origin-invalid"
  | "proxy-invalid"
  | "rsa-size-invalid"
  | "switch-invalid"
  | "limit-invalid"
  | "request-invalid";

/**
 * A verifier that cannot be built as asked for, or a request that is not one. No message carries a secret.
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
