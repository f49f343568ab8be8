/** The data of the simulator: merchants with their keys, endpoints and earlier payments. */

import { quote } from "../../oauth1/errors.ts";
import { readPublicKey } from "../../oauth1/index.ts";
import type { Same, ValueOf } from "../../shapes/shape.ts";
import { fitsType } from "../arguments.ts";
import { problemWithControlKey, problemWithRsaKey } from "../environment.ts";
import { configurationError } from "../errors.ts";
import { DATA, MERCHANT, mustFit, NEW_PAYMENT } from "./data-shapes.ts";
import type { FailureMode } from "./failure-modes.ts";
import type { OrderOutcome, PaymentStatus } from "./outcomes.ts";

/** All data of a simulator. */
export interface GatewayData {
  readonly merchants: readonly Merchant[];
  /** How orders end; the first outcome that matches an order applies. @default approved at once */
  readonly outcomes?: readonly OrderOutcome[];
  /** More operations, as version and path such as `v4/sale`. A valid request creates an order; its arguments are not checked. */
  readonly operations?: readonly string[];
}

/** A merchant, with a control key, public keys or both. */
export interface Merchant {
  /** The merchant's `oauth_consumer_key`. */
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
  /** The only accepted currency. @default all */
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

// The compiler compares the shape with the published type.
true satisfies Same<Omit<ValueOf<typeof DATA>, "$schema">, GatewayData>;

/**
 * Checks data of any content, from a program or a file.
 *
 * @throws {@link GatewayError} `configuration-invalid`
 */
export function checkData(data: GatewayData): void {
  mustFit(DATA, "data", data);
  const logins = new Set<string>();
  for (const [index, merchant] of data.merchants.entries()) {
    mustBeUsable(`data.merchants[${index}]`, merchant);
    const { login } = merchant;
    if (logins.has(login)) throw configurationError(`data.merchants has the login ${quote(login)} twice`);
    logins.add(login);
  }
}

/** @throws {@link GatewayError} `configuration-invalid` */
export function checkMerchant(merchant: Merchant): void {
  mustFit(MERCHANT, "merchant", merchant);
  mustBeUsable("merchant", merchant);
}

/** @throws {@link GatewayError} `configuration-invalid` */
export function checkPayment(payment: Pick<Payment, "callbackUrl">): void {
  mustFit(NEW_PAYMENT, "payment", payment);
  mustHaveUrl("payment", payment);
}

/** Checks the rules that a shape cannot express. */
function mustBeUsable(where: string, merchant: Merchant): void {
  const { endpoints, payments = [] } = merchant;
  for (const [index, endpoint] of endpoints.entries()) mustHaveUrl(`${where}.endpoints[${index}]`, endpoint);
  for (const [index, payment] of payments.entries()) mustHaveUrl(`${where}.payments[${index}]`, payment);
  const problem = problemWithKeys(merchant) ?? problemWithPayments(payments);
  if (problem !== undefined) throw configurationError(`${where}${problem}`);
}

function mustHaveUrl(where: string, { callbackUrl }: { readonly callbackUrl?: string }): void {
  if (callbackUrl === undefined || fitsType("url", callbackUrl)) return;
  throw configurationError(`${where}.callbackUrl: expected an http or https URL, got ${quote(callbackUrl)}`);
}

function problemWithKeys({ controlKey, publicKeys = [] }: Merchant): string | undefined {
  if (controlKey === undefined && publicKeys.length === 0) return ": expected controlKey or publicKeys, got neither";
  const ofControlKey = problemWithControlKey(controlKey);
  if (ofControlKey !== undefined) return `.controlKey: ${ofControlKey}`;
  for (const [index, publicKey] of publicKeys.entries()) {
    if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(publicKey)) {
      return `.publicKeys[${index}]: expected a public key, got a private key`;
    }
    const problem = problemWithPublicKey(publicKey);
    if (problem !== undefined) return `.publicKeys[${index}]: ${problem}`;
  }
  return undefined;
}

function problemWithPublicKey(publicKey: string): string | undefined {
  try {
    return problemWithRsaKey(readPublicKey(publicKey));
  } catch (error) {
    return (error as Error).message;
  }
}

/** Reports payments with the same two ids. */
function problemWithPayments(payments: readonly Payment[]): string | undefined {
  const seen = new Set<string>();
  for (const { clientOrderId, orderId } of payments) {
    const ids = JSON.stringify([clientOrderId, orderId]);
    if (seen.has(ids)) {
      return `: the payment client_orderid ${quote(clientOrderId)}, orderid ${quote(orderId)} occurs twice`;
    }
    seen.add(ids);
  }
  return undefined;
}

export function keysOf({ controlKey, publicKeys = [] }: Merchant, isRsa: boolean): readonly MerchantKey[] {
  if (isRsa) return publicKeys.map((publicKey) => ({ publicKey }));
  return controlKey === undefined ? [] : [{ consumerSecret: controlKey }];
}
