/** The faults as the tab Learn shows them: searchable, with the smallest request and the values that are wrong. */

import { CAVEATS } from "../../faults/helpers/caveats.ts";
import { evidenceUrl } from "../../faults/helpers/evidence.ts";
import { shownFields, TRACE_FIELD_NAMES, traceFieldText } from "../../faults/helpers/trace-difference.ts";
import { FAULTS, type Fault } from "../../faults/index.ts";
import { type SigningInput, type Stages, specification, type Trace, trace } from "../../model/index.ts";
import { signsRsaSynchronously } from "../../platform/index.ts";
import { requestText } from "./request-text.ts";

/** A correct and a wrong value of one stage. */
export interface RightAndWrong {
  /** The name of the stage, such as "base string". */
  readonly name: string;
  readonly right: string;
  readonly wrong: string;
}

/** A fault with everything that is needed to understand it. */
export interface FaultDetails {
  readonly caveat: string | undefined;
  /** The smallest request that shows the fault, as its author describes it. */
  readonly request: string;
  /** The first wrong value, and the base string and the signature if they are wrong. */
  readonly values: readonly RightAndWrong[];
  /** Addresses of public reports. */
  readonly evidence: readonly string[];
  /** Whether this platform can write the wrong request: a browser signs with RSA only as in the RFC. */
  readonly canBeSent: boolean;
}

/**
 * The faults that contain all words of a query, in the order of the stages; those with a word in their title come first.
 *
 * @param query words in any case; an empty one finds all faults
 */
export function searchFaults(query: string): readonly Fault[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = FAULTS.filter((fault) => words.every((word) => textOf(fault).includes(word)));
  const isInTitle = ({ title, id }: Fault): boolean =>
    words.some((word) => title.toLowerCase().includes(word) || id.includes(word));
  return [...found.filter(isInTitle), ...found.filter((fault) => !isInTitle(fault))];
}

function textOf({ id, title, what, stage, fix, languages = [], variants = [] }: Fault): string {
  const inVariants = variants.flatMap((one) => [one.what ?? "", ...(one.languages ?? [])]);
  return [id, title, what, stage, fix.text, ...languages, ...inVariants].join("\n").toLowerCase();
}

/** Computes the request of a fault both correctly and wrongly. */
export function detailsOf(fault: Fault): FaultDetails {
  const { trigger, evidence = [] } = fault;
  const right = traceAsFarAsPossible(trigger, specification);
  const wrong = traceAsFarAsPossible(trigger, fault.apply(specification));
  return {
    caveat: CAVEATS.get(fault.id),
    request: requestText(trigger),
    values: shownFields(right, wrong).map((field) => {
      return {
        name: TRACE_FIELD_NAMES[field],
        right: traceFieldText(right, field),
        wrong: traceFieldText(wrong, field),
      };
    }),
    evidence: evidence.map(evidenceUrl),
    canBeSent: signsRsaSynchronously || trigger.privateKey === undefined,
  };
}

/** Without the key, the trace ends with the base string. */
function traceAsFarAsPossible(request: SigningInput, stages: Stages): Trace {
  if (signsRsaSynchronously || request.privateKey === undefined) return trace(request, stages);
  const { privateKey, ...unsigned } = request;
  return trace(unsigned, stages);
}
