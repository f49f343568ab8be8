import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type GatewaySimulator,
  type OrderRecord,
  startGatewaySimulator,
} from "../../../src/gateway/simulator/index.ts";
import { requestTo, send } from "./signed-requests.ts";

let simulator: GatewaySimulator;
beforeAll(async () => {
  simulator = await startGatewaySimulator({ callbackFetch: async () => ({ status: 200 }) });
});
afterAll(() => simulator.close());

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const url = `${simulator.origin}/_countersign/${path}`;
  const type = { "content-type": "application/json" };
  const init = body === undefined ? { headers } : { headers: { ...type, ...headers }, body: JSON.stringify(body) };
  const response = await fetch(url, { method, ...init });
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

describe("the control API", () => {
  test("makes payments and outcomes, and lists orders and callbacks", async () => {
    const outcome = { amount: "9.99", status: "declined" };
    expect(await ask("POST", "outcomes", outcome)).toEqual({ status: 201, answer: outcome });
    const payment = { clientOrderId: "api-1", amount: "9.99", callbackUrl: "http://127.0.0.1:9/" };
    const made = await ask("POST", "payments", payment);
    expect(made).toMatchObject({ status: 201, answer: { clientOrderId: "api-1", status: "declined" } });
    const { orders } = (await ask("GET", "orders")).answer as { orders: OrderRecord[] };
    expect(orders.at(-1)).toEqual(made.answer);
    expect((await ask("GET", "callbacks")).answer.callbacks).toMatchObject([
      { clientOrderId: "api-1", delivered: true },
    ]);
  });

  test("shows one request, and those that contain a text", async () => {
    await send(requestTo(simulator, { form: { client_orderid: "wanted", orderid: "1" } }));
    await send(requestTo(simulator));
    const found = (await ask("GET", "requests?contains=wanted&accepted=false")).answer.requests as { number: number }[];
    expect(found).toHaveLength(1);
    expect((await ask("GET", `request?number=${found[0]!.number}`)).answer).toEqual(found[0]);
    expect((await ask("GET", "requests?contains=wanted&accepted=true")).answer.requests).toEqual([]);
  });

  test("puts the clock forward, so that an old request is too old", async () => {
    const before = Date.parse(String((await ask("GET", "clock")).answer.now));
    const old = requestTo(simulator);
    const after = Date.parse(String((await ask("POST", "clock?advance=3600")).answer.now));
    expect(after - before).toBeGreaterThanOrEqual(3_600_000);
    expect((await send(old)).status).toBe(403);
    expect((await simulator.requests(1))[0]!.code).toBe("timestamp-too-old");
  });

  test("forgets requests, orders, outcomes and planned failures, and keeps the data", async () => {
    simulator.failNext("502");
    expect((await ask("POST", "reset")).status).toBe(200);
    expect((await ask("GET", "requests")).answer).toEqual({ total: 0, requests: [] });
    expect((await ask("GET", "callbacks")).answer).toEqual({ callbacks: [] });
    const { orders } = (await ask("GET", "orders")).answer as { orders: OrderRecord[] };
    expect(orders.map(({ clientOrderId }) => clientOrderId)).toContain("invoice-1");
    expect(orders.map(({ clientOrderId }) => clientOrderId)).not.toContain("api-1");
    expect((await ask("POST", "payments", { clientOrderId: "a", amount: "9.99" })).answer.status).toBe("approved");
  });

  test.each([
    ["POST", "payments", { clientOrderId: 7 }, {}, 400, /clientOrderId must be text/],
    ["POST", "payments", [], {}, 400, /clientOrderId must be text/],
    ["POST", "payments", null, {}, 400, /must be an object/],
    ["POST", "outcomes", { status: "paid" }, {}, 400, /must be one of approved/],
    ["POST", "payments", { clientOrderId: "x" }, { "content-type": "text/plain" }, 400, /type application\/json/],
    ["POST", "fail?mode=slow&milliseconds=1e9", undefined, {}, 400, /milliseconds must be a whole number/],
    ["POST", "clock?advance=-1", undefined, {}, 400, /whole number/],
    ["GET", "request?number=x", undefined, {}, 400, /whole number/],
    ["GET", "request?number=99999", undefined, {}, 404, /no request 99999/],
    ["GET", "requests?accepted=maybe", undefined, {}, 400, /true or false/],
    ["GET", "nothing", undefined, {}, 404, /no such path/],
    ["POST", "reset", undefined, { origin: "https://evil.example" }, 403, /another origin/],
  ])("answers %s %s with %j %j by %i", async (method, path, body, headers, status, message) => {
    const result = await ask(method, path, body, headers as Record<string, string>);
    expect(result).toMatchObject({ status, answer: { error: expect.stringMatching(message) } });
  });

  test("has the page of the bank only for orders that wait for their payer", async () => {
    for (const query of ["", "?orderid=1001", "?orderid=%3Cb%3E"]) {
      for (const method of ["GET", "POST"]) {
        const response = await fetch(`${simulator.origin}/_countersign/3ds${query}`, { method });
        expect(response.status).toBe(404);
      }
    }
  });
});
