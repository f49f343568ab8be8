/** The checks of a load run against the gateway simulator, as pure functions. */

import type { Check } from "../load/checks.ts";

/** What a merchant saw of one order. */
export interface OrderTrace {
  readonly clientOrderId: string;
  /** How the order must end. */
  readonly expected: string;
  /** The gateway's id. */
  readonly orderId?: string | undefined;
  /** The status of each callback whose checksum is right. */
  readonly callbacks: readonly string[];
  /** The answer to status. */
  readonly status?: string | undefined;
  readonly cardRefId?: string | undefined;
  /** Why the order got no further. */
  readonly error?: string | undefined;
}

/** No order is lost: each gets its ids, its callback, its status and its card reference. */
export function checkComplete(orders: readonly OrderTrace[], wanted: number): Check {
  const isComplete = ({ orderId, callbacks, status, expected, cardRefId, error }: OrderTrace): boolean =>
    error === undefined &&
    orderId !== undefined &&
    cardRefId !== undefined &&
    [status, ...callbacks].every((one) => one === expected) &&
    callbacks.length > 0;
  const lost = orders.filter((order) => !isComplete(order));
  const complete = orders.length - lost.length;
  const detail = `${complete} of ${wanted} complete${lost.length === 0 ? "" : `; the first other: ${describe(lost[0]!)}`}`;
  return { name: "no order is lost", ok: complete === wanted && orders.length === wanted, detail };
}

function describe({ clientOrderId, error, status, callbacks }: OrderTrace): string {
  return `${clientOrderId}: ${error ?? `status ${status}, callbacks ${callbacks.join(", ") || "none"}`}`;
}

/** No order is doubled: it has one callback, ids of its own, and the simulator has no other orders. */
export function checkSingle(
  orders: readonly OrderTrace[],
  stored: readonly string[],
  rejectedCallbacks: number,
): Check {
  const callbacks = orders.reduce((sum, order) => sum + order.callbacks.length, 0);
  const orderIds = new Set(orders.map(({ orderId }) => orderId)).size;
  const cards = new Set(orders.map(({ cardRefId }) => cardRefId)).size;
  const counts = [callbacks, orderIds, cards, stored.length, new Set(stored).size];
  const detail =
    `${callbacks} callbacks, ${rejectedCallbacks} more with a wrong checksum, ${orderIds} ids, ${cards} card references, ` +
    `${stored.length} stored orders`;
  const ok = rejectedCallbacks === 0 && counts.every((count) => count === orders.length);
  return { name: "no order is doubled", ok, detail };
}

/**
 * Each signed request that is sent again is rejected as a replay.
 *
 * @param statuses - the HTTP status of each answer
 * @param codes - of some of these requests: the rejection codes in the simulator's log
 */
export function checkReplays(
  statuses: readonly number[],
  codes: readonly (string | undefined)[],
  signed: number,
): Check {
  const refused = statuses.filter((status) => status === 403).length;
  const asReplays = codes.filter((code) => code === "nonce-used").length;
  const ok = signed > 0 && refused === signed && codes.length > 0 && asReplays === codes.length;
  const detail = `${refused} of ${signed}; by the log as replays: ${asReplays} of ${codes.length} that were looked up`;
  return { name: "every replay is refused", ok, detail };
}
