/**
 * The named mistakes of clients, each as a change to the stages of the specification.
 *
 * @module
 */

import { BASE_STRING } from "./base-string.ts";
import { BASE_STRING_URI } from "./base-string-uri.ts";
import { BODY } from "./body.ts";
import { SENDING } from "./changed-after-signing.ts";
import { CHARSET } from "./charset.ts";
import { DIGEST } from "./digest.ts";
import type { Fault } from "./fault.ts";
import { HEADER } from "./header.ts";
import { KEY } from "./key.ts";
import { ORDERING } from "./ordering.ts";
import { PARAMETERS } from "./parameters.ts";
import { PATH } from "./path.ts";
import { PERCENT_ENCODING } from "./percent-encoding.ts";
import { PROTOCOL_PARAMETERS } from "./protocol-parameters.ts";
import { QUERY } from "./query.ts";
import { REPEATED_NAMES } from "./repeated-names.ts";
import { RSA_FAULTS } from "./rsa.ts";

export { fixFor } from "./correct-calls.ts";
export type { Fault, Fix } from "./fault.ts";
export {
  FIRST_FIELD_OF_STAGE,
  firstDifferingField,
  TRACE_FIELDS,
  type TraceField,
  traceFieldText,
} from "./trace-difference.ts";
export { CAVEATS, type Detector, UNMODELLED_MISTAKES } from "./unmodelled-mistakes.ts";

/** All of them, in the order of the stages. */
export const FAULTS: readonly Fault[] = [
  ...PROTOCOL_PARAMETERS,
  ...QUERY,
  ...PARAMETERS,
  ...REPEATED_NAMES,
  ...BODY,
  ...PERCENT_ENCODING,
  ...CHARSET,
  ...ORDERING,
  ...BASE_STRING_URI,
  ...PATH,
  ...BASE_STRING,
  ...KEY,
  ...DIGEST,
  ...RSA_FAULTS,
  ...HEADER,
  ...SENDING,
];

const BY_ID: ReadonlyMap<string, Fault> = new Map(FAULTS.map((fault) => [fault.id, fault]));

/** The fault of that id, or `undefined`. */
export function faultOf(id: string): Fault | undefined {
  return BY_ID.get(id);
}
