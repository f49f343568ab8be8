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

/** Finds the operation; `undefined` for a path of none. */
export function routeOf(path: string, prefixes: readonly string[]): Route | undefined {
  const prefix = prefixes.find((one) => path.startsWith(`${one}/`));
  if (prefix === undefined) return undefined;
  for (const name of OPERATION_NAMES) {
    const { version, path: own, hasGroups } = operationNamed(name);
    const start = `${prefix}/${version}/${own}/`;
    if (!path.startsWith(start)) continue;
    const [first = "", second, ...more] = path.slice(start.length).split("/");
    if (second === undefined && first !== "") return { operation: name, endpoint: first };
    if (hasGroups && first === "group" && second && more.length === 0)
      return { operation: name, endpointGroup: second };
  }
  return undefined;
}
