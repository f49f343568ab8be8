/**
 * Makes the gateway's answer to an authenticated request, as far as the specification and public documents describe it.
 *
 * Only the error code of a missing parameter is published. The simulator uses its own codes and messages for the other
 * errors; docs/gateway-simulator.md lists them.
 */

import { quote } from "../../oauth1/errors.ts";
import { type HttpRequest, headerValues } from "../../oauth1/http-request.ts";
import type { Parameter } from "../../oauth1/index.ts";
import type { Accepted } from "../../verifier/index.ts";
import { checkedForm } from "../arguments.ts";
import { GatewayArgumentError } from "../errors.ts";
import { type Operation, type OperationName, operationNamed } from "../operations.ts";
import { FINAL_STATUSES, type GatewayData, type Merchant, type Payment } from "./data.ts";
import type { FailureMode } from "./failure-modes.ts";
import type { Route } from "./routes.ts";

/** The fields of an answer, in their order. */
export interface Response {
  readonly fields: Readonly<Record<string, string | undefined>>;
  readonly isError: boolean;
  /** What happened, for the log. */
  readonly outcome: string;
  /** The failure mode of the payment. */
  readonly fails?: FailureMode | undefined;
}

/** An error that the gateway reports. */
interface GatewayFault {
  readonly type: "validation-error" | "error";
  readonly code: string;
  readonly message: string;
  /** The reason, for the log only. */
  readonly reason?: string | undefined;
}

/** @param number - of the request; it becomes part of the answer */
export function respond(
  route: Route,
  request: HttpRequest,
  { consumerKey: login, parameters: covered }: Accepted,
  data: GatewayData,
  number: number,
): Response {
  const operation = operationNamed(route.operation);
  const merchant = data.merchants.find((one) => one.login === login)!;
  const args: Record<string, string> = {};
  const fault =
    readArguments(covered, operation, args) ??
    checkTarget(merchant, route, args.currency) ??
    checkArguments(operation, args, login, request, covered);
  if (fault !== undefined) return errorResponse(fault, number);
  if (route.operation === "createCardRef") return cardReference(args, merchant, data, number);
  return orderReceipt(route.operation, args, number);
}

type Arguments = Readonly<Record<string, string>>;

/** Fills in the arguments from the parameters of the body, and ignores unknown parameters. */
function readArguments(
  covered: readonly Parameter[],
  { parameters }: Operation,
  args: Record<string, string>,
): GatewayFault | undefined {
  const inBody = covered.filter(({ origin }) => origin === "body");
  for (const [argument, { name, otherNames = [] }] of Object.entries(parameters)) {
    const [first, second] = inBody.filter((one) => one.name === name || otherNames.includes(String(one.name)));
    if (second !== undefined) return validationError(`Parameter ${name} is repeated`);
    if (first === undefined) continue;
    if (typeof first.value !== "string") return validationError(`Parameter ${name} is not UTF-8`);
    args[argument] = first.value;
  }
  return undefined;
}

function validationError(message: string): GatewayFault {
  return { type: "validation-error", code: "1", message };
}

function checkTarget(
  { endpoints, endpointGroups = [] }: Merchant,
  { endpoint, endpointGroup }: Route,
  currency: string | undefined,
): GatewayFault | undefined {
  if (endpointGroup !== undefined) {
    if (endpointGroups.includes(endpointGroup)) return undefined;
    const isEndpoint = endpoints.some(({ id }) => id === endpointGroup);
    const reason = isEndpoint ? "this is the id of an endpoint, but the path has group/" : undefined;
    return { type: "error", code: "3", message: `End point group with id ${endpointGroup} not found`, reason };
  }
  const found = endpoints.find(({ id }) => id === endpoint);
  if (found === undefined) {
    const isGroup = endpointGroups.includes(endpoint!);
    const reason = isGroup ? "this is the id of a group, but the path has no group/" : undefined;
    return { type: "error", code: "2", message: `End point with id ${endpoint} not found`, reason };
  }
  if (currency === undefined || found.currency === undefined || currency === found.currency) return undefined;
  const message = `Project with ${found.currency} currency does not apply request with currency ${currency}`;
  return { type: "error", code: "4", message };
}

