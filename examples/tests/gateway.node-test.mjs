/** A payment against the gateway simulator and its control API, with node:test: `node --test FILE`. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createGatewayClient, endpointId } from "countersign/gateway";
import { startGatewaySimulator } from "countersign/gateway/simulator";

let simulator;
let client;

before(async () => {
  simulator = await startGatewaySimulator();
  const { login, privateKey, endpoint } = simulator.sample;
  client = createGatewayClient({
    environment: { name: "integration", origin: simulator.origin },
    keys: { environment: "integration", login, privateKey },
    endpoint: endpointId(endpoint),
  });
});
after(() => simulator.close());

/** Programs in any language use the control API in the same way. */
async function control(method, path, body) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${simulator.origin}/_countersign/${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  });
  return response.json();
}

test("a payment gives a card reference", async () => {
  const { orderId } = await control("POST", "payments", { clientOrderId: "order-1", amount: "10.42", currency: "EUR" });
  const card = await client.createCardRef({ clientOrderId: "order-1", orderId });
  assert.equal(card.status, "approved");
});

test("a payout is declined by its amount", async () => {
  await control("POST", "outcomes", { amount: "13.00", status: "declined", errorMessage: "Insufficient funds" });
  const order = { clientOrderId: "order-2", amount: "13.00", currency: "EUR" };
  await client.payout({ ...order, accountNumber: "1", bankName: "Bank" });
  const status = await client.status({ clientOrderId: "order-2" });
  assert.equal(status.status, "declined");
  assert.equal(status.errorMessage, "Insufficient funds");
});

test("the control API shows each request with its stages", async () => {
  await client.createCardRef(simulator.sample.payment);
  const { requests } = await control("GET", "requests?last=1");
  assert.equal(requests[0].accepted, true);
  assert.match(requests[0].stages["base-string"], /^POST&http%3A/);
});
