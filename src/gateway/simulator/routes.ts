/** Finds the operation and the endpoint that a path addresses. */

import { OPERATION_NAMES, type OperationName, operationNamed } from "../operations.ts";

export interface Route {
  readonly operation: OperationName;
  readonly endpoint?: string;
  readonly endpointGroup?: string;
}

/** The route of a path without a query, or the reason why there is none. */
export function findRoute(path: string, prefixes: readonly string[]): Route | { readonly problem: string } {
  const operation = OPERATION_NAMES.find((name) => path.includes(middleOf(name)));
  if (operation === undefined) return { problem: `there is no operation at ${path}` };
  const middle = middleOf(operation);
  const [before, ...after] = path.split(middle);
  if (!prefixes.includes(before!)) {
    return { problem: `${operation} is at ${prefixes.join(" or ")}, not at ${before || "/"}` };
  }
  const end = after.join(middle);
  const [first = "", second, ...more] = end.split("/");
  if (first === "") return { problem: `${operation}: the path ends before the id of an endpoint` };
  if (second === undefined) return { operation, endpoint: first };
  if (end.endsWith("/")) return { problem: `${operation}: the path ends in a slash, or before the id of a group` };
  if (first !== "group" || more.length > 0) {
    return { problem: `${operation}: expected ENDPOINT_ID or group/GROUP_ID at the end of the path` };
  }
  if (operationNamed(operation).hasGroups) return { operation, endpointGroup: second };
  return { problem: `${operation} needs an endpoint, but the path has group/` };
}

/** Matches version and operation, with the slashes around them. */
function middleOf(name: OperationName): string {
  const { version, path } = operationNamed(name);
  return `/${version}/${path}/`;
}
