/** Hypotheses that a client signs its few parameters in a fixed order: the order of a hash table or of its source code. */

import { isProtocol } from "../../faults/helpers/stage-changes.ts";
import { ordersOf } from "../../faults/index.ts";
import { type EncodedParameter, type ParameterSources, specification } from "../../model/index.ts";
import type { Hypothesis } from "../search/hypothesis.ts";

/** Seven parameters have 5,040 orders; more are not tried. */
const MOST_PARAMETERS = 7;
/** Each order lists all names, so longer names would take too much memory. */
const LONGEST_NAMES = 500;

/** Where the other parameters, which are sorted, are placed. */
type Place = "before" | "after";
type Group = (parameter: EncodedParameter) => boolean;

const isAny: Group = () => true;

/**
 * Every order of all parameters, and every order of the protocol parameters with the sorted others before or after them.
 *
 * @param notSorted the fault of which these are forms
 */
export function orderHypotheses(sources: ParameterSources, notSorted: Hypothesis): Hypothesis[] {
  const parameters = specification.collectParameters(sources, specification);
  const sorted = specification.sortParameters(specification.encodeParameters(parameters, specification));
  const ofGroup = (isMoved: Group, places: readonly (Place | undefined)[]): Hypothesis[] => {
    const names = sorted.filter(isMoved).map(({ encodedName }) => encodedName);
    if (names.length > MOST_PARAMETERS || names.join("").length > LONGEST_NAMES) return [];
    return ordersOf(names.length).flatMap((order) =>
      places.map((place) => orderHypothesis(notSorted, names, order, isMoved, place)),
    );
  };
  return [
    ...ofGroup(isAny, [undefined]),
    ...(sorted.every(isProtocol) ? [] : ofGroup(isProtocol, ["before", "after"])),
  ];
}

function orderHypothesis(
  notSorted: Hypothesis,
  names: readonly string[],
  order: readonly number[],
  isMoved: Group,
  place: Place | undefined,
): Hypothesis {
  const list = order.map((at) => names[at]).join(", ");
  const others = place === undefined ? "" : `, with the others sorted ${place} them`;
  return {
    ...notSorted,
    what: `The client signs parameters in the order ${list}${others}.`,
    alter: (computation) => {
      const { stages } = computation;
      const sortParameters = (parameters: readonly EncodedParameter[]): EncodedParameter[] => {
        const sorted = stages.sortParameters(parameters);
        const [moved, kept] = [sorted.filter(isMoved), sorted.filter((one) => !isMoved(one))];
        const ordered = [...order.flatMap((at) => moved[at] ?? []), ...moved.slice(order.length)];
        return place === "before" ? [...kept, ...ordered] : [...ordered, ...kept];
      };
      return { ...computation, stages: { ...stages, sortParameters } };
    },
  };
}
