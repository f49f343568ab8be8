/** The data of the simulator: merchants with their keys, endpoints and earlier payments. */

import { quote } from "../../oauth1/errors.ts";
import { readPublicKey } from "../../oauth1/index.ts";
import { fitsType } from "../arguments.ts";
import { configurationError, mustHaveOnly } from "../errors.ts";
import { type FailureMode, mustBeFailureMode } from "./failure-modes.ts";
import { checkOutcome, type OrderOutcome, type PaymentStatus } from "./outcomes.ts";

/** All data of a simulator. */
export interface GatewayData {
  readonly merchants: readonly Merchant[];
  /** How orders end; of the outcomes that fit, the first counts. @default approved at once */
  readonly outcomes?: readonly OrderOutcome[];
}

/** A merchant, with a control key, public keys or both. */
export interface Merchant {
  /** The `oauth_consumer_key` of its requests. */
  readonly login: string;
  /** The consumer secret for HMAC-SHA1. */
  readonly controlKey?: string;
  /** PEM, for RSA-SHA256; more than one while keys are being replaced. */
  readonly publicKeys?: readonly string[];
  readonly endpoints: readonly Endpoint[];
  /** The ids of its endpoint groups. */
  readonly endpointGroups?: readonly string[];
  readonly payments?: readonly Payment[];
}

/** A key of a merchant, as the verifier and the diagnosis expect it. */
export type MerchantKey =
  | { readonly consumerSecret: string; readonly publicKey?: undefined }
  | { readonly publicKey: string; readonly consumerSecret?: undefined };

/** An endpoint of a merchant. */
export interface Endpoint {
  readonly id: string;
  /** The only currency that it accepts. @default all */
  readonly currency?: string;
  /** Receives the callbacks of orders without a callback URL. */
  readonly callbackUrl?: string;
}

/** An earlier payment, which create-card-ref refers to by both ids. */
export interface Payment {
  readonly clientOrderId: string;
  readonly orderId: string;
  readonly status: PaymentStatus;
  readonly amount?: string;
  readonly currency?: string;
  /** Receives the callback of a payment that is made while the simulator runs. */
  readonly callbackUrl?: string;
  /** Absent if the payment has no card information. */
  readonly card?: CardIds;
  /** How a valid create-card-ref request for this payment fails. */
  readonly fails?: FailureMode;
}

/** The ids that create-card-ref returns. */
export interface CardIds {
  readonly cardRefId: string;
  readonly unqCardRefId?: string;
  readonly recurringPaymentId?: string;
  readonly dstCardRefId?: string;
  readonly dstUnqCardRefId?: string;
  readonly dstRecurringPaymentId?: string;
}

/** `$schema` is for editors. */
const DATA_NAMES: readonly string[] = ["$schema", "merchants", "outcomes"];

/**
 * Checks data of a program or of a file, whatever it contains.
 *
 * @throws {@link GatewayError} `configuration-invalid`
 */
export function checkData(data: GatewayData): void {
  const { merchants, outcomes = [] } = data ?? {};
  if (!Array.isArray(merchants)) throw configurationError("data must have a list of merchants");
  mustHaveOnly("data.", data, DATA_NAMES);
  if (!Array.isArray(outcomes)) throw configurationError("data.outcomes must be a list");
  for (const outcome of outcomes as readonly OrderOutcome[]) checkOutcome(outcome);
  const logins = new Set<string>();
  for (const merchant of merchants as readonly Merchant[]) {
    mustBeMerchant(merchant);
    const { login } = merchant;
    if (logins.has(login)) throw configurationError(`data.merchants has the login ${quote(login)} twice`);
    logins.add(login);
  }
}

const MERCHANT_NAMES: readonly (keyof Merchant)[] = [
  ...(["login", "controlKey", "publicKeys", "endpoints", "endpointGroups", "payments"] as const),
];

const ENDPOINT_NAMES: readonly (keyof Endpoint)[] = ["id", "currency", "callbackUrl"];

/** @throws {@link GatewayError} `configuration-invalid` */
export function mustBeMerchant(merchant: Merchant): void {
  const { login, endpoints } = merchant ?? {};
  if (!isFilled(login) || !Array.isArray(endpoints)) {
    throw configurationError("a merchant must have a login and a list of endpoints");
  }
  mustHaveOnly("merchant.", merchant, MERCHANT_NAMES);
  const problem = problemWithTexts(merchant) ?? problemWithKeys(merchant) ?? problemWithPayments(merchant);
  if (problem !== undefined) throw configurationError(`the merchant ${quote(login)}: ${problem}`);
  for (const endpoint of endpoints as readonly Endpoint[]) mustHaveOnly("endpoint.", endpoint, ENDPOINT_NAMES);
}

