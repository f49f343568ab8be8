/** The orders of the simulator: earlier payments, and the orders that the operations create. */

import { randomInt } from "node:crypto";
import { configurationError } from "../errors.ts";
import { type Cards, createCards, type OrderCards } from "./cards.ts";
import { checkPayment, type GatewayData, type Payment } from "./data.ts";
import { mustFit, OUTCOME } from "./data-shapes.ts";
import type { FailureMode } from "./failure-modes.ts";
import { type OrderOutcome, type OrderResult, type PaymentStatus, resultFor, withError } from "./outcomes.ts";

/** An order. */
export interface Order {
  /** The login of the merchant. */
  readonly login: string;
  readonly clientOrderId: string;
  /** The gateway's id. */
  readonly orderId: string;
  /** `sale` for a payment, otherwise the operation, such as `payout`. */
  readonly kind: string;
  readonly amount?: string | undefined;
  readonly currency?: string | undefined;
  /** The serial number of the request that created the order. */
  readonly serialNumber?: string | undefined;
  /** Receives the callback when the order is final. */
  readonly callbackUrl?: string | undefined;
  /** The URL to which the payer's browser returns. */
  readonly redirectUrl?: string | undefined;
  readonly card?: OrderCards | undefined;
  readonly fails?: FailureMode | undefined;
  readonly result: OrderResult;
  /** The time when `result` is reached, in seconds since 1970; before that, the order is `processing`. */
  finalAt: number;
}

/** A payment that the merchant's customer makes now, started by a test or the control API. */
export interface NewPayment extends Omit<Payment, "orderId" | "status"> {
  /** @default the first merchant */
  readonly login?: string;
  /** @default a new id */
  readonly orderId?: string;
  /** @default from the outcomes */
  readonly status?: PaymentStatus;
}

export function statusOf({ result, finalAt }: Order, now: number): PaymentStatus {
  return now >= finalAt ? result.status : "processing";
}

type Draft = Omit<Order, "orderId" | "result" | "finalAt"> & { readonly orderId?: string | undefined };

export interface Orders {
  now(): number;
  /** Chooses the id and the result of an order, which {@link Orders.add} stores. */
  prepare(draft: Draft, result?: OrderResult): Order;
  add(order: Order): void;
  /** @throws {@link GatewayError} `configuration-invalid` */
  addPayment(payment: NewPayment): Order;
  /** @throws {@link GatewayError} `configuration-invalid` */
  addOutcome(outcome: OrderOutcome): void;
  /** The orders of a merchant with this id, and with `orderId` if it is given. */
  find(login: string, clientOrderId: string, orderId?: string): readonly Order[];
  list(): readonly Order[];
  readonly cards: Pick<Cards, "find" | "ofOrder">;
  /** The page on which the payer confirms an order. */
  threeDSecureUrl(orderId: string): string;
  /** Forgets everything except the earlier payments and the outcomes of the data. */
  reset(): void;
}

export interface OrdersOptions {
  readonly data: GatewayData;
  readonly now: () => number;
  readonly onAdded: (order: Order) => void;
  readonly threeDSecureUrl: (orderId: string) => string;
}

/** The number of order ids per run. */
const ORDERS_PER_RUN = 1_000_000;
/** The number of different runs, by their first digits. */
const RUNS = 900_000;

export function createOrders({ data, now, onAdded, threeDSecureUrl }: OrdersOptions): Orders {
  let list: Order[] = [];
  const byIds = new Map<string, Order[]>();
  const orderIds = new Set<string>();
  const cards = createCards();
  let outcomes: OrderOutcome[] = [];
  let arrivals = 0;
  // Each run has its own ids, because a client may store ids or use several simulators. Twelve digits are no card number.
  let nextOrderId = (100_000 + randomInt(RUNS)) * ORDERS_PER_RUN + 1;

  const keyOf = (login: string, clientOrderId: string): string => JSON.stringify([login, clientOrderId]);

  function store(order: Order): void {
    const key = keyOf(order.login, order.clientOrderId);
    list.push(order);
    orderIds.add(order.orderId);
    if (order.card !== undefined) cards.add(order.login, order.card);
    const same = byIds.get(key);
    if (same === undefined) byIds.set(key, [order]);
    else same.push(order);
  }

  function newOrderId(): string {
    while (orderIds.has(String(nextOrderId))) nextOrderId++;
    return String(nextOrderId++);
  }

  function prepare(draft: Draft, result?: OrderResult): Order {
    const { clientOrderId, amount } = draft;
    const chosen = result ?? resultFor({ clientOrderId, amount, arrival: arrivals + 1 }, outcomes);
    const orderId = draft.orderId ?? newOrderId();
    return { ...draft, orderId, result: chosen, finalAt: now() + (chosen.afterSeconds ?? 0) };
  }

  function add(order: Order): void {
    arrivals++;
    store(order);
    onAdded(order);
  }

  function addPayment(payment: NewPayment): Order {
    checkPayment(payment);
    const { login = data.merchants[0]?.login, status, ...rest } = payment;
    if (login === undefined || !data.merchants.some((one) => one.login === login)) {
      throw configurationError("payment.login is unknown");
    }
    if (rest.orderId !== undefined && orderIds.has(rest.orderId)) throw configurationError("payment.orderId is in use");
    const draft = { ...rest, login, kind: "sale", card: rest.card ?? cards.ofPayment() };
    const order = prepare(draft, status === undefined ? undefined : withError({ status }));
    add(order);
    return order;
  }

  function reset(): void {
    list = [];
    byIds.clear();
    orderIds.clear();
    cards.reset();
    arrivals = 0;
    outcomes = [...(data.outcomes ?? [])];
    for (const { login, payments = [] } of data.merchants) {
      for (const { status, ...payment } of payments) {
        store({ ...payment, login, kind: "sale", result: withError({ status }), finalAt: Number.NEGATIVE_INFINITY });
      }
    }
  }

  reset();
  return {
    now,
    prepare,
    add,
    addPayment,
    addOutcome(outcome) {
      mustFit(OUTCOME, "outcome", outcome);
      outcomes.unshift({ ...outcome });
    },
    find: (login, clientOrderId, orderId) =>
      (byIds.get(keyOf(login, clientOrderId)) ?? []).filter((one) => orderId === undefined || one.orderId === orderId),
    list: () => list,
    cards,
    threeDSecureUrl,
    reset,
  };
}
