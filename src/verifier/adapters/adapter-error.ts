/** The error for mistakes in the program around an adapter. What a client sends never causes it. */

/** Which mistake it is. Stable: changing what a code means is a breaking change. */
export type AdapterErrorCode = "body-already-read" | "option-malformed";

/**
 * A mistake in the program that uses an adapter.
 *
 * - `body-already-read`: something read the body before the adapter. A parsed body is not the octets that were signed.
 * - `option-malformed`: an option of the adapter is unknown or has a value that cannot be used. `protect` throws it;
 *   the Fastify plugin throws it when it is registered.
 *
 * @example
 * ```ts
 * import { type AdapterError, type AdapterOptions, protect } from "countersign/express";
 *
 * try {
 *   protect({ verify: undefined } as unknown as AdapterOptions);
 * } catch (error) {
 *   (error as AdapterError).code; // => "option-malformed"
 * }
 * ```
 */
export class AdapterError extends Error {
  override readonly name: string = "AdapterError";
  readonly code: AdapterErrorCode;

  constructor(code: AdapterErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** @param hint - how to keep the body in this framework */
export function bodyAlreadyRead(hint: string): AdapterError {
  return new AdapterError(
    "body-already-read",
    `the body was read before its signature was verified, and a parsed body is not what was signed; ${hint}`,
  );
}
