/**
 * What an operation gives back when the gateway says yes.
 *
 * @module
 */

import type { Operation } from "./operations.ts";

/** What all answers have. */
interface CommonAnswer {
  /** Of this request, at the gateway. */
  readonly serialNumber: string | undefined;
  /** `approved`, `processing`, …; a reply without one is still being processed. */
  readonly status: string;
  /** Every pair as it came, also those that have no name here. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A card that the gateway keeps (create-card-ref). */
export interface CardReference extends CommonAnswer {
  readonly type: "create-card-ref-response";
  /** Stands for the card in later payments; a number of up to 20 digits, as text. Empty until approved. */
  readonly cardRefId: string;
  /** The same for the same card number, whoever's payment it came from. */
  readonly unqCardRefId: string | undefined;
  readonly recurringPaymentId: string | undefined;
  /** The receiver's, where the first payment was a transfer. */
  readonly dstCardRefId: string | undefined;
  readonly dstUnqCardRefId: string | undefined;
  readonly dstRecurringPaymentId: string | undefined;
}

/** An order that the gateway took and works on; its outcome comes later. */
export interface OrderReceipt extends CommonAnswer {
  /** `async-response`, `async-form-response`. */
  readonly type: string;
  /** The merchant's own id of the order. */
  readonly merchantOrderId: string | undefined;
  /** The gateway's id of the order. */
  readonly paynetOrderId: string;
}

/** The answer to each kind of operation. */
export interface Answers {
  readonly "card-reference": CardReference;
  readonly order: OrderReceipt;
}

/** Final and good, or not final: no reason to throw. The final and bad ones are errors. */
export const GOOD_STATUSES: readonly string[] = ["approved", "processing", "unknown"];
export const BAD_STATUSES: readonly string[] = ["declined", "error", "filtered"];

/** The first pair that is missing, without which an answer is not whole. */
export function missingIn(fields: Readonly<Record<string, string>>, kind: Operation["answer"]): string | undefined {
  if (kind === "order") return fields["paynet-order-id"] ? undefined : "paynet-order-id";
  if (!fields.status) return "status";
  return fields.status === "approved" && !fields["card-ref-id"] ? "card-ref-id" : undefined;
}

/** Names the pairs. */
export function answerOf(fields: Readonly<Record<string, string>>, kind: Operation["answer"]): Answers[keyof Answers] {
  const common = { serialNumber: fields["serial-number"], status: fields.status ?? "processing", fields };
  if (kind === "order") {
    const { type = "" } = fields;
    return { ...common, type, merchantOrderId: fields["merchant-order-id"], paynetOrderId: fields["paynet-order-id"]! };
  }
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
