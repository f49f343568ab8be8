/** The checks of a load run against the gateway simulator, as pure functions. */

import { groupBy } from "../../src/conformance/reporters/group-by.ts";
import type { CallbackAttempt } from "../../src/gateway/simulator/index.ts";
import type { Check } from "../load/checks.ts";

/** What a merchant observed about one order. */
export interface OrderTrace {
  readonly clientOrderId: string;
  /** The status that the order must reach. */
  readonly expected: string;
  /** The gateway's id. */
  readonly orderId?: string | undefined;
  /** The status of each callback whose checksum is correct. */
  readonly callbacks: readonly string[];
  /** The answer to status. */
  readonly status?: string | undefined;
  readonly cardRefId?: string | undefined;
  /** The reason why the order was not completed. */
  readonly error?: string | undefined;
}

/** No order is lost: each receives its ids, its callback, its status and its card reference. */
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

/** A callback that the simulator sent, and whether the merchant answered in time. */
export type SentCallback = Pick<CallbackAttempt, "clientOrderId" | "delivered">;

/**
 * No order is duplicated: each has unique ids, the simulator has no other orders, and its callback is repeated only if the
 * merchant did not answer in time, as the gateway documents.
 */
export function checkSingle(
  orders: readonly OrderTrace[],
  stored: readonly string[],
  sent: readonly SentCallback[],
  rejectedCallbacks: number,
): Check {
  const got = orders.reduce((sum, order) => sum + order.callbacks.length, 0);
  const sentTo = groupBy(sent, ({ clientOrderId }) => clientOrderId);
  const repeatedWithoutNeed = orders.filter(({ clientOrderId, callbacks }) => {
    const attempts = sentTo.get(clientOrderId) ?? [];
    return attempts.slice(0, -1).some(({ delivered }) => delivered) || callbacks.length > attempts.length;
  }).length;
  const unanswered = sent.filter(({ delivered }) => !delivered).length;
  const orderIds = new Set(orders.map(({ orderId }) => orderId)).size;
  const cards = new Set(orders.map(({ cardRefId }) => cardRefId)).size;
  const counts = [orderIds, cards, stored.length, new Set(stored).size];
  const detail =
    `${got} callbacks, of ${unanswered} the answer was late; repeated without need for ${repeatedWithoutNeed} orders; ` +
    `${rejectedCallbacks} with a wrong checksum; ${orderIds} ids, ${cards} card references, ${stored.length} stored orders`;
  const ok = repeatedWithoutNeed === 0 && rejectedCallbacks === 0 && counts.every((count) => count === orders.length);
  return { name: "no order is doubled", ok, detail };
}

/**
 * Each signed request that is sent again is rejected as a replay.
 *
 * @param statuses - the HTTP status of each answer
 * @param codes - the rejection codes of some of these requests in the simulator's log
 */
export function checkReplays(
  statuses: readonly number[],
  codes: readonly (string | undefined)[],
  signed: number,
): Check {
  const rejected = statuses.filter((status) => status === 403).length;
  const asReplays = codes.filter((code) => code === "nonce-used").length;
  const ok = signed > 0 && rejected === signed && codes.length > 0 && asReplays === codes.length;
  const detail = `${rejected} of ${signed}; by the log as replays: ${asReplays} of ${codes.length} that were looked up`;
  return { name: "every replay is rejected", ok, detail };
}