function checkArguments(
  operation: Operation,
  args: Arguments,
  login: string,
  request: HttpRequest,
  covered: readonly Parameter[],
): GatewayFault | undefined {
  if (args.login !== undefined && args.login !== login) {
    return validationError("Parameter login is not the login that signed");
  }
  try {
    // Samples of the gateway's makers have amounts without a point.
    checkedForm(operation, args, { publicChecks: true, wholeAmounts: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof GatewayArgumentError)) throw error;
    const name = operation.parameters[error.field]?.name ?? error.field;
    const reason = withRequestNames(error.message, operation);
    if (args[error.field] !== undefined) return { ...validationError(`Parameter ${name} is invalid`), reason };
    const notes = [reason, ...unreadParts(name, request, covered)];
    return { ...validationError(`Parameter ${name} is required`), reason: notes.join("; ") };
  }
}

/** Replaces the names of arguments by the names of parameters, which the sender knows. */
function withRequestNames(message: string, { parameters }: Operation): string {
  return message.replace(/\w+/g, (word) => (Object.hasOwn(parameters, word) ? parameters[word]!.name : word));
}

const FORM_TYPE = "application/x-www-form-urlencoded";

/** A missing parameter may be in a part of the request that the gateway does not read. */
function unreadParts(missing: string, request: HttpRequest, covered: readonly Parameter[]): string[] {
  const [type] = headerValues(request, "content-type");
  const hasBody = (request.body ?? "").length > 0;
  const isForm = type !== undefined && /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type);
  const isInQuery = covered.some(({ name, origin }) => origin === "query" && name === missing);
  const found = type === undefined ? "has no Content-Type" : `has the type ${quote(type)}`;
  return [
    ...(hasBody && !isForm ? [`the body ${found}, but the gateway reads only ${FORM_TYPE}`] : []),
    ...(isInQuery ? [`${missing} is in the query, but the gateway reads only the body`] : []),
  ];
}

/** The payment must belong to the merchant, have a final status, and have card information. */
function cardReference(args: Arguments, merchant: Merchant, data: GatewayData, number: number): Response {
  const error = (code: string, message: string, reason?: string): Response =>
    errorResponse({ type: "error", code, message, reason }, number);
  const isMeant = (one: Payment): boolean => one.clientOrderId === args.clientOrderId && one.orderId === args.orderId;
  const payment = merchant.payments?.find(isMeant);
  if (payment === undefined) return error("5", "Order not found", reasonNotFound(args, merchant, data));
  const { status, card, fails } = payment;
  if (!FINAL_STATUSES.includes(status)) return error("6", `Order is not in a final status: ${status}`);
  if (card === undefined) return error("7", "Order has no card information");
  const fields = {
    type: "create-card-ref-response",
    "serial-number": serialNumber(number),
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

function reasonNotFound(args: Arguments, merchant: Merchant, { merchants }: GatewayData): string {
  const hasOneId = merchant.payments?.some(
    (one) => one.orderId === args.orderId || one.clientOrderId === args.clientOrderId,
  );
  if (hasOneId) return "client_orderid and orderid belong to different payments";
  const isOthers = merchants.some(({ payments = [] }) => payments.some(({ orderId }) => orderId === args.orderId));
  return isOthers ? "the payment belongs to another merchant" : "there is no such payment";
}

/** The simulator does not process orders. */
function orderReceipt(name: OperationName, { clientOrderId }: Arguments, number: number): Response {
  const fields = {
    type: "async-response",
    "serial-number": serialNumber(number),
    "merchant-order-id": clientOrderId,
    "paynet-order-id": String(900_000 + number),
  };
  return { fields, isError: false, outcome: `${operationNamed(name).path} accepted` };
}

function errorResponse({ type, code, message, reason }: GatewayFault, number: number): Response {
  return {
    isError: true,
    outcome: reason === undefined ? message : `${message}: ${reason}`,
    fields: { type, "serial-number": serialNumber(number), "error-message": message, "error-code": code },
  };
}

/** Replaces a successful answer for the failure modes `declined` and `error`. */
export function failedResponse(mode: "declined" | "error", { fields }: Response, number: number): Response {
  const outcome = `${mode} on demand`;
  if (mode === "error") {
    return { ...errorResponse({ type: "error", code: "8", message: "Failed on demand" }, number), outcome };
  }
  const { type } = fields;
  const declined = { status: "declined", "error-message": "Declined on demand", "error-code": "9" };
  return { isError: true, outcome, fields: { type, "serial-number": serialNumber(number), ...declined } };
}

/** In the format of the gateway. */
function serialNumber(number: number): string {
  return `00000000-0000-0000-0000-${number.toString(16).padStart(12, "0")}`;
}
