/** Finds the operation and the endpoint that a path addresses. */

import { OPERATION_NAMES, OPERATIONS, type Operation, type OperationName, operationNamed } from "../operations.ts";

export interface Route {
  /** Absent for an operation that only the data lists. */
  readonly name?: OperationName | undefined;
  readonly operation: Operation;
  readonly endpoint?: string;
  readonly endpointGroup?: string;
}

/**
 * The route of a path without a query, or the reason why there is none.
 *
 * @param listed - version and path of each operation that only the data lists, such as `v4/sale`
 */
export function findRoute(
  path: string,
  prefixes: readonly string[],
  listed: readonly string[] = [],
): Route | { readonly problem: string } {
  const known: readonly Pick<Route, "name" | "operation">[] = [
    ...OPERATION_NAMES.map((name) => ({ name, operation: operationNamed(name) })),
    ...listed.map((one) => ({ operation: listedOperation(one) })),
  ];
  const found = known.find(({ operation }) => path.includes(middleOf(operation)));
  if (found === undefined) return { problem: `there is no operation at ${path}` };
  const { name, operation } = found;
  const label = name ?? `${operation.version}/${operation.path}`;
  const middle = middleOf(operation);
  const [before, ...after] = path.split(middle);
  if (!prefixes.includes(before!)) {
    return { problem: `${label} is at ${prefixes.join(" or ")}, not at ${before || "/"}` };
  }
  const end = after.join(middle);
  const [first = "", second, ...more] = end.split("/");
  if (first === "") return { problem: `${label}: the path ends before the id of an endpoint` };
  if (second === undefined) return { name, operation, endpoint: first };
  if (end.endsWith("/")) return { problem: `${label}: the path ends in a slash, or before the id of a group` };
  if (first !== "group" || more.length > 0) {
    return { problem: `${label}: expected ENDPOINT_ID or group/GROUP_ID at the end of the path` };
  }
  if (operation.hasGroups) return { name, operation, endpointGroup: second };
  return { problem: `${label} needs an endpoint, but the path has group/` };
}

/** Version and operation, with the slashes around them. */
function middleOf({ version, path }: Operation): string {
  return `/${version}/${path}/`;
}

const UNCHECKED = { need: "optional", type: "text", nameFrom: "public", rulesFrom: "public" } as const;

/** An operation whose rules are unknown. It creates an order; only the parameters that describe the order are read. */
function listedOperation(listed: string): Operation {
  const [version = "", ...path] = listed.split("/");
  const { clientOrderId, redirectUrl, serverCallbackUrl } = OPERATIONS.transfer.parameters;
  return {
    ...OPERATIONS.transfer,
    version,
    path: path.join("/"),
    parameters: {
      clientOrderId: { ...clientOrderId, need: "optional" },
      amount: { name: "amount", ...UNCHECKED },
      currency: { name: "currency", ...UNCHECKED },
      creditCardNumber: { name: "credit_card_number", ...UNCHECKED },
      redirectUrl,
      serverCallbackUrl,
    },
    together: [],
    parties: { source: ["creditCardNumber"] },
  };
}
