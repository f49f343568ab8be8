/** The error that the signer and its steps throw. */

import type { OptionsCode } from "../platform/check-options.ts";

export { kindOf, quote } from "../platform/quote.ts";

/** What is wrong with an input. Stable: changing what a code means is a breaking change. */
export type OAuth1ErrorCode =
  | "authorization-malformed"
  | "body-conflict"
  | "body-hash-conflict"
  | "body-hash-unknown"
  | "body-malformed"
  | "charset-unusable"
  | "key-kind-mismatch"
  | "key-missing"
  | "key-passphrase-wrong"
  | "key-too-costly"
  | "key-too-large"
  | "key-too-small"
  | "key-unreadable"
  | "method-malformed"
  | "nonce-malformed"
  | "option-unknown"
  | "options-invalid"
  | "parameter-duplicated"
  | "parameter-malformed"
  | "parameter-reserved"
  | "realm-malformed"
  | "signature-malformed"
  | "signature-method-unknown"
  | "synchronous-rsa-unavailable"
  | "synchronous-signing-unavailable"
  | "text-malformed"
  | "timestamp-malformed"
  | "transport-unknown"
  | "transport-unusable"
  | "url-malformed"
  | "version-unsupported";

/**
 * An invalid input, or an input that could only be signed by guessing. The message contains what was expected and what
 * was given. No message contains a secret, a key or a passphrase.
 *
 * @example
 * ```ts
 * import { OAuth1Error, baseStringUri } from "countersign/oauth1";
 *
 * try {
 *   baseStringUri("/relative/path");
 * } catch (error) {
 *   (error as OAuth1Error).code; // => "url-malformed"
 * }
 * ```
 */
export class OAuth1Error extends Error {
  override readonly name: string = "OAuth1Error";
  readonly code: OAuth1ErrorCode;

  constructor(code: OAuth1ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Creates the error for options, and for other objects with members. */
export function optionsError(code: OptionsCode, message: string): OAuth1Error {
  return new OAuth1Error(code, message);
}

/** Creates the error for a key. */
export function keyError(code: OptionsCode, message: string): OAuth1Error {
  return new OAuth1Error(code === "options-invalid" ? "key-missing" : code, message);
}
