/** The answers of the operations, once their arguments are valid. */

import type { Operation, OperationName } from "../operations.ts";
import { type Order, type Orders, statusOf } from "./orders.ts";
import { FINAL_STATUSES } from "./outcomes.ts";
import { errorResponse, type Response } from "./response-fields.ts";

/** The arguments of a request, by the names in `OPERATIONS`. */
export type Arguments = Readonly<Record<string, string>>;

/** The data that an answer needs in addition to the arguments. */
export interface AnswerContext {
  readonly login: string;
  readonly operation: Operation;
  /** The callback URL of the endpoint, for requests without a callback URL. */
  readonly callbackUrl: string | undefined;
  readonly orders: Orders;
  /** The serial number of the request. */
  readonly serial: string;
}

type Answer = (args: Arguments, context: AnswerContext) => Response;

/** The functions of the operations on an earlier order. All other operations create an order. */
const ON_EARLIER_ORDER: Readonly<Partial<Record<OperationName, Answer>>> = {
  createCardRef: cardReference,
  status: orderStatus,
};

/** @param name - `undefined` for an operation that only the data lists */
export function makesOrder(name: OperationName | undefined): boolean {
  return functionOf(name) === newOrder;
}

/** The answer of an operation to valid arguments. */
export function answerTo(name: OperationName | undefined, args: Arguments, context: AnswerContext): Response {
  return functionOf(name)(args, context);
}

function functionOf(name: OperationName | undefined): Answer {
  return (name && ON_EARLIER_ORDER[name]) ?? newOrder;
}

/** create-card-ref: the payment must belong to the merchant, have a final status, and have card information. */
function cardReference(args: Arguments, { login, orders, serial }: AnswerContext): Response {
  const error = (code: string, message: string, reason?: string): Response =>
    errorResponse({ type: "error", code, message, reason }, serial);
  const [payment] = orders.find(login, args.clientOrderId!, args.orderId);
  if (payment === undefined) return error("5", "Order not found", reasonNotFound(args, login, orders));
  const status = statusOf(payment, orders.now());
  if (!FINAL_STATUSES.includes(status)) return error("6", `Order is not in a final status: ${status}`);
  const { card, fails } = payment;
  if (card === undefined) return error("7", "Order has no card information");
  const fields = {
    type: "create-card-ref-response",
    "serial-number": serial,
    "card-ref-id": card.cardRefId,
    "unq-card-ref-id": card.unqCardRefId,
    "recurring-payment-id": card.recurringPaymentId,
    "dst-card-ref-id": card.dstCardRefId,
    "dst-unq-card-ref-id": card.dstUnqCardRefId,
    "dst-recurring-payment-id": card.dstRecurringPaymentId,
    status: "approved",
  };
  return { fields, isError: false, outcome: "create-card-ref approved", fails };
}

/** Describes why there is no order with the ids of a request. */
function reasonNotFound({ clientOrderId, orderId }: Arguments, login: string, orders: Orders): string {
  const all = orders.list();
  const isOwn = all.some(
    (one) => one.login === login && (one.orderId === orderId || one.clientOrderId === clientOrderId),
  );
  if (isOwn && orderId !== undefined) return "client_orderid and orderid belong to different payments";
  const isOthers = all.some(
    (one) => one.login !== login && (one.orderId === orderId || one.clientOrderId === clientOrderId),
  );
  return isOthers ? "the payment belongs to another merchant" : "there is no such payment";
}

/** Answers the operations that create an order, whose outcome is reported later, by status and callback. */
function newOrder(args: Arguments, { login, operation, callbackUrl, orders, serial }: AnswerContext): Response {
  const { path: kind, parties = {} } = operation;
  // Without the checks of public documents, an order needs no id.
  const { clientOrderId = "", amount, currency } = args;
  const order = orders.prepare({
    login,
    kind,
    clientOrderId,
    amount,
    currency,
    serialNumber: serial,
    callbackUrl: args.serverCallbackUrl ?? callbackUrl,
    redirectUrl: args.redirectUrl,
    card: orders.cards.ofOrder(login, parties, args),
  });
  const fields = {
    type: "async-response",
    "serial-number": serial,
    "merchant-order-id": clientOrderId || undefined,
    "paynet-order-id": order.orderId,
  };
  return { fields, isError: false, outcome: `${kind} accepted`, commit: () => orders.add(order) };
}

/** status: the state of one order. The merchant's id is enough if only one order has it. */
function orderStatus(args: Arguments, { login, orders, serial }: AnswerContext): Response {
  const { clientOrderId, orderId, byRequestSn } = args;
  const found = orders
    .find(login, clientOrderId!, orderId)
    .filter(({ serialNumber }) => byRequestSn === undefined || serialNumber === byRequestSn);
  const [order, other] = found;
  if (order === undefined) {
    const fault = { type: "error", code: "5", message: "Order not found" } as const;
    return errorResponse({ ...fault, reason: reasonNotFound(args, login, orders) }, serial);
  }
  if (other !== undefined) {
    const reason = `${found.length} orders have this client_orderid: send orderid too`;
    return errorResponse({ type: "error", code: "10", message: "Order is not unique", reason }, serial);
  }
  const fields = { type: "status-response", "serial-number": serial, ...statusFields(order, orders) };
  return { fields, isError: false, outcome: `status ${fields.status}`, fails: undefined };
}

function statusFields(order: Order, orders: Orders) {
  const { clientOrderId, orderId, kind, amount, currency, serialNumber: serial, result } = order;
  const status = statusOf(order, orders.now());
  const isPending = status === "processing";
  return {
    status,
    "merchant-order-id": clientOrderId,
    "paynet-order-id": orderId,
    "transaction-type": kind,
    amount,
    currency,
    "by-request-sn": serial,
    "verified-3d-status": result.threeDSecure && !isPending ? "AUTHENTICATED" : undefined,
    "redirect-to": result.threeDSecure && isPending ? orders.threeDSecureUrl(orderId) : undefined,
    "error-code": isPending ? undefined : result.errorCode,
    "error-message": isPending ? undefined : result.errorMessage,
  };
}
