/**
 * The named mistakes of clients, each as a change to the stages of the specification.
 *
 * @module
 */

import { CHARSET } from "./charset.ts";
import type { Fault } from "./fault.ts";
import { KEY } from "./key.ts";
import { ORDERING } from "./ordering.ts";
import { PERCENT_ENCODING } from "./percent-encoding.ts";

export type { Apply, Fault, Fix } from "./fault.ts";

/** All of them, in the order of the stages. */
export const FAULTS: readonly Fault[] = [...PERCENT_ENCODING, ...CHARSET, ...ORDERING, ...KEY];

const BY_ID: ReadonlyMap<string, Fault> = new Map(FAULTS.map((fault) => [fault.id, fault]));

/** The fault of that id, or `undefined`. */
export function faultOf(id: string): Fault | undefined {
  return BY_ID.get(id);
}
