import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type GatewaySimulator,
  type HttpRequest,
  type LoggedRequest,
  type OrderRecord,
  startGatewaySimulator,
} from "../../../src/gateway/simulator/index.ts";
import { readRequest } from "../../../src/requests/index.ts";
import type { SentRequest } from "../../signed-request.ts";
import { hmacRequestTo, requestTo, send } from "./signed-requests.ts";

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

/** Sends a request as it is, which a client would normalize. */
function rawAnswer(methodAndTarget: string, host: string = new URL(simulator.origin).host): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(simulator.port, "127.0.0.1", () => {
      socket.end(`${methodAndTarget} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    });
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("end", () => resolve(text)).on("error", reject);
  });
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
    expect((await ask("GET", `requests/${found[0]!.number}`)).answer).toEqual(found[0]);
    expect((await ask("GET", "requests?contains=wanted&accepted=true")).answer.requests).toEqual([]);
  });

  test("lists only what is new or has changed, for a page that asks again and again", async () => {
    const { next } = (await ask("GET", "requests")).answer as { next: number };
    expect((await ask("GET", `requests?after=${next}`)).answer).toMatchObject({ next, requests: [] });
    await send(requestTo(simulator));
    const later = (await ask("GET", `requests?after=${next}`)).answer as { next: number; requests: LoggedRequest[] };
    expect(later.requests).toMatchObject([{ accepted: true }]);
    expect((await ask("GET", `requests?after=${later.next}`)).answer).toMatchObject({ requests: [] });

    await send({ ...requestTo(simulator), headers: {} });
    // It is listed again once its diagnosis has ended.
    const { number } = (await simulator.requests(1))[0]!;
    const changed = (await ask("GET", `requests?after=${later.next}`)).answer as { requests: LoggedRequest[] };
    expect(changed.requests).toMatchObject([{ number, code: "protocol-parameters-missing" }]);
    expect(changed.requests[0]!.diagnosis.isPending).toBeUndefined();

    await ask("POST", "reset");
    const empty = (await ask("GET", `requests?after=${next}`)).answer;
    expect(empty).toMatchObject({ total: 0, first: number + 1, requests: [] });
  });

  test("shows a curl command that sends the same request again", async () => {
    // In the many octets of an RSA signature, a piece of the random control key would sometimes be hidden.
    const sent = hmacRequestTo(simulator);
    await send(sent);
    const [{ curl, number }] = (await simulator.requests(1)) as [LoggedRequest];
    const again = readRequest(Buffer.from(curl.replace(" --include", ""))) as HttpRequest;
    expect(Buffer.from(again.body!).toString()).toBe(sent.body);
    await send({ ...sent, ...again, headers: Object.fromEntries(again.headers) } as SentRequest, {
      body: Buffer.from(again.body!).toString(),
    });
    expect((await simulator.requests(1))[0]).toMatchObject({ number: number + 1, code: "nonce-used" });
  });

  test("compares what the client says that it signed with what arrived", async () => {
    const sent = requestTo(simulator);
    const { baseString } = sent;
    const body = String(sent.body);
    await send(sent, {
      headers: { "X-Countersign-Base-String": baseString, "X-Countersign-Body": body },
      body: body.replace("1001", "1002"),
    });
    const { comparisons, diagnosis } = (await simulator.requests(1))[0]!;
    expect(comparisons).toMatchObject([
      { stage: "base-string", isEqual: false, part: "orderid", position: baseString.indexOf("3D1001") + 6 },
      { stage: "body", isEqual: false, position: body.indexOf("1001") + 4 },
    ]);
    expect(diagnosis.lines[0]).toMatch(/^X-Countersign-Base-String differs from .* at character \d+, in orderid$/);
    await send(requestTo(simulator), { headers: { "X-Countersign-Body": body } });
    expect((await simulator.requests(1))[0]).toMatchObject({ accepted: true, comparisons: [{ isEqual: true }] });
  });

  test("shows card data only to those who ask for it", async () => {
    const form = { client_orderid: "card-1", credit_card_number: "5425233430109903", cvv2: "9871", amount: "1.00" };
    await send(
      requestTo(simulator, { operation: "v4/transfer", form, protocol: { oauth_nonce: "n", oauth_timestamp: "1" } }),
      {
        headers: { "X-Countersign-Body": "credit_card_number=5425233430109904" },
      },
    );
    const { number } = (await simulator.requests(1))[0]!;
    for (const path of ["requests?last=1", `requests/${number}`]) {
      expect(JSON.stringify((await ask("GET", path)).answer)).not.toMatch(/542523343010|9871/);
      const shown = JSON.stringify((await ask("GET", `${path.split("?")[0]}?card-data=show`)).answer);
      expect(shown).toMatch(/credit_card_number=5425233430109903.*cvv2=9871/);
      expect(shown).toMatch(/credit_card_number=5425233430109904/);
    }
  });

  test("lets the requests for one order fail", async () => {
    const order = { amount: "1.00", currency: "EUR", account_number: "1", bank_name: "b" };
    const to = (id: string) =>
      send(requestTo(simulator, { operation: "v4/payout", form: { ...order, "client-order-id": id } }));
    expect((await ask("POST", "fail?mode=502&times=1&client_orderid=fails-1")).answer.fails).toBe("502");
    expect((await to("other-1")).status).toBe(200);
    expect((await to("fails-1")).status).toBe(502);
    expect((await to("fails-1")).status).toBe(200);
  });

  test("puts the clock forward, so that an old request is too old", async () => {
    const before = Date.parse(String((await ask("GET", "clock")).answer.now));
    const old = requestTo(simulator);
    const after = Date.parse(String((await ask("POST", "clock?advance=3600")).answer.now));
    expect(after - before).toBeGreaterThanOrEqual(3_600_000);
    expect((await send(old)).status).toBe(403);
    expect((await simulator.requests(1))[0]!.code).toBe("timestamp-too-old");
  });

  test("resolves no dots in a path, so that a path elsewhere calls no control", async () => {
    const { orders } = (await ask("GET", "orders")).answer as { orders: OrderRecord[] };
    const { number } = (await simulator.requests(1))[0]!;
    // Without the dots, the first characters are as many as those of /_countersign/.
    for (const path of ["../aaaaaaaaaaaaareset", "./reset", "%2e/reset", "requests/../reset", "reset/.", "reset#x"]) {
      expect(await rawAnswer(`POST /_countersign/${path}`), path).toMatch(/^HTTP\/1\.1 404 /);
    }
    expect((await simulator.requests(1))[0]!.number).toBe(number);
    expect((await ask("GET", "orders")).answer.orders).toEqual(orders);
  });

  test("forgets requests, orders, outcomes and planned failures, and keeps the data", async () => {
    simulator.failNext("502");
    expect((await ask("POST", "reset")).status).toBe(200);
    expect((await ask("GET", "requests")).answer).toMatchObject({ total: 0, requests: [] });
    expect((await ask("GET", "callbacks")).answer).toEqual({ callbacks: [] });
    const { orders } = (await ask("GET", "orders")).answer as { orders: OrderRecord[] };
    expect(orders.map(({ clientOrderId }) => clientOrderId)).toContain("invoice-1");
    expect(orders.map(({ clientOrderId }) => clientOrderId)).not.toContain("api-1");
    expect((await ask("POST", "payments", { clientOrderId: "a", amount: "9.99" })).answer.status).toBe("approved");
  });

  test.each([
    ["POST", "payments", { clientOrderId: 7 }, {}, 400, /clientOrderId: expected text, got 7/],
    ["POST", "payments", [], {}, 400, /payment: expected an object, got an array/],
    ["POST", "payments", null, {}, 400, /payment: expected an object, got null/],
    ["POST", "outcomes", { status: "paid" }, {}, 400, /status: expected one of approved/],
    ["POST", "payments", { clientOrderId: "x" }, { "content-type": "text/plain" }, 400, /type application\/json/],
    ["POST", "fail?mode=slow&milliseconds=1e9", undefined, {}, 400, /milliseconds must be a whole number/],
    ["POST", "clock?advance=10000000001", undefined, {}, 400, /whole number from 0 to 10000000000$/],
    ["POST", "clock?advance=-1", undefined, {}, 400, /whole number/],
    ["GET", "requests/x", undefined, {}, 400, /whole number/],
    ["GET", "requests/99999", undefined, {}, 404, /no request 99999/],
    ["GET", "requests?accepted=maybe", undefined, {}, 400, /true or false/],
    ["GET", "nothing", undefined, {}, 404, /no such path/],
    ["GET", "requests?after=-1", undefined, {}, 400, /after must be a whole number/],
    ["GET", "list?after=x", undefined, {}, 400, /^after must be a whole number from 0 to 999999999999$/],
    ["GET", "inspector?request=0", undefined, {}, 400, /^request must be a whole number from 1 to 999999999999$/],
    ["GET", "requests?card-data=yes", undefined, {}, 400, /card-data must be show/],
    ["POST", "clock", undefined, {}, 400, /advance must have/],
    ["POST", "reset", undefined, { origin: "https://evil.example" }, 403, /another origin/],
    ["POST", "reset", undefined, { origin: "null" }, 403, /another origin/],
    ["GET", "requests", undefined, { origin: "http://127.0.0.1:1" }, 403, /another origin/],
    ["POST", "reset", undefined, { "sec-fetch-site": "cross-site" }, 403, /another origin/],
    ["POST", "reset", undefined, { "sec-fetch-site": "same-site" }, 403, /another origin/],
    ["POST", "reset", undefined, { "sec-fetch-site": "Cross-Site, none" }, 403, /another origin/],
  ])("answers %s %s with %j %j by %i", async (method, path, body, headers, status, message) => {
    const result = await ask(method, path, body, headers as Record<string, string>);
    expect(result).toMatchObject({ status, answer: { error: expect.stringMatching(message) } });
  });

  test.each(["evil.example", "evil.example:80", "127.0.0.1.evil.example", ""])(
    "refuses the Host %j, under which a web page could read the answers",
    async (host) => {
      const response = await rawAnswer("GET /_countersign/requests", host);
      expect(response).toMatch(/^HTTP\/1\.1 403 [\s\S]*expected the Host http:[^\n]*--host-name NAME adds a name/);
    },
  );

  test("lets a link on another page lead to a page of the simulator", async () => {
    expect((await ask("GET", "requests", undefined, { "sec-fetch-site": "cross-site" })).status).toBe(200);
    expect((await ask("POST", "reset", undefined, { "sec-fetch-site": "same-origin" })).status).toBe(200);
  });

  test("answers so that no page of another origin can load the JSON", async () => {
    const { headers } = await fetch(`${simulator.origin}/_countersign/requests`);
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("access-control-allow-origin")).toBeNull();
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
