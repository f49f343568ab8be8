/**
 * Which faults look the same on a request, and which request tells them apart.
 *
 * @module
 */

import { FAULTS, type Fault, TRACE_FIELDS, traceText } from "../../src/faults/index.ts";
import { type SigningInput, specification, trace } from "../../src/model/index.ts";

/** Another fault that one request does not tell from this one, and a request that does. */
export interface LookAlike {
  readonly fault: Fault;
  /** The trigger of which fault tells them apart; `undefined` where none does. */
  readonly toldBy: Fault | undefined;
}

/** What arrives: all else is in nobody's hands but the client's. */
const ARRIVING = TRACE_FIELDS.slice(TRACE_FIELDS.indexOf("signature"));

/** The faults, in their commonest form, that make of the trigger of a fault what the fault makes of it. */
export function lookAlikes(fault: Fault): LookAlike[] {
  const arrived = arrivesAs(fault, fault.trigger);
  return FAULTS.filter((other) => other !== fault && arrivesAs(other, fault.trigger) === arrived).map((other) => ({
    fault: other,
    toldBy: [other, fault, ...FAULTS].find(({ trigger }) => arrivesAs(other, trigger) !== arrivesAs(fault, trigger)),
  }));
}

const known = new Map<string, string>();

function arrivesAs({ id, apply }: Fault, request: SigningInput): string {
  const name = `${id} ${FAULTS.findIndex(({ trigger }) => trigger === request)}`;
  const text = known.get(name) ?? computed(apply(specification), request);
  known.set(name, text);
  return text;
}

function computed(stages: typeof specification, request: SigningInput): string {
  try {
    const traced = trace(request, stages);
    return ARRIVING.map((field) => traceText(traced, field)).join("\n");
  } catch (error) {
    return String(error);
  }
}
