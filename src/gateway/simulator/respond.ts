/**
 * Creates the gateway's answer to an authenticated request, as far as the specification and public documents describe it.
 *
 * Only the error code of a missing parameter is published. The simulator uses its own codes and messages for the other
 * errors; docs/gateway-simulator.md lists them.
 */

import { quote } from "../../oauth1/errors.ts";
import { type HttpRequest, headerValues } from "../../oauth1/http-request.ts";
import type { Parameter } from "../../oauth1/index.ts";
import type { Accepted } from "../../verifier/index.ts";
import { checkedForm, fitsType } from "../arguments.ts";
import { GatewayArgumentError } from "../errors.ts";
import type { Operation } from "../operations.ts";
import type { Merchant } from "./data.ts";
import type { Merchants } from "./merchants.ts";
import { type Arguments, answerTo } from "./order-answers.ts";
import type { Orders } from "./orders.ts";
import { errorResponse, type GatewayFault, type Response, validationError } from "./response-fields.ts";
import type { Route } from "./routes.ts";

/**
 * @param serial - the serial number of the request
 * @param publicChecks - whether to check arguments also against rules that only public documents contain
 */
export function respond(
  route: Route,
  request: HttpRequest,
  { consumerKey: login, parameters: covered }: Accepted,
  merchants: Pick<Merchants, "find">,
  orders: Orders,
  serial: string,
  publicChecks: boolean,
): Response {
  const { operation } = route;
  const merchant = merchants.find(login)!;
  const { args, fault: unreadable } = readArguments(covered, operation);
  const fault =
    unreadable ??
    checkTarget(merchant, route, args.currency) ??
    checkArguments(operation, args, login, request, covered, publicChecks);
  if (fault !== undefined) return errorResponse(fault, serial);
  const endpoint = merchant.endpoints.find(({ id }) => id === route.endpoint);
  const context = { login, operation, callbackUrl: endpoint?.callbackUrl, orders, serial };
  const response = answerTo(route.name, args, context);
  return { ...response, clientOrderId: args.clientOrderId };
}

/** Reads the arguments from the parameters of the body, up to the first one that cannot be read; ignores unknown parameters. */
export function readArguments(
  covered: readonly Parameter[],
  { parameters }: Operation,
): { readonly args: Arguments; readonly fault?: GatewayFault } {
  const args: Record<string, string> = {};
  const inBody = covered.filter(({ origin }) => origin === "body");
  for (const [argument, { name, otherNames = [] }] of Object.entries(parameters)) {
    const [first, second] = inBody.filter((one) => one.name === name || otherNames.includes(String(one.name)));
    if (second !== undefined) return { args, fault: validationError(`Parameter ${name} is repeated`) };
    if (first === undefined) continue;
    if (typeof first.value !== "string") return { args, fault: validationError(`Parameter ${name} is not UTF-8`) };
    args[argument] = first.value;
  }
  return { args };
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
  publicChecks: boolean,
): GatewayFault | undefined {
  if (args.login !== undefined && args.login !== login) {
    return validationError("Parameter login is not the login that signed");
  }
  // An invalid boolean is reported as a notice.
  const checked = Object.entries(args).filter(
    ([argument, value]) => operation.parameters[argument]!.type !== "boolean" || fitsType("boolean", value),
  );
  try {
    // Samples from the gateway's vendor contain amounts without a decimal point.
    checkedForm(operation, Object.fromEntries(checked), { publicChecks, wholeAmounts: true });
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

/** Replaces the names of arguments by the names of parameters in the request. */
function withRequestNames(message: string, { parameters }: Operation): string {
  return message.replace(/\w+/g, (word) => (Object.hasOwn(parameters, word) ? parameters[word]!.name : word));
}

const FORM_TYPE = "application/x-www-form-urlencoded";

/** Reports unread parts of the request, which may contain the missing parameter. */
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
