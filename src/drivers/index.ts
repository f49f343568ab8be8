/**
 * Drivers: the contract and its transports.
 *
 * @module
 */

export type { Driver, Hello, Transport } from "./contract.ts";
export { type Implementation, inProcessDriver, Refusal } from "./in-process.ts";
