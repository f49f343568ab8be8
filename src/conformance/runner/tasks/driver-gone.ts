/** The end of a run whose driver is broken for good. */

/** Thrown if the driver is broken, because such an answer proves nothing about the implementation. */
export class DriverGoneError extends Error {
  override readonly name: string = "DriverGoneError";
}
