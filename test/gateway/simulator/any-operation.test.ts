/** Requests for operations that the simulator does not have: their signatures are verified before anything else. */

import { afterEach, describe, expect, test } from "vitest";
import { createGatewayClient, endpointId } from "../../../src/gateway/index.ts";
import {
  type GatewaySimulator,
  type GatewaySimulatorOptions,
  startGatewaySimulator,
} from "../../../src/gateway/simulator/index.ts";
import { sample } from "./shared-sample.ts";
import { requestTo, send } from "./signed-requests.ts";

const running: GatewaySimulator[] = [];
afterEach(() => Promise.all(running.splice(0).map((one) => one.close())));

async function start(options: GatewaySimulatorOptions = {}): Promise<GatewaySimulator> {
  const simulator = await startGatewaySimulator({ data: sample.data, ...options });
  running.push(simulator);
  return simulator;
}

const SALE = { client_orderid: "sale-1", amount: "10.42", currency: "EUR", credit_card_number: "4444333322221111" };

function saleTo(to: GatewaySimulator, form: Record<string, string> = SALE, operation = "v4/sale") {
  return requestTo(to, { sample, operation, form });
}

describe("a request for an unknown operation", () => {
  test("gets a 404 if its signature is valid, and the log reports both", async () => {
    const simulator = await start();
    expect((await send(saleTo(simulator))).status).toBe(404);
    expect((await simulator.requests(1))[0]).toMatchObject({
      authenticated: true,
      accepted: false,
      status: 404,
      outcome: "the signature is valid, but there is no operation at /processing/api/v4/sale/39915",
    });
  });

  test("gets a 403 if its signature is wrong, and the log has the reason", async () => {
    const simulator = await start();
    expect((await send(saleTo(simulator), { body: "client_orderid=sale-2" })).status).toBe(403);
    const [request] = await simulator.requests(1);
    expect(request).toMatchObject({ authenticated: false, accepted: false, code: "signature-mismatch" });
    expect(request!.stages["base-string"]).toContain("v4%2Fsale");
  });

  test("is rejected if it is sent again", async () => {
    const simulator = await start();
    const request = saleTo(simulator);
    expect([(await send(request)).status, (await send(request)).status]).toEqual([404, 403]);
  });

  test("keeps the status of its path if it is not signed", async () => {
    const simulator = await start();
    const response = await fetch(`${simulator.origin}/processing/api/v2/sale/39915`, { method: "POST", body: "a=1" });
    expect(response.status).toBe(404);
    expect((await simulator.requests(1))[0]!.outcome).toBe("there is no operation at /processing/api/v2/sale/39915");
  });

  test("of another method than POST is verified, too", async () => {
    const simulator = await start();
    const request = requestTo(simulator, { sample, method: "GET", form: undefined });
    const { url, method, headers } = request;
    expect((await fetch(url, { method, headers })).status).toBe(405);
    expect((await simulator.requests(1))[0]).toMatchObject({ authenticated: true, accepted: false });
    expect((await fetch(url, { method, headers })).status).toBe(403);
  });
});

describe("an operation that only the data lists", () => {
  const data = { ...sample.data, operations: ["v4/sale", "v4/nested/return"] };

  test("gets async-response, and creates an order that status and create-card-ref find", async () => {
    const simulator = await start({ data });
    const answer = await (await send(saleTo(simulator))).text();
    expect(answer).toMatch(/^type=async-response\n&serial-number=.*&merchant-order-id=sale-1\n&paynet-order-id=/s);
    const order = simulator.orders().at(-1);
    expect(order).toMatchObject({ clientOrderId: "sale-1", amount: "10.42", currency: "EUR", status: "approved" });
    const client = createGatewayClient({
      environment: { name: "integration", origin: simulator.origin },
      keys: { environment: "integration", login: sample.login, privateKey: sample.privateKey },
      endpoint: endpointId(sample.endpoint),
    });
    expect(await client.status({ clientOrderId: "sale-1" })).toMatchObject({ status: "approved" });
    const ids = { clientOrderId: "sale-1", orderId: order!.orderId };
    expect((await client.createCardRef(ids)).cardRefId).toMatch(/^[0-9]{12}$/);
  });

  test("checks no arguments, needs no order id, and gets no notice for parameters", async () => {
    const simulator = await start({ data, strict: ["parameter-unknown"] });
    const answer = await send(saleTo(simulator, { whatever: "1", amount: "10" }, "v4/nested/return"));
    expect(await answer.text()).toMatch(/^type=async-response\n&serial-number=[^&]*&paynet-order-id=[0-9]+\n$/);
    expect((await simulator.requests(1))[0]).toMatchObject({ accepted: true, notices: [] });
  });

  test("still needs a valid signature and an endpoint of the merchant", async () => {
    const simulator = await start({ data });
    expect((await send(saleTo(simulator), { body: "a=1" })).status).toBe(403);
    const elsewhere = requestTo(simulator, {
      sample,
      form: SALE,
      target: `${simulator.origin}/paynet/api/v4/sale/7`,
    });
    expect(await (await send(elsewhere)).text()).toContain("End+point+with+id+7+not+found".replaceAll("+", "%20"));
  });

  test.each(["sale", "v4/", "v4/Sale", "/v4/sale", "v4/sale/"])("cannot be listed as %j", async (operation) => {
    const wrong = { ...sample.data, operations: [operation] };
    await expect(startGatewaySimulator({ data: wrong })).rejects.toThrow(
      `data.operations[0]: expected version and path such as v4/sale, got "${operation}"`,
    );
  });
});

describe("the simulator's options for what the specification leaves open", () => {
  test("let it answer a wrong signature with 401", async () => {
    const simulator = await start({ rejectionStatus: 401 });
    const response = await send(saleTo(simulator), { body: "a=1" });
    expect([response.status, response.headers.get("content-type")]).toEqual([401, "text/html; charset=utf-8"]);
    await expect(startGatewaySimulator({ rejectionStatus: 400 as never })).rejects.toThrow(
      "rejectionStatus must be 401 or 403, got 400",
    );
  });

  test("let it check arguments against the specification only", async () => {
    const simulator = await start({ publicChecks: false });
    const form = { amount: "1e3", currency: "EUR" };
    const payout = (to: GatewaySimulator) => send(requestTo(to, { sample, operation: "v4/payout", form }));
    expect(await (await payout(simulator)).text()).toContain("type=async-response");
    expect(await (await payout(await start())).text()).toContain("type=validation-error");
    const card = requestTo(simulator, { sample, form: { orderid: "1001" } });
    expect(await (await send(card)).text()).toContain("client_orderid");
  });
});
