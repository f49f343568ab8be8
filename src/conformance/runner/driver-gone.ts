/** The end of a run whose driver is broken for good. */

/** Thrown instead of an answer that says only that the driver is broken: it is evidence of nothing. */
export class DriverGoneError extends Error {
  override readonly name: string = "DriverGoneError";
}
