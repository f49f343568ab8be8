/** What each operation returns when the gateway accepts the request. */

/** The statuses that the gateway documents. */
export type GatewayStatus = AcceptedStatus | FailedStatus;

/** The statuses that are not treated as failures. */
export type AcceptedStatus = "approved" | "processing" | "unknown";

type FailedStatus = "declined" | "error" | "filtered";

/** The members of every answer. */
interface CommonAnswer<Status extends GatewayStatus = AcceptedStatus> {
  /** The gateway's number for this request. */
  readonly serialNumber: string | undefined;
  /**
   * `processing` if the gateway sent no status; `unknown` if its documents do not list the status, which is then in
   * `fields.status`.
   */
  readonly status: Status;
  /** Every field as the gateway sent it, including fields without a member here. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The answer to create-card-ref: identifiers that replace the card number in later requests. */
export interface CardReference extends CommonAnswer {
  readonly type: "create-card-ref-response";
  /**
   * A reference to the payer's card, for later payments: up to 20 digits, as text. Empty until the status is `approved`, and
   * for an order with the receiver's card only, such as a payout.
   */
  readonly cardRefId: string;
  /** The same value for every payment with the same card number. */
  readonly unqCardRefId: string | undefined;
  readonly recurringPaymentId: string | undefined;
  /** The receiver's card, if the order was a transfer or a payout to a card. */
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
export interface OrderStatus extends CommonAnswer<GatewayStatus> {
  readonly type: string;
  /** The merchant's id of the order. */
  readonly merchantOrderId: string | undefined;
  /** The gateway's id of the order. */
  readonly paynetOrderId: string | undefined;
  /** Whether the status can no longer change; `unknown` and `processing` are not final. */
  readonly isFinal: boolean;
  readonly amount: string | undefined;
  readonly currency: string | undefined;
  /** Where to send the payer for 3-D Secure, while the order is `processing`. */
  readonly redirectTo: string | undefined;
  /** Why the order failed. */
  readonly errorCode: string | undefined;
  readonly errorMessage: string | undefined;
}

/** The type of each kind of answer; `Operation.answer` names the kind. */
export interface Answers {
  readonly "card-reference": CardReference;
  readonly order: OrderReceipt;
  readonly status: OrderStatus;
}

const ACCEPTED: readonly string[] = ["approved", "processing", "unknown"] satisfies AcceptedStatus[];
const FAILED: readonly string[] = ["declined", "error", "filtered"] satisfies FailedStatus[];

export function isStatus(text: string): text is GatewayStatus {
  return ACCEPTED.includes(text) || FAILED.includes(text);
}

/** Whether a text is only the beginning of a listed status. */
export function isPartOfStatus(text: string): boolean {
  return !isStatus(text) && [...ACCEPTED, ...FAILED].some((status) => status.startsWith(text));
}

/** Whether an order failed. The operation status returns such a status; all other operations throw. */
export function isFailed(status: string): boolean {
  return FAILED.includes(status);
}

type Fields = Readonly<Record<string, string>>;

/** How the client reads one kind of answer. */
interface AnswerReader<Answer> {
  /** The field `type`. */
  readonly type: string;
  /** Matches the other possible types. */
  readonly otherTypes?: RegExp;
  /** Whether the status of a failed order is an answer and not an error. */
  readonly reportsFailures?: true;
  /** The first required field that is missing. */
  readonly missing: (fields: Fields) => string | undefined;
  readonly read: (common: CommonAnswer<GatewayStatus>) => Answer;
}

export const ANSWER_READERS: { readonly [Kind in keyof Answers]: AnswerReader<Answers[Kind]> } = {
  "card-reference": {
    type: "create-card-ref-response",
    missing({ status, "card-ref-id": cardRefId, "dst-card-ref-id": dstCardRefId }) {
      if (!status) return "status";
      return status === "approved" && !cardRefId && !dstCardRefId ? "card-ref-id" : undefined;
    },
    read: (common) => ({
      ...accepted(common),
      type: "create-card-ref-response",
      cardRefId: common.fields["card-ref-id"] ?? "",
      unqCardRefId: common.fields["unq-card-ref-id"],
      recurringPaymentId: common.fields["recurring-payment-id"],
      dstCardRefId: common.fields["dst-card-ref-id"],
      dstUnqCardRefId: common.fields["dst-unq-card-ref-id"],
      dstRecurringPaymentId: common.fields["dst-recurring-payment-id"],
    }),
  },
  order: {
    type: "async-response",
    otherTypes: /^async-/,
    missing: (fields) => (fields["paynet-order-id"] ? undefined : "paynet-order-id"),
    read: (common) => ({
      ...accepted(common),
      type: common.fields.type ?? "",
      merchantOrderId: common.fields["merchant-order-id"],
      paynetOrderId: common.fields["paynet-order-id"]!,
    }),
  },
  status: {
    type: "status-response",
    reportsFailures: true,
    missing: () => undefined,
    read: (common) => ({
      ...common,
      type: common.fields.type ?? "",
      merchantOrderId: common.fields["merchant-order-id"],
      paynetOrderId: common.fields["paynet-order-id"],
      isFinal: common.status === "approved" || isFailed(common.status),
      amount: common.fields.amount,
      currency: common.fields.currency,
      redirectTo: common.fields["redirect-to"] ?? common.fields["redirect-url"],
      errorCode: common.fields["error-code"],
      errorMessage: common.fields["error-message"],
    }),
  },
};

/** The cast is safe because a failed status is an error before an answer is read. */
function accepted(common: CommonAnswer<GatewayStatus>): CommonAnswer {
  return common as CommonAnswer;
}
