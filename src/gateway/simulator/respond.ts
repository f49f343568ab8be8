/**
 * What the gateway answers to a request of a known merchant, as far as the specification and public documents say.
 *
 * Codes and messages of errors are published for a missing parameter alone; the others are made up, and docs/gateway.md
 * says so.
 *
 * @module
 */

import { quote } from "../../oauth1/errors.ts";
import { type HttpRequest, headerValues } from "../../oauth1/http-request.ts";
import type { Parameter } from "../../oauth1/index.ts";
import { checkedForm } from "../arguments.ts";
import { GatewayArgumentError } from "../errors.ts";
import { type Operation, type OperationName, operationNamed } from "../operations.ts";
import { FINAL_STATUSES, type GatewayData, type Merchant, type Payment } from "./data.ts";
import type { FailureMode } from "./failure-modes.ts";
import type { Route } from "./routes.ts";

/** Pairs to answer with, and what happened, for the double's own log. */
export interface Response {
  readonly pairs: readonly (readonly [name: string, value: string])[];
  readonly isError: boolean;
  readonly outcome: string;
  /** Where the payment that was asked about says so. */
  readonly fails?: FailureMode | undefined;
}

/** A no, with what only the log says. */
interface No {
  readonly type: "validation-error" | "error";
  readonly code: string;
  readonly message: string;
  /** Why, where the client is not told. */
  readonly why?: string;
  /** The parameter that is not there. */
  readonly missing?: string;
}

/** A request whose signature is right. */
export interface VerifiedRequest {
  readonly route: Route;
  readonly request: HttpRequest;
  readonly login: string;
  /** What the signature covers. */
  readonly covered: readonly Parameter[];
}

/** Answers it. */
export function respond(
  { route: { operation: name, endpoint, endpointGroup }, request, login, covered }: VerifiedRequest,
  data: GatewayData,
  number: number,
): Response {
  const operation = operationNamed(name);
  const merchant = data.merchants.find((one) => one.login === login)!;
  const given = argumentsIn(covered, operation);
  if ("no" in given) return refusal(given.no, number);
  const { args } = given;
  const no =
    wrongTarget(merchant, endpoint, endpointGroup, args.currency) ??
    unread(wrongArguments(operation, args, login), request, covered);
  if (no !== undefined) return refusal(no, number);
  return name === "createCardRef" ? cardReference(args, merchant, data, number) : receipt(name, args, number);
}

/** What is missing may be there, and stand where the gateway does not look. */
function unread(no: No | undefined, request: HttpRequest, covered: readonly Parameter[]): No | undefined {
  if (no?.missing === undefined) return no;
  const [type] = headerValues(request, "content-type");
  const hasBody = (request.body ?? "").length > 0;
  const isForm = type !== undefined && /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type);
  const inQuery = covered.some(({ name, origin }) => origin === "query" && name === no.missing);
  const notes = [
    ...(hasBody && !isForm ? [`the body is ${quote(type ?? "of no type")}, and only ${FORM_TYPE} is read`] : []),
    ...(inQuery ? [`${no.missing} stands in the query, and only the body is read`] : []),
  ];
  return { ...no, why: [no.why, ...notes].join("; ") };
}

const FORM_TYPE = "application/x-www-form-urlencoded";

type Arguments = Readonly<Record<string, string>>;

/** The parameters of the body by the names of the arguments; names that the table does not know are let be. */
function argumentsIn(covered: readonly Parameter[], { parameters }: Operation): { args: Arguments } | { no: No } {
  const args: Record<string, string> = {};
  const inBody = covered.filter(({ origin }) => origin === "body");
  for (const [argument, { name, otherNames = [] }] of Object.entries(parameters)) {
    const [first, second] = inBody.filter((one) => one.name === name || otherNames.includes(String(one.name)));
    if (second !== undefined) return { no: invalid(`Parameter ${name} is repeated`) };
    if (first === undefined) continue;
    if (typeof first.value !== "string") return { no: invalid(`Parameter ${name} is not UTF-8`) };
    args[argument] = first.value;
  }
  return { args };
}

function invalid(message: string): No {
  return { type: "validation-error", code: "1", message };
}

function wrongTarget(
  { endpoints, endpointGroups = [] }: Merchant,
  endpoint: string | undefined,
  endpointGroup: string | undefined,
  currency: string | undefined,
): No | undefined {
  if (endpointGroup !== undefined) {
    if (endpointGroups.includes(endpointGroup)) return undefined;
    const isEndpoint = endpoints.some(({ id }) => id === endpointGroup);
    const why = isEndpoint ? { why: "this is the id of an endpoint, and the path has group/" } : {};
    return { type: "error", code: "3", message: `End point group with id ${endpointGroup} not found`, ...why };
  }
  const found = endpoints.find(({ id }) => id === endpoint);
  if (found === undefined) {
    const isGroup = endpointGroups.includes(endpoint!);
    const why = isGroup ? { why: "this is the id of a group, and the path has no group/" } : {};
    return { type: "error", code: "2", message: `End point with id ${endpoint} not found`, ...why };
  }
  if (currency === undefined || found.currency === undefined || currency === found.currency) return undefined;
  const message = `Project with ${found.currency} currency does not apply request with currency ${currency}`;
  return { type: "error", code: "4", message };
}

