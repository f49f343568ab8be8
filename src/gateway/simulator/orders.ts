/** The orders of the simulator: earlier payments, and the orders that the operations create. */

import { configurationError } from "../errors.ts";
import { type CardIds, checkPayment, type GatewayData, type Payment } from "./data.ts";
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
  readonly card?: CardIds | undefined;
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
  /** The ids for the cards of a transfer; `undefined` without a card of the sender. */
  cardOf(cardNumber: string | undefined, destinationCardNumber: string | undefined): CardIds | undefined;
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

const FIRST_ORDER_ID = 900_001;
const FIRST_CARD_ID = 1_000_100_001;

export function createOrders({ data, now, onAdded, threeDSecureUrl }: OrdersOptions): Orders {
  let list: Order[] = [];
  const byIds = new Map<string, Order[]>();
  const orderIds = new Set<string>();
  /** The ids of a card, by its number. */
  const cards = new Map<string, number>();
  let outcomes: OrderOutcome[] = [];
  let arrivals = 0;
  let cardCount = 0;

  const keyOf = (login: string, clientOrderId: string): string => JSON.stringify([login, clientOrderId]);

  function store(order: Order): void {
    const key = keyOf(order.login, order.clientOrderId);
    list.push(order);
    orderIds.add(order.orderId);
    const same = byIds.get(key);
    if (same === undefined) byIds.set(key, [order]);
    else same.push(order);
  }

  function newOrderId(): string {
    let id = FIRST_ORDER_ID + arrivals;
    while (orderIds.has(String(id))) id++;
    return String(id);
  }

  function cardIds(cardNumber: string | undefined) {
    const id = FIRST_CARD_ID + cardCount++;
    const unique = cardNumber === undefined ? id : (cards.get(cardNumber) ?? id);
    if (cardNumber !== undefined) cards.set(cardNumber, unique);
    return { ref: String(id), unique: String(unique + 1_000_000_000), recurring: String(id + 2_000_000_000) };
  }

  function cardOf(cardNumber: string | undefined, destination: string | undefined): CardIds {
    const card = cardIds(cardNumber);
    const source = { cardRefId: card.ref, unqCardRefId: card.unique, recurringPaymentId: card.recurring };
    if (destination === undefined) return source;
    const dst = cardIds(destination);
    return { ...source, dstCardRefId: dst.ref, dstUnqCardRefId: dst.unique, dstRecurringPaymentId: dst.recurring };
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
    const draft = { ...rest, login, kind: "sale", card: rest.card ?? cardOf(undefined, undefined) };
    const order = prepare(draft, status === undefined ? undefined : withError({ status }));
    add(order);
    return order;
  }

  function reset(): void {
    list = [];
    byIds.clear();
    orderIds.clear();
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
    cardOf: (cardNumber, destination) => (cardNumber === undefined ? undefined : cardOf(cardNumber, destination)),
    threeDSecureUrl,
    reset,
  };
}
