/** The target of a request: an endpoint or an endpoint group. Both ids are numbers; separate types keep them apart. */

import { quote } from "../oauth1/errors.ts";
import { GatewayArgumentError } from "./errors.ts";

declare const KIND: unique symbol;

/** The id of an endpoint, which accepts one currency. Created by {@link endpointId}. */
export type EndpointId = string & { readonly [KIND]: "endpoint" };

/** The id of an endpoint group. Created by {@link endpointGroupId}. */
export type EndpointGroupId = string & { readonly [KIND]: "endpoint-group" };

/** Exactly one of `endpoint` and `endpointGroup`. */
export type GatewayTarget =
  | { readonly endpoint: EndpointId; readonly endpointGroup?: undefined }
  | { readonly endpoint?: undefined; readonly endpointGroup: EndpointGroupId };

/**
 * Checks the id of an endpoint, as the gateway issued it.
 *
 * @param id - 1 to 20 digits
 * @throws {@link GatewayArgumentError} for other text
 *
 * @example
 * ```ts
 * import { endpointId } from "countersign/gateway";
 *
 * endpointId("39915"); // => "39915"
 * ```
 */
export function endpointId(id: string): EndpointId {
  return checkedId("endpoint", id) as EndpointId;
}

/**
 * Checks the id of an endpoint group, as the gateway issued it.
 *
 * @param id - 1 to 20 digits
 * @throws {@link GatewayArgumentError} for other text
 *
 * @example
 * ```ts
 * import { endpointGroupId } from "countersign/gateway";
 *
 * endpointGroupId("174"); // => "174"
 * ```
 */
export function endpointGroupId(id: string): EndpointGroupId {
  return checkedId("endpointGroup", id) as EndpointGroupId;
}

const ID_RE = /^[0-9]{1,20}$/; // ids are numeric in the specification, although its samples show the word ENDPOINTID here

function checkedId(field: string, id: unknown): string {
  if (typeof id === "string" && ID_RE.test(id)) return id;
  throw new GatewayArgumentError(field, `expected an id of digits, such as "39915", got ${quote(id)}`);
}

/** Returns the end of the path, and checks the ids again: JavaScript callers can pass any value. */
export function pathOfTarget(
  { endpoint, endpointGroup }: Partial<Record<keyof GatewayTarget, unknown>>,
  hasGroups: boolean,
): string {
  if (endpoint !== undefined && endpointGroup !== undefined) {
    throw new GatewayArgumentError("endpointGroup", "expected either endpoint or endpointGroup, got both");
  }
  if (endpoint !== undefined) return checkedId("endpoint", endpoint);
  if (endpointGroup === undefined) {
    throw new GatewayArgumentError("endpoint", "expected either endpoint or endpointGroup, got neither");
  }
  if (!hasGroups) throw new GatewayArgumentError("endpointGroup", "this operation needs an endpoint, got a group");
  return `group/${checkedId("endpointGroup", endpointGroup)}`;
}
