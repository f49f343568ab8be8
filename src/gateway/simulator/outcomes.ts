/** Scripted outcomes, which determine how and when an order ends. */

import { type GatewayStatus, isFailed } from "../answers.ts";

/** The statuses that the gateway documents. */
export type PaymentStatus = GatewayStatus;

export const STATUSES: readonly PaymentStatus[] = [
  "approved",
  "declined",
  "error",
  "filtered",
  "processing",
  "unknown",
];

/** An order with one of these statuses does not change any more. */
export const FINAL_STATUSES: readonly PaymentStatus[] = STATUSES.filter(
  (status) => status === "approved" || isFailed(status),
);

/** How an order ends. */
export interface OrderResult {
  readonly status: PaymentStatus;
  /** How many seconds the order stays `processing` before it gets `status`. @default 0 */
  readonly afterSeconds?: number;
  /** Whether the payer must confirm on a page of the bank while the order is `processing`. @default false */
  readonly threeDSecure?: boolean;
  /** @default a code and a message of the simulator for `declined`, `error` and `filtered` */
  readonly errorCode?: string;
  readonly errorMessage?: string;
}

/** The result of the orders that match all given conditions. */
export interface OrderOutcome extends OrderResult {
  /** The amount as it is written in the request. */
  readonly amount?: string;
  readonly clientOrderId?: string;
  /** The number of the order in the sequence of arrival, from 1. */
  readonly arrival?: number;
}

/** The properties of an order on which an outcome can depend. */
export interface ArrivedOrder {
  readonly clientOrderId: string;
  readonly amount?: string | undefined;
  readonly arrival: number;
}

/** The result of the first outcome that matches; approved at once if none matches. */
export function resultFor(order: ArrivedOrder, outcomes: readonly OrderOutcome[]): OrderResult {
  const isMet = ({ amount, clientOrderId, arrival }: OrderOutcome): boolean =>
    (amount === undefined || amount === order.amount) &&
    (clientOrderId === undefined || clientOrderId === order.clientOrderId) &&
    (arrival === undefined || arrival === order.arrival);
  return withError(outcomes.find(isMet) ?? { status: "approved" });
}

const ERRORS: Readonly<Partial<Record<PaymentStatus, readonly [code: string, message: string]>>> = {
  declined: ["9", "Declined"],
  error: ["8", "Failed"],
  filtered: ["11", "Filtered by fraud control"],
};

/** Adds the code and the message of a failure. */
export function withError(result: OrderResult): OrderResult {
  const [errorCode, errorMessage] = ERRORS[result.status] ?? [];
  return errorCode === undefined ? result : { errorCode, errorMessage: errorMessage!, ...result };
}
