/** What each operation returns when the gateway accepts the request. */

import type { Operation } from "./operations.ts";

/** The members of every answer. */
interface CommonAnswer {
  /** The gateway's number for this request. */
  readonly serialNumber: string | undefined;
  /** `approved`, `processing` or `unknown`; `processing` if the gateway sent no status. */
  readonly status: string;
  /** Every field as the gateway sent it, including those without a member here. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The answer to create-card-ref: identifiers that replace the card number in later requests. */
export interface CardReference extends CommonAnswer {
  readonly type: "create-card-ref-response";
  /** The card, for later payments: a number of up to 20 digits, as text. Empty until the status is `approved`. */
  readonly cardRefId: string;
  /** The same value for every payment with the same card number. */
  readonly unqCardRefId: string | undefined;
  readonly recurringPaymentId: string | undefined;
  /** The receiver's card, if the first payment was a transfer. */
  readonly dstCardRefId: string | undefined;
  readonly dstUnqCardRefId: string | undefined;
  readonly dstRecurringPaymentId: string | undefined;
}

/** The answer to the other operations: the gateway accepted the order and processes it later. */
export interface OrderReceipt extends CommonAnswer {
  /** `async-response` or `async-form-response`. */
  readonly type: string;
  /** The merchant's id of the order. */
  readonly merchantOrderId: string | undefined;
  /** The gateway's id of the order. */
  readonly paynetOrderId: string;
}

/** The answer to status: the state of one order. A declined order is an answer, not an error. */
export interface OrderStatus extends CommonAnswer {
  readonly type: string;
  /** The merchant's id of the order. */
  readonly merchantOrderId: string | undefined;
  /** The gateway's id of the order. */
  readonly paynetOrderId: string | undefined;
  /** Whether the status does not change any more; `unknown` and `processing` are not final. */
  readonly isFinal: boolean;
  readonly amount: string | undefined;
  readonly currency: string | undefined;
  /** Where to send the payer for 3-D Secure, while the order is `processing`. */
  readonly redirectTo: string | undefined;
  /** Why the order failed. */
  readonly errorCode: string | undefined;
  readonly errorMessage: string | undefined;
}

/** The type of the answer, by the member `answer` of an {@link Operation}. */
export interface Answers {
  readonly "card-reference": CardReference;
  readonly order: OrderReceipt;
  readonly status: OrderStatus;
}

/** A call returns if the status is one of these, and throws for `FAILED_STATUSES`. */
export const ACCEPTED_STATUSES: readonly string[] = ["approved", "processing", "unknown"];
export const FAILED_STATUSES: readonly string[] = ["declined", "error", "filtered"];

/** The first required field that is missing from an answer. */
export function missingField(fields: Readonly<Record<string, string>>, kind: Operation["answer"]): string | undefined {
  if (kind === "status") return undefined;
  if (kind === "order") return fields["paynet-order-id"] ? undefined : "paynet-order-id";
  if (!fields.status) return "status";
  return fields.status === "approved" && !fields["card-ref-id"] ? "card-ref-id" : undefined;
}

export function answerOf(fields: Readonly<Record<string, string>>, kind: Operation["answer"]): Answers[keyof Answers] {
  const common = { serialNumber: fields["serial-number"], status: fields.status ?? "processing", fields };
  if (kind === "order") {
    const { type = "" } = fields;
    return { ...common, type, merchantOrderId: fields["merchant-order-id"], paynetOrderId: fields["paynet-order-id"]! };
  }
  if (kind === "status") return statusAnswer(common);
  return {
    ...common,
    type: "create-card-ref-response",
    cardRefId: fields["card-ref-id"] ?? "",
    unqCardRefId: fields["unq-card-ref-id"],
    recurringPaymentId: fields["recurring-payment-id"],
    dstCardRefId: fields["dst-card-ref-id"],
    dstUnqCardRefId: fields["dst-unq-card-ref-id"],
    dstRecurringPaymentId: fields["dst-recurring-payment-id"],
  };
}

function statusAnswer(common: CommonAnswer): OrderStatus {
  const { status, fields } = common;
  return {
    ...common,
    type: fields.type ?? "",
    merchantOrderId: fields["merchant-order-id"],
    paynetOrderId: fields["paynet-order-id"],
    isFinal: status === "approved" || FAILED_STATUSES.includes(status),
    amount: fields.amount,
    currency: fields.currency,
    redirectTo: fields["redirect-to"] ?? fields["redirect-url"],
    errorCode: fields["error-code"],
    errorMessage: fields["error-message"],
  };
}
