/** Finds the faults that result in the same request, and a request that distinguishes them. */

import { FAULTS, type Fault } from "../../src/faults/index.ts";
import { type SigningInput, specification, trace } from "../../src/model/index.ts";
import { TRACE_FIELDS, traceFieldText } from "./trace-difference.ts";

/** A fault that produces the same result for the trigger of another fault. */
export interface SimilarFault {
  readonly fault: Fault;
  /** The fault whose trigger distinguishes the two; `undefined` if no trigger does. */
  readonly distinguishedBy: Fault | undefined;
}

/** The data that a server receives. All earlier values are known only to the client. */
const RECEIVED_FIELDS = TRACE_FIELDS.slice(TRACE_FIELDS.indexOf("signature"));

/** The faults that have the same result as a fault for its trigger. Variants are not compared. */
export function similarFaults(fault: Fault): SimilarFault[] {
  const received = receivedFrom(fault, fault.trigger);
  return FAULTS.filter((other) => other !== fault && receivedFrom(other, fault.trigger) === received).map((other) => ({
    fault: other,
    distinguishedBy: [other, fault, ...FAULTS].find(
      ({ trigger }) => receivedFrom(other, trigger) !== receivedFrom(fault, trigger),
    ),
  }));
}

const results = new Map<string, string>();

function receivedFrom({ id, apply }: Fault, request: SigningInput): string {
  const name = `${id} ${FAULTS.findIndex(({ trigger }) => trigger === request)}`;
  const text = results.get(name) ?? computed(apply(specification), request);
  results.set(name, text);
  return text;
}

function computed(stages: typeof specification, request: SigningInput): string {
  try {
    const traced = trace(request, stages);
    return RECEIVED_FIELDS.map((field) => traceFieldText(traced, field)).join("\n");
  } catch (error) {
    return String(error);
  }
}