function problemWithTexts(merchant: Merchant): string | undefined {
  const { controlKey, publicKeys = [], endpoints, endpointGroups = [] } = merchant;
  if (controlKey !== undefined && !isFilled(controlKey)) return "controlKey must be text";
  if (!Array.isArray(publicKeys) || !publicKeys.every(isFilled)) return "publicKeys must be a list of texts";
  if (!Array.isArray(endpointGroups)) return "endpointGroups must be a list";
  const group: unknown = endpointGroups.find((id) => !isEndpointId(id));
  if (group !== undefined) return `each of endpointGroups must be ${ENDPOINT_ID}, got ${quote(group)}`;
  return endpoints.map(problemWithEndpoint).find((problem) => problem !== undefined);
}

const ENDPOINT_ID = "1 to 20 letters and digits";

function isEndpointId(id: unknown): boolean {
  return typeof id === "string" && /^[A-Za-z0-9]{1,20}$/.test(id);
}

function problemWithEndpoint(endpoint: Endpoint): string | undefined {
  if (typeof endpoint !== "object" || endpoint === null) return "each of endpoints must be an object with an id";
  const { id, currency = "EUR", callbackUrl } = endpoint;
  if (!isEndpointId(id)) return `endpoint.id must be ${ENDPOINT_ID}, got ${quote(id)}`;
  if (typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency)) {
    return `endpoint.currency must be three capital letters, such as EUR, got ${quote(currency)}`;
  }
  if (callbackUrl === undefined || isUrl(callbackUrl)) return undefined;
  return `endpoint.callbackUrl must be an http or https URL, got ${quote(callbackUrl)}`;
}

function isUrl(value: unknown): boolean {
  return typeof value === "string" && fitsType("url", value);
}

function isFilled(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function problemWithKeys({ controlKey, publicKeys = [] }: Merchant): string | undefined {
  if (controlKey === undefined && publicKeys.length === 0) return "expected controlKey or publicKeys, got neither";
  for (const publicKey of publicKeys) {
    if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(String(publicKey))) {
      return "publicKeys must have public keys, got a private key";
    }
    try {
      readPublicKey(publicKey);
    } catch (error) {
      return (error as Error).message;
    }
  }
  return undefined;
}

export const PAYMENT_NAMES: readonly (keyof Payment)[] = [
  ...(["clientOrderId", "orderId", "status", "amount", "currency", "callbackUrl", "card", "fails"] as const),
];
const CARD_NAMES: readonly (keyof CardIds)[] = [
  ...(["cardRefId", "unqCardRefId", "recurringPaymentId"] as const),
  ...(["dstCardRefId", "dstUnqCardRefId", "dstRecurringPaymentId"] as const),
];

/** @throws {@link GatewayError} `configuration-invalid` */
export function mustBePayment(payment: Payment): void {
  const { clientOrderId, orderId, status, callbackUrl, card, fails, amount, currency } = payment ?? {};
  for (const [name, value] of Object.entries({ clientOrderId, orderId })) {
    if (typeof value !== "string" || value === "") throw configurationError(`payment.${name} must be text`);
  }
  for (const [name, value] of Object.entries({ amount, currency })) {
    if (value !== undefined && !isFilled(value)) throw configurationError(`payment.${name} must be text`);
  }
  checkOutcome({ status });
  if (fails !== undefined) mustBeFailureMode("payment.fails", fails);
  if (card !== undefined && !(isFilled(card?.cardRefId) && Object.values(card).every(isFilled))) {
    throw configurationError("payment.card must have a cardRefId, and its ids must be texts");
  }
  if (card !== undefined) mustHaveOnly("payment.card.", card, CARD_NAMES);
  if (callbackUrl !== undefined && !isUrl(callbackUrl)) {
    throw configurationError(`payment.callbackUrl must be an http or https URL, got ${quote(callbackUrl)}`);
  }
}

/** Both ids together identify a payment. */
function problemWithPayments({ payments = [] }: Merchant): string | undefined {
  if (!Array.isArray(payments)) return "payments must be a list";
  const seen = new Set<string>();
  for (const payment of payments as readonly Payment[]) {
    mustBePayment(payment);
    mustHaveOnly("payment.", payment, PAYMENT_NAMES);
    const { clientOrderId, orderId } = payment;
    const ids = JSON.stringify([clientOrderId, orderId]);
    if (seen.has(ids)) {
      return `the payment client_orderid ${quote(clientOrderId)}, orderid ${quote(orderId)} occurs twice`;
    }
    seen.add(ids);
  }
  return undefined;
}

export function keysOf({ controlKey, publicKeys = [] }: Merchant, isRsa: boolean): readonly MerchantKey[] {
  if (isRsa) return publicKeys.map((publicKey) => ({ publicKey }));
  return controlKey === undefined ? [] : [{ consumerSecret: controlKey }];
}
