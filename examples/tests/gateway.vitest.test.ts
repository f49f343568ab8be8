/** A whole payment against the gateway simulator, with vitest. */

import { explainRequest } from "countersign/diagnosis";
import { createGatewayClient, endpointId, type GatewayClient, verifyCallback } from "countersign/gateway";
import { type GatewaySimulator, startGatewaySimulator } from "countersign/gateway/simulator";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

let simulator: GatewaySimulator;
let client: GatewayClient;
/** The callbacks that the merchant's server would receive. */
const received: URL[] = [];

// Making the key of 4096 bits can take longer than the ten seconds that vitest gives a hook.
beforeAll(async () => {
  simulator = await startGatewaySimulator({
    explain: explainRequest,
    callbackFetch: async (url) => {
      received.push(new URL(url));
      return { status: 200 };
    },
  });
  const { login, controlKey, privateKey, endpoint } = simulator.sample!;
  client = createGatewayClient({
    environment: { name: "integration", origin: simulator.origin },
    keys: { environment: "integration", login, controlKey, privateKey },
    endpoint: endpointId(endpoint),
  });
}, 60_000);
afterAll(() => simulator.close());
afterEach(() => {
  received.length = 0;
  simulator.reset();
});

test("a payment gives a card reference, to which a transfer goes", async () => {
  const payment = { clientOrderId: "order-1", amount: "10.42", currency: "EUR" };
  const callbackUrl = "https://shop.example/callback";
  const { orderId } = simulator.addPayment({ ...payment, callbackUrl });
  await simulator.callbacks();
  const { controlKey } = simulator.sample!;
  expect(verifyCallback(received[0]!.search, { controlKey })).toMatchObject({ verified: true, status: "approved" });

  const card = await client.createCardRef({ clientOrderId: "order-1", orderId });
  const money = { amount: "5.00", currency: "EUR" };
  await client.transferByRef({ clientOrderId: "order-2", ...money, destinationCardRefId: card.cardRefId });
  expect((await client.status({ clientOrderId: "order-2" })).status).toBe("approved");
});

test("an order that waits for the payer is approved later", async () => {
  simulator.addOutcome({ clientOrderId: "order-3", status: "approved", afterSeconds: 60 });
  const { orderId } = simulator.addPayment({ clientOrderId: "order-3", amount: "1.00", currency: "EUR" });
  expect((await client.status({ clientOrderId: "order-3", orderId })).status).toBe("processing");
  await simulator.advanceClock(60);
  expect((await client.status({ clientOrderId: "order-3", orderId })).status).toBe("approved");
});

test("the client tries again after a bad gateway", async () => {
  simulator.failNext("502");
  const card = await client.createCardRef(simulator.sample!.payment, { attempts: 2 });
  expect(card.status).toBe("approved");
});

test("the log says what is wrong with a request", async () => {
  await fetch(`${simulator.origin}/processing/api/v4/status/39915`, { method: "POST" });
  const [request] = await simulator.requests(1);
  expect(request!.code).toBe("protocol-parameters-missing");
});
