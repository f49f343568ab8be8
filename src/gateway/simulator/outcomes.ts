/** Scripted outcomes: how an order ends, and when. */

import { quote } from "../../oauth1/errors.ts";
import { configurationError, mustHaveOnly } from "../errors.ts";

/** The statuses that the gateway documents. */
export type PaymentStatus = "approved" | "declined" | "error" | "filtered" | "processing" | "unknown";

export const STATUSES: readonly PaymentStatus[] = [
  "approved",
  "declined",
  "error",
  "filtered",
  "processing",
  "unknown",
];

/** An order with one of these statuses does not change any more. */
export const FINAL_STATUSES: readonly PaymentStatus[] = ["approved", "declined", "error", "filtered"];

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
  /** As the request has it. */
  readonly amount?: string;
  readonly clientOrderId?: string;
  /** The place of the order in the order of arrival, from 1. */
  readonly arrival?: number;
}

const RESULT_NAMES: readonly (keyof OrderResult)[] = [
  "status",
  "afterSeconds",
  "threeDSecure",
  "errorCode",
  "errorMessage",
];

/** A day is more than any test needs. */
const MOST_SECONDS = 86_400;

/** @throws {@link GatewayError} `configuration-invalid` */
export function checkOutcome(outcome: OrderOutcome): void {
  if (typeof outcome !== "object" || outcome === null) throw configurationError("an outcome must be an object");
  mustHaveOnly("outcome.", outcome, [...RESULT_NAMES, "amount", "clientOrderId", "arrival"]);
  const { status, afterSeconds = 0, threeDSecure = false, arrival = 1 } = outcome;
  if (!STATUSES.includes(status)) {
    throw configurationError(`outcome.status must be one of ${STATUSES.join(", ")}, got ${quote(status)}`);
  }
  if (!Number.isInteger(afterSeconds) || afterSeconds < 0 || afterSeconds > MOST_SECONDS) {
    throw configurationError(`outcome.afterSeconds must be a whole number from 0 to ${MOST_SECONDS}`);
  }
  if (typeof threeDSecure !== "boolean") throw configurationError("outcome.threeDSecure must be true or false");
  if (!Number.isInteger(arrival) || arrival < 1) throw configurationError("outcome.arrival must be 1 or more");
  for (const name of ["amount", "clientOrderId", "errorCode", "errorMessage"] as const) {
    if (outcome[name] === undefined || (typeof outcome[name] === "string" && outcome[name] !== "")) continue;
    throw configurationError(`outcome.${name} must be text, got ${quote(outcome[name])}`);
  }
}

/** What an outcome can depend on. */
export interface ArrivedOrder {
  readonly clientOrderId: string;
  readonly amount?: string | undefined;
  readonly arrival: number;
}

/** The result of the first outcome that fits; without one, approved at once. */
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

/** Adds code and message of a failure. */
export function withError(result: OrderResult): OrderResult {
  const [errorCode, errorMessage] = ERRORS[result.status] ?? [];
  return errorCode === undefined ? result : { errorCode, errorMessage: errorMessage!, ...result };
}
