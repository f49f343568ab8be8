/**
 * Drivers: the contract and its transports.
 *
 * @module
 */

export type { Answer, Driver, Hello } from "./contract.ts";
export { type Implementation, inProcessDriver, Refusal } from "./in-process.ts";
