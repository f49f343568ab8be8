/** A merchant: takes orders through payment, callback, status and card reference, and records what it sent and received. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createGatewayClient, endpointId, verifyCallback } from "../../src/gateway/index.ts";
import type { GatewaySimulator } from "../../src/gateway/simulator/index.ts";
import type { OrderTrace } from "./checks.ts";

/** A request as it was sent. */
export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** The records of the merchant. */
export interface Merchant {
  /** Takes one order through all steps. It does not throw. */
  takeOrder(clientOrderId: string): Promise<OrderTrace>;
  /** The requests that it sent, and the callbacks that it received, since the last call of this function. */
  takeSent(): SentRequest[];
  /** The number of callbacks that had a wrong checksum or no order. */
  rejectedCallbacks(): number;
  close(): Promise<void>;
}

interface OpenOrder {
  readonly callbacks: string[];
  readonly called: () => void;
}

/** Of ten orders, one is declined: the sample data of the simulator has this amount. */
const DECLINED = "1.01";
const CALLBACK_MILLISECONDS = 60_000;

export async function startMerchant(gateway: GatewaySimulator): Promise<Merchant> {
  const { login, privateKey, controlKey, endpoint } = gateway.sample!;
  const open = new Map<string, OpenOrder>();
  let sent: SentRequest[] = [];
  let rejected = 0;

  const server = createServer(({ url = "" }, response) => {
    sent.push({ url, method: "GET", headers: {} });
    const callback = verifyCallback(url.split("?")[1] ?? "", { controlKey });
    const order = callback.verified ? open.get(callback.clientOrderId) : undefined;
    if (callback.verified && order !== undefined) {
      order.callbacks.push(callback.status);
      order.called();
    } else {
      rejected++;
    }
    response.writeHead(order === undefined ? 400 : 200).end();
  });
  const callbackUrl = `${await listen(server)}/callback`;

  async function record(url: string, init: Omit<SentRequest, "url">): Promise<Response> {
    const { method, headers, body } = init;
    sent.push({ url, method, headers, body });
    return await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  }

  const client = createGatewayClient({
    environment: { name: "integration", origin: gateway.origin },
    keys: { environment: "integration", login, privateKey },
    endpoint: endpointId(endpoint),
    fetch: record,
  });

  /** Makes a customer's payment through the control API. */
  async function pay(clientOrderId: string, amount: string): Promise<string> {
    const body = JSON.stringify({ clientOrderId, amount, currency: "EUR", callbackUrl });
    const headers = { "content-type": "application/json" };
    const response = await record(`${gateway.origin}/_countersign/payments`, { method: "POST", headers, body });
    if (response.status !== 201) throw new Error(`payment: HTTP ${response.status} ${await response.text()}`);
    return ((await response.json()) as { orderId: string }).orderId;
  }

  async function takeOrder(clientOrderId: string): Promise<OrderTrace> {
    const amount = clientOrderId.endsWith("0") ? DECLINED : "10.42";
    const expected = amount === DECLINED ? "declined" : "approved";
    const callbacks: string[] = [];
    const called = new Promise<void>((resolve) => open.set(clientOrderId, { callbacks, called: resolve }));
    try {
      const orderId = await pay(clientOrderId, amount);
      await within(called);
      const { status } = await client.status({ clientOrderId, orderId });
      const { cardRefId } = await client.createCardRef({ clientOrderId, orderId });
      return { clientOrderId, expected, orderId, callbacks, status, cardRefId };
    } catch (error) {
      return { clientOrderId, expected, callbacks, error: (error as Error).message };
    }
  }

  return {
    takeOrder,
    takeSent() {
      const all = sent;
      sent = [];
      return all;
    },
    rejectedCallbacks: () => rejected,
    close: () => close(server),
  };
}

/** Rejects if a callback does not arrive. */
async function within(called: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no callback")), CALLBACK_MILLISECONDS);
  });
  await Promise.race([called, late]).finally(() => clearTimeout(timer));
}

/** Listens on a free port of the loopback address, and returns the origin. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
