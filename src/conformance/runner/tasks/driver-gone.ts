/** The end of a run whose driver is broken for good. */

/** Thrown for an answer of a broken driver, which proves nothing about the implementation. */
export class DriverGoneError extends Error {
  override readonly name: string = "DriverGoneError";
}
