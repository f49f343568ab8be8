/**
 * What the double knows: merchants with their keys, endpoints and earlier payments.
 *
 * @module
 */

import { quote } from "../../oauth1/errors.ts";
import { readPublicKey } from "../../oauth1/index.ts";
import type { CredentialsLookup } from "../../verifier/index.ts";
import { GatewayError } from "../errors.ts";
import type { FailureMode } from "./failure-modes.ts";

/** Everything. */
export interface GatewayData {
  readonly merchants: readonly Merchant[];
}

/** Who signs. */
export interface Merchant {
  /** `oauth_consumer_key`. */
  readonly login: string;
  /** For HMAC-SHA1. */
  readonly controlKey?: string;
  /** PEM, for RSA-SHA256; several while keys are being changed. */
  readonly publicKeys?: readonly string[];
  readonly endpoints: readonly Endpoint[];
  readonly endpointGroups?: readonly string[];
  readonly payments?: readonly Payment[];
}

/** A key of a merchant, as the verifier and the diagnosis take it. */
export type MerchantKey =
  | { readonly consumerSecret: string; readonly publicKey?: undefined }
  | { readonly publicKey: string; readonly consumerSecret?: undefined };

/** Takes requests of its merchant. */
export interface Endpoint {
  readonly id: string;
  /** The only one that it takes; absent takes all. */
  readonly currency?: string;
}

/** The statuses of the gateway's list. */
export type PaymentStatus = "approved" | "declined" | "error" | "filtered" | "processing" | "unknown";

/** An earlier payment, which a card reference can be made of. */
export interface Payment {
  readonly clientOrderId: string;
  readonly orderId: string;
  readonly status: PaymentStatus;
  /** Absent where the payment carries no card information. */
  readonly card?: CardIds;
  /** How create-card-ref fails for it, though everything is right. */
  readonly fails?: FailureMode;
}

/** What the answer names: pairs of create-card-ref-response. */
export interface CardIds {
  readonly cardRefId: string;
  readonly unqCardRefId?: string;
  readonly recurringPaymentId?: string;
  readonly dstCardRefId?: string;
  readonly dstUnqCardRefId?: string;
  readonly dstRecurringPaymentId?: string;
}

/** After these nothing happens to a payment any more. */
export const FINAL_STATUSES: readonly PaymentStatus[] = ["approved", "declined", "error", "filtered"];

/**
 * Refuses data that the double could not keep apart or use.
 *
 * @throws {@link GatewayError} `configuration-invalid`
 */
export function checkData(data: GatewayData): void {
  const { merchants } = data ?? {};
  if (!Array.isArray(merchants)) throw unusable("data must have a list of merchants");
  const seen = new Set<string>();
  for (const merchant of merchants as readonly Merchant[]) {
    const { login, endpoints } = merchant ?? {};
    if (typeof login !== "string" || !Array.isArray(endpoints)) {
      throw unusable("each of data.merchants must have a login and a list of endpoints");
    }
    if (seen.has(login)) throw unusable(`the merchant ${quote(login)} stands twice`);
    seen.add(login);
    checkKeys(merchant);
    checkPayments(merchant);
  }
}

function checkKeys({ login, controlKey, publicKeys = [] }: Merchant): void {
  if (controlKey === undefined && publicKeys.length === 0) {
    throw unusable(`the merchant ${quote(login)} has neither controlKey nor publicKeys`);
  }
  for (const publicKey of publicKeys) {
    if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(String(publicKey))) {
      throw unusable(`the merchant ${quote(login)}: publicKeys must hold public keys, got a private key`);
    }
    try {
      readPublicKey(publicKey);
    } catch (error) {
      throw unusable(`the merchant ${quote(login)}: ${(error as Error).message}`);
    }
  }
}

/** Both ids together say which payment is meant. */
function checkPayments({ login, payments = [] }: Merchant): void {
  const seen = new Set<string>();
  for (const { clientOrderId, orderId } of payments) {
    const ids = JSON.stringify([clientOrderId, orderId]);
    if (seen.has(ids)) {
      const which = `client_orderid ${quote(clientOrderId)}, orderid ${quote(orderId)}`;
      throw unusable(`the merchant ${quote(login)}: the payment ${which} stands twice`);
    }
    seen.add(ids);
  }
}

function unusable(message: string): GatewayError {
  return new GatewayError("configuration-invalid", message);
}

/** Finds the keys of a merchant; requests with a token are nobody's. */
export function lookUpIn({ merchants }: GatewayData): CredentialsLookup {
  const byLogin = new Map(merchants.map((merchant) => [merchant.login, merchant]));
  return ({ consumerKey, token, signatureMethod }) => {
    const merchant = token ? undefined : byLogin.get(consumerKey);
    return merchant === undefined ? undefined : keysOf(merchant, signatureMethod.startsWith("RSA-"));
  };
}

/** The keys of a merchant for one family of methods. */
export function keysOf({ controlKey, publicKeys = [] }: Merchant, isRsa: boolean): readonly MerchantKey[] {
  if (isRsa) return publicKeys.map((publicKey) => ({ publicKey }));
  return controlKey === undefined ? [] : [{ consumerSecret: controlKey }];
}
