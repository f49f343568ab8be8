/**
 * Sample data for a simulator without the option `data`. The keys are new in each process, so that they cannot be mistaken
 * for real ones.
 */

import { generateKeyPair, randomUUID } from "node:crypto";
import { promisify } from "node:util";
import type { GatewayData } from "./data.ts";
import { FAILURE_MODES } from "./failure-modes.ts";
import type { OrderOutcome } from "./outcomes.ts";

/** Sample data, and the values that a client needs to send requests as the first merchant. */
export interface SampleData {
  readonly data: GatewayData;
  readonly login: string;
  readonly controlKey: string;
  /** PEM, PKCS#8. */
  readonly privateKey: string;
  /** PEM, SPKI. */
  readonly publicKey: string;
  readonly endpoint: string;
  readonly endpointGroup: string;
  /** A payment for which create-card-ref succeeds. */
  readonly payment: { readonly clientOrderId: string; readonly orderId: string };
}

/** The first payment of the samples is a transfer, so that the answer contains every field. */
const CARD = {
  cardRefId: "1000000001",
  unqCardRefId: "2000000001",
  recurringPaymentId: "3000000001",
  dstCardRefId: "1000000002",
  dstUnqCardRefId: "2000000002",
  dstRecurringPaymentId: "3000000002",
};

/** The key size that the specification requires. */
const KEY_BITS = 4096;

/** Each of these amounts leads to a different outcome. */
const OUTCOMES: readonly OrderOutcome[] = [
  { amount: "1.01", status: "declined" },
  { amount: "1.02", status: "filtered" },
  { amount: "1.03", status: "error" },
  { amount: "1.04", status: "unknown" },
  { amount: "1.05", status: "processing" },
  { amount: "1.06", status: "approved", afterSeconds: 5, threeDSecure: true },
];

/**
 * @param newControlKey - creates the control key of each merchant
 * @param newKeyPair - creates the RSA keys, in PEM
 */
export async function createSampleData(
  newControlKey: () => string = () => randomUUID().toUpperCase(),
  newKeyPair: () => Promise<Pick<SampleData, "privateKey" | "publicKey">> = keysOfProcess,
): Promise<SampleData> {
  const { privateKey, publicKey } = await newKeyPair();
  const controlKey = newControlKey();
  const payment = { clientOrderId: "invoice-1", orderId: "1001" };
  const merchant = {
    login: "merchant",
    controlKey,
    publicKeys: [publicKey],
    endpoints: [{ id: "39915" }, { id: "39916", currency: "EUR" }],
    endpointGroups: ["174"],
    payments: [
      { ...payment, status: "approved", card: CARD },
      { clientOrderId: "invoice-declined", orderId: "1002", status: "declined", card: CARD },
      { clientOrderId: "invoice-processing", orderId: "1003", status: "processing", card: CARD },
      { clientOrderId: "invoice-without-card", orderId: "1004", status: "approved" },
      ...FAILURE_MODES.map((fails, index) => ({
        clientOrderId: `fails-${fails}`,
        orderId: String(2001 + index),
        status: "approved" as const,
        card: CARD,
        fails,
      })),
    ],
  } as const;
  const other = {
    login: "other-merchant",
    controlKey: newControlKey(),
    endpoints: [{ id: "40000" }],
    payments: [{ clientOrderId: "invoice-of-others", orderId: "3001", status: "approved", card: CARD }],
  } as const;
  const data: GatewayData = { merchants: [merchant, other], outcomes: OUTCOMES };
  const { login } = merchant;
  return { data, login, controlKey, privateKey, publicKey, endpoint: "39915", endpointGroup: "174", payment };
}

let generated: Promise<Pick<SampleData, "privateKey" | "publicKey">> | undefined;

/** One pair for the whole process, because generating it takes seconds and a test suite starts many simulators. */
function keysOfProcess(): Promise<Pick<SampleData, "privateKey" | "publicKey">> {
  generated ??= promisify(generateKeyPair)("rsa", {
    modulusLength: KEY_BITS,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  return generated;
}
