/**
 * Where at the gateway a request goes: to an endpoint, or to a group of endpoints. Their ids are numbers of the same
 * looks, so each has a type of its own.
 *
 * @module
 */

import { quote } from "../oauth1/errors.ts";
import { GatewayArgumentError } from "./errors.ts";

declare const KIND: unique symbol;

/** The id of an endpoint, which takes one currency. Made by {@link endpointId}. */
export type EndpointId = string & { readonly [KIND]: "endpoint" };

/** The id of an endpoint group. Made by {@link endpointGroupId}. */
export type EndpointGroupId = string & { readonly [KIND]: "endpoint-group" };

/** Exactly one of both. */
export type GatewayTarget =
  | { readonly endpoint: EndpointId; readonly endpointGroup?: undefined }
  | { readonly endpoint?: undefined; readonly endpointGroup: EndpointGroupId };

/**
 * The id of an endpoint, as the gateway's manager gave it.
 *
 * @throws {@link GatewayArgumentError} for what cannot stand in a path as it is
 *
 * @example
 * ```ts
 * import { endpointId } from "countersign/gateway";
 *
 * endpointId("39915"); // => "39915"
 * ```
 */
export function endpointId(id: string): EndpointId {
  return checked("endpoint", id) as EndpointId;
}

/**
 * The id of an endpoint group.
 *
 * @throws {@link GatewayArgumentError} for what cannot stand in a path as it is
 *
 * @example
 * ```ts
 * import { endpointGroupId } from "countersign/gateway";
 *
 * endpointGroupId("174"); // => "174"
 * ```
 */
export function endpointGroupId(id: string): EndpointGroupId {
  return checked("endpointGroup", id) as EndpointGroupId;
}

const ID_RE = /^[A-Za-z0-9]{1,20}$/; // numbers in all that is published; nothing here that a URL would write otherwise

function checked(field: string, id: unknown): string {
  if (typeof id === "string" && ID_RE.test(id)) return id;
  throw new GatewayArgumentError(field, `expected an id of digits, such as "39915", got ${quote(id)}`);
}

/** The end of the path, checked once more: callers without TypeScript give whatever they have. */
export function pathOfTarget(
  { endpoint, endpointGroup }: Partial<Record<keyof GatewayTarget, unknown>>,
  hasGroups: boolean,
): string {
  if (endpoint !== undefined && endpointGroup !== undefined) {
    throw new GatewayArgumentError("endpointGroup", "expected either endpoint or endpointGroup, got both");
  }
  if (endpoint !== undefined) return checked("endpoint", endpoint);
  if (endpointGroup === undefined) {
    throw new GatewayArgumentError("endpoint", "expected either endpoint or endpointGroup, got none");
  }
  if (!hasGroups) throw new GatewayArgumentError("endpointGroup", "this operation takes an endpoint, got a group");
  return `group/${checked("endpointGroup", endpointGroup)}`;
}
