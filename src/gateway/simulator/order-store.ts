/** The orders of a simulator with their clock and their callbacks, as tests and the control API see them. */

import { quote } from "../../oauth1/errors.ts";
import { callbackControl } from "../callback.ts";
import { configurationError } from "../errors.ts";
import { type CallbackAttempt, type CallbackFetch, createCallbackQueue } from "./callback-queue.ts";
import type { Merchants } from "./merchants.ts";
import { createOrders, type NewPayment, type Order, type Orders, statusOf } from "./orders.ts";
import { FINAL_STATUSES, type OrderOutcome, type PaymentStatus } from "./outcomes.ts";

/** An order, as tests and the control API see it. */
export interface OrderRecord {
  readonly login: string;
  readonly clientOrderId: string;
  /** The gateway's id. */
  readonly orderId: string;
  /** `sale` for a payment, otherwise the operation, such as `payout`. */
  readonly kind: string;
  readonly status: PaymentStatus;
  readonly amount?: string | undefined;
  readonly currency?: string | undefined;
}

export interface OrderStoreOptions {
  readonly data: Merchants;
  /** The clock in seconds, without what `advanceClock` adds. */
  readonly now: () => number;
  readonly callbackPauses: readonly number[];
  readonly callbackFetch: CallbackFetch;
  readonly onCallback: (attempt: CallbackAttempt) => void;
  readonly onDefect: (error: unknown) => void;
  readonly threeDSecureUrl: (orderId: string) => string;
}

export interface OrderStore {
  /** Used to answer the operations. */
  readonly internal: Orders;
  now(): number;
  orders(): OrderRecord[];
  addPayment(payment: NewPayment): OrderRecord;
  addOutcome(outcome: OrderOutcome): void;
  /** Sends the callbacks that are due, and returns all attempts. */
  callbacks(): Promise<CallbackAttempt[]>;
  /**
   * Sends the callback of an order again, and returns all attempts.
   *
   * @throws {@link GatewayError} `configuration-invalid` if the order has no callback, or is not final yet
   */
  repeatCallback(orderId: string): Promise<CallbackAttempt[]>;
  /** @throws {@link GatewayError} `configuration-invalid`, also if the clock would be too far ahead */
  advanceClock(seconds: number): Promise<void>;
  /** The order that is waiting for its payer. */
  waitingOrder(orderId: string | null): Order | undefined;
  complete(order: Order): Promise<void>;
  /** The checksum of a final order; `undefined` if its merchant has no control key. */
  controlOf(order: Order): string | undefined;
  reset(): void;
  close(): Promise<void>;
}

/** About 300 years, which is more than any test needs. A much later time cannot be represented as a date. */
export const MOST_SECONDS_ADVANCED = 10_000_000_000;

export function createOrderStore(options: OrderStoreOptions): OrderStore {
  const { data, callbackPauses: pauses, callbackFetch: fetch, onCallback: onAttempt } = options;
  const { onDefect, threeDSecureUrl } = options;
  let advanced = 0;
  const now = (): number => options.now() + advanced;
  const merchantOf = data.find;
  const queue = createCallbackQueue({ now, pauses, fetch, merchantOf, onAttempt, onDefect });
  const internal = createOrders({ data, now, onAdded: queue.add, threeDSecureUrl });

  function recordOf(order: Order): OrderRecord {
    const { login, clientOrderId, orderId, kind, amount, currency } = order;
    return { login, clientOrderId, orderId, kind, status: statusOf(order, now()), amount, currency };
  }

  return {
    internal,
    now,
    orders: () => internal.list().map(recordOf),
    addPayment: (payment) => recordOf(internal.addPayment(payment)),
    addOutcome: internal.addOutcome,
    async callbacks() {
      await queue.sendDue();
      return [...queue.attempts()];
    },
    async repeatCallback(orderId) {
      const order = internal.list().find((one) => one.orderId === orderId);
      if (order?.callbackUrl === undefined) throw configurationError(`no order ${quote(orderId)} has a callback`);
      if (order.finalAt > now() || !FINAL_STATUSES.includes(order.result.status)) {
        throw configurationError(`the order ${quote(orderId)} is not final yet`);
      }
      await queue.repeat(order);
      return [...queue.attempts()];
    },
    async advanceClock(seconds) {
      if (!Number.isInteger(seconds) || seconds < 0) {
        throw configurationError("a clock can be advanced by whole seconds only, 0 or more");
      }
      if (advanced + seconds > MOST_SECONDS_ADVANCED) {
        throw configurationError(`a clock can be advanced by at most ${MOST_SECONDS_ADVANCED} seconds in all`);
      }
      advanced += seconds;
      await queue.sendDue();
    },
    waitingOrder: (orderId) =>
      internal.list().find((one) => one.orderId === orderId && one.result.threeDSecure && one.finalAt > now()),
    async complete(order) {
      order.finalAt = now();
      await queue.sendDue();
    },
    controlOf(order) {
      const controlKey = merchantOf(order.login)?.controlKey;
      return controlKey && callbackControl({ ...order, status: order.result.status }, controlKey);
    },
    reset() {
      queue.reset();
      internal.reset();
    },
    close: queue.close,
  };
}
