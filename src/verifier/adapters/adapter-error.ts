/**
 * Mistakes of the program around an adapter, never of a client.
 *
 * @module
 */

/** Stable; a change of meaning is a breaking change. */
export type AdapterErrorCode = "body-already-read" | "option-malformed";

/**
 * A server that is put together so that nothing can be verified in it.
 *
 * `body-already-read`: something before the adapter read the body, and what a parser made of it is not what was
 * signed. `option-malformed`: an option of the adapter cannot be used; thrown where the adapter is created.
 */
export class AdapterError extends Error {
  override readonly name: string = "AdapterError";
  readonly code: AdapterErrorCode;

  constructor(code: AdapterErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The body is gone; the hint says how this framework keeps it. */
export function bodyAlreadyRead(hint: string): AdapterError {
  return new AdapterError(
    "body-already-read",
    `the body was read before its signature was verified, and a parsed body is not what was signed; ${hint}`,
  );
}