function wrongArguments(operation: Operation, args: Arguments, login: string): No | undefined {
  if (args.login !== undefined && args.login !== login) return invalid("Parameter login is not the login that signed");
  try {
    // The gateway takes amounts without a point, as samples of its makers show.
    checkedForm(operation, args, { publicChecks: true, wholeAmounts: true, names: {}, extra: {} });
    return undefined;
  } catch (error) {
    if (!(error instanceof GatewayArgumentError)) throw error;
    const name = operation.parameters[error.field]?.name ?? error.field;
    const why = onTheWire(error.message, operation);
    if (args[error.field] === undefined) {
      return { ...invalid(`Parameter ${name} is required`), why, missing: name };
    }
    return { ...invalid(`Parameter ${name} is invalid`), why };
  }
}

/** The same with the names that whoever reads the log has sent. */
function onTheWire(message: string, { parameters }: Operation): string {
  return message.replace(/\w+/g, (word) => (Object.hasOwn(parameters, word) ? parameters[word]!.name : word));
}

/** The first payment exists, is this merchant's, is over, and carries card information. */
function cardReference(args: Arguments, merchant: Merchant, data: GatewayData, number: number): Response {
  const isMeant = (one: Payment): boolean => one.clientOrderId === args.clientOrderId && one.orderId === args.orderId;
  const payment = merchant.payments?.find(isMeant);
  if (payment === undefined) {
    return refusal(
      { type: "error", code: "5", message: "Order not found", why: whyNotFound(args, merchant, data) },
      number,
    );
  }
  if (!FINAL_STATUSES.includes(payment.status)) {
    return refusal({ type: "error", code: "6", message: `Order is not in a final status: ${payment.status}` }, number);
  }
  if (payment.card === undefined) {
    return refusal({ type: "error", code: "7", message: "Order has no card information" }, number);
  }
  const { card, fails } = payment;
  const pairs: readonly (readonly [name: string, value: string | undefined])[] = [
    ["type", "create-card-ref-response"],
    ["serial-number", serialNumber(number)],
    ["card-ref-id", card.cardRefId],
    ["unq-card-ref-id", card.unqCardRefId],
    ["recurring-payment-id", card.recurringPaymentId],
    ["dst-card-ref-id", card.dstCardRefId],
    ["dst-unq-card-ref-id", card.dstUnqCardRefId],
    ["dst-recurring-payment-id", card.dstRecurringPaymentId],
    ["status", "approved"],
  ];
  const present = pairs.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return { pairs: present, isError: false, outcome: "create-card-ref approved", fails };
}

/** What the client is not told: that the order is there, but for somebody else or under another id. */
function whyNotFound(args: Arguments, merchant: Merchant, { merchants }: GatewayData): string {
  const half = merchant.payments?.find(
    (one) => one.orderId === args.orderId || one.clientOrderId === args.clientOrderId,
  );
  if (half !== undefined) return "client_orderid and orderid are not of the same payment";
  const isOthers = merchants.some(({ payments = [] }) => payments.some(({ orderId }) => orderId === args.orderId));
  return isOthers ? "the payment is another merchant's" : "there is no such payment";
}

/** The others are taken, and nothing comes of them. */
function receipt(name: OperationName, { clientOrderId }: Arguments, number: number): Response {
  const pairs = [
    ["type", "async-response"],
    ["serial-number", serialNumber(number)],
    ["merchant-order-id", clientOrderId!],
    ["paynet-order-id", String(900_000 + number)],
  ] as const;
  return { pairs, isError: false, outcome: `${operationNamed(name).path} taken` };
}

function refusal({ type, code, message, why }: No, number: number): Response {
  return {
    isError: true,
    outcome: why === undefined ? message : `${message}: ${why}`,
    pairs: [
      ["type", type],
      ["serial-number", serialNumber(number)],
      ["error-message", message],
      ["error-code", code],
    ],
  };
}

/** A no or a decline on demand. */
export function failedOnPurpose(mode: "declined" | "error", response: Response, number: number): Response {
  const outcome = `${mode} on demand`;
  if (mode === "error")
    return { ...refusal({ type: "error", code: "8", message: "Failed on demand" }, number), outcome };
  const pairs = response.pairs.filter(([name]) => name === "type" || name === "serial-number");
  return {
    isError: true,
    outcome,
    pairs: [...pairs, ["status", "declined"], ["error-message", "Declined on demand"], ["error-code", "9"]],
  };
}

/** Of one request, in the gateway's form. */
function serialNumber(number: number): string {
  return `00000000-0000-0000-0000-${number.toString(16).padStart(12, "0")}`;
}
