/**
 * Orders in which a client that does not sort signs the protocol parameters: the order of a list in its source code, or of a hash
 * table. There are too many orders for the list of faults, so each is a form of the fault `not-sorted`, made when needed.
 */

import type { EncodedParameter } from "../../model/index.ts";
import type { Form } from "../fault.ts";
import { isOwn, isProtocol, replaceStage } from "../helpers/stage-changes.ts";

/** Where the client's own parameters are, and whether they are sorted. */
const OWN = {
  first: "its own parameters as they were added, then the protocol parameters",
  "sorted-first": "its own parameters sorted, then the protocol parameters",
  last: "its own parameters as they were added, after the protocol parameters",
  "sorted-last": "its own parameters sorted, after the protocol parameters",
} as const;

type Own = keyof typeof OWN;

const PREFIX = "oauth_";
const NAME_RE = /^own-((?:sorted-)?(?:first|last)):([a-z_,]+)$/; // own-first:consumer_key,nonce

/**
 * Every order of some protocol parameters, with the client's own parameters before or after them, sorted or not.
 *
 * @param names names of protocol parameters; other protocol parameters follow these
 */
export function protocolOrders(names: readonly string[]): readonly Form[] {
  const own = Object.keys(OWN) as Own[];
  return ordersOf(names.length).flatMap((order) =>
    own.map((place) =>
      inOrder(
        order.map((at) => names[at]!),
        place,
      ),
    ),
  );
}

/** The form of {@link protocolOrders} with a given name; `undefined` if no form has it. */
export function protocolOrderNamed(name: string): Form | undefined {
  const [, own, list] = NAME_RE.exec(name) ?? [];
  return list === undefined
    ? undefined
    : inOrder(
        list.split(",").map((one) => PREFIX + one),
        own as Own,
      );
}

function inOrder(names: readonly string[], own: Own): Form {
  const short = names.map((name) => name.replace(PREFIX, "")).join(",");
  const placeOf = ({ encodedName }: EncodedParameter): number => {
    const at = names.indexOf(encodedName);
    return at < 0 ? names.length : at;
  };
  return {
    name: `own-${own}:${short}`,
    what: `The client signs ${OWN[own]}, which it has in the order ${names.join(", ")}.`,
    apply: replaceStage("sortParameters", (sort, parameters) => {
      const protocol = sort(parameters.filter(isProtocol)).sort((a, b) => placeOf(a) - placeOf(b));
      const others = parameters.filter(isOwn);
      const given = own.startsWith("sorted") ? sort(others) : others;
      return own.endsWith("first") ? [...given, ...protocol] : [...protocol, ...given];
    }),
  };
}

/** All orders of `count` items. */
export function ordersOf(count: number): number[][] {
  if (count === 0) return [[]];
  const last = count - 1;
  return ordersOf(last).flatMap((order) => Array.from({ length: count }, (_, at) => order.toSpliced(at, 0, last)));
}
