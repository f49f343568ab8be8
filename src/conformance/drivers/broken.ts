/**
 * The driver of a program of which it is known that it cannot be talked to.
 *
 * @module
 */

import { type Driver, DriverBrokenError, type DriverTrouble } from "./contract.ts";

/** Says why, whatever it is asked. */
export function brokenDriver(told: DriverTrouble): Driver {
  const { trouble, message, stderr } = told;
  return {
    hello: () => Promise.reject(new DriverBrokenError(told)),
    ask: () => ({ ok: false, error: trouble, message, stderr }),
    broken: () => told,
    close() {},
  };
}
