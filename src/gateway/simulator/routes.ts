/**
 * Which operation a path means, and for which endpoint.
 *
 * @module
 */

import { OPERATION_NAMES, type OperationName, operationNamed } from "../operations.ts";

/** What a path means. */
export interface Route {
  readonly operation: OperationName;
  readonly endpoint?: string;
  readonly endpointGroup?: string;
}

/** A path of no operation. */
export interface NoRoute {
  readonly why: string;
}

/** Finds the operation, or says why there is none. */
export function routeOf(path: string, prefixes: readonly string[]): Route | NoRoute {
  const operation = OPERATION_NAMES.find((name) => path.includes(middleOf(name)));
  if (operation === undefined) return { why: `there is no operation at ${path}` };
  const [before, ...after] = path.split(middleOf(operation));
  if (!prefixes.includes(before!))
    return { why: `${operation} is at ${prefixes.join(" or ")}, not at ${before || "/"}` };
  return targetOf(operation, after.join(middleOf(operation)));
}

/** Version and operation, with what separates them from prefix and endpoint. */
function middleOf(name: OperationName): string {
  const { version, path } = operationNamed(name);
  return `/${version}/${path}/`;
}

function targetOf(operation: OperationName, end: string): Route | NoRoute {
  const [first = "", second, ...more] = end.split("/");
  if (first === "") return { why: `${operation}: the path ends before the id of an endpoint` };
  if (second === undefined) return { operation, endpoint: first };
  if (end.endsWith("/")) return { why: `${operation}: the path ends in a slash, or before the id of a group` };
  if (first !== "group" || more.length > 0)
    return { why: `${operation}: expected an endpoint's id or group/ and a group's` };
  if (!operationNamed(operation).hasGroups) return { why: `${operation} takes an endpoint, and the path has group/` };
  return { operation, endpointGroup: second };
}
