import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { explainRequest } from "../../../src/diagnosis/index.ts";
import type { SimulatorPageData } from "../../../src/gateway/simulator/controls.ts";
import { type GatewaySimulator, startGatewaySimulator } from "../../../src/gateway/simulator/index.ts";
import { controlAnswer } from "../../../src/request-log/control-api.ts";
import { LOG_CONTROLS, type LogServer } from "../../../src/request-log/log-controls.ts";
import { createOrigins } from "../../../src/request-log/origins.ts";
import type { InspectorPageData, SummaryList } from "../../../src/request-log/page-data.ts";
import { requireBuild } from "../../require-build.ts";
import { hmacRequestTo, requestTo, send } from "./signed-requests.ts";

const CARD_NUMBER = "4111111111111111";
const ATTACK = "</script><script>document.title='run'</script>";

let simulator: GatewaySimulator;
beforeAll(async () => {
  simulator = await startGatewaySimulator({
    explain: explainRequest,
    callbackFetch: async () => ({ status: 500 }),
    callbackPauses: [],
  });
});
afterAll(() => simulator.close());

function ask(path: string, method = "GET"): Promise<Response> {
  return fetch(`${simulator.origin}/_countersign/${path}`, { method });
}

/** The data in a page, and the rest of the page. */
async function pageOf(response: Response): Promise<{ readonly data: unknown; readonly html: string }> {
  const html = await response.text();
  const [holder = "", text = ""] = /<script type="application\/json">([^<]*)<\/script>/.exec(html) ?? [];
  return { data: JSON.parse(text), html: html.replace(holder, "") };
}

async function inspectorData(query: string): Promise<InspectorPageData> {
  return (await pageOf(await ask(`inspector?${query}`))).data as InspectorPageData;
}

async function lastNumber(): Promise<number> {
  return (await simulator.requests(1))[0]!.number;
}

function policyOf(html: string): string {
  return (/http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "").replaceAll("&#39;", "'");
}

describe("the page with the list of requests", () => {
  beforeAll(() => requireBuild());

  test("connects to its own server only, is not stored, and is shown in no frame", async () => {
    const response = await ask("");
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-security-policy")).toBe("frame-ancestors 'none'");
    const { data, html } = await pageOf(response);
    expect(policyOf(html)).toMatch(/^default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'; /);
    expect(policyOf(html)).toMatch(/; connect-src 'self'$/);
    const { title, controls } = data as SimulatorPageData;
    expect(title).toBe("gateway simulator");
    expect(controls.failureModes).toContain("429");
    expect(controls.statuses).toContain("filtered");
  });

  test.each(["", "list", "inspector?request=1"])("is not for a page of another origin: %j", async (path) => {
    const headers = { origin: "http://attacker.example" };
    expect((await fetch(`${simulator.origin}/_countersign/${path}`, { headers })).status).toBe(403);
    const origins = createOrigins({ isEncrypted: false, hostName: undefined, port: 80 });
    const request = { method: "GET", url: path, headers: [["Host", "attacker.example"]] } as const;
    const answer = await controlAnswer(request, `/_countersign/${path}`, origins, LOG_CONTROLS, {} as LogServer);
    expect(answer.status).toBe(403);
  });

  test("lists what has changed, with the names of the mistakes and without card data", { tags: ["deep"] }, async () => {
    await ask("reset", "POST");
    const start = (await (await ask("list")).json()) as SummaryList;
    expect(start).toMatchObject({ total: 0, requests: [], hasMore: false });
    await send(requestTo(simulator));
    const sent = requestTo(simulator, { form: { client_orderid: "c-7", orderid: "1", note: CARD_NUMBER } });
    await send(sent, { body: String(sent.body).replace("&orderid=1", "&orderid=2") });
    await simulator.requests();
    const { requests, next, total } = (await (await ask(`list?after=${start.next}`)).json()) as SummaryList;
    expect(total).toBe(2);
    expect(requests).toMatchObject([
      { accepted: true, status: 200, causes: [], isPending: false },
      {
        accepted: false,
        status: 403,
        causes: [{ id: "value-changed:orderid", title: expect.stringContaining("orderid") }],
        clientOrderId: "c-7",
      },
    ]);
    expect(JSON.stringify(requests).includes(CARD_NUMBER)).toBe(false);
    expect(await (await ask(`list?after=${next}`)).json()).toMatchObject({ requests: [], next });
  });

  test("lists the merchant's id of an order by the name that each operation has for it", async () => {
    await ask("reset", "POST");
    const form = { "client-order-id": "c-8", amount: "1.00", currency: "EUR", account_number: "1" };
    await send(requestTo(simulator, { operation: "v4/payout", form }));
    const { requests } = (await (await ask("list")).json()) as SummaryList;
    expect(requests).toMatchObject([{ accepted: true, clientOrderId: "c-8" }]);
  });

  test("counts the notices of each request", async () => {
    await ask("reset", "POST");
    await send(requestTo(simulator, { operation: "v4/payout", form: { "client-order-id": "c-9", amount: "1" } }));
    await simulator.requests();
    const { requests } = (await (await ask("list")).json()) as SummaryList;
    const [shown] = await simulator.requests();
    expect(shown!.notices.length).toBeGreaterThan(0);
    expect(requests).toMatchObject([{ notices: shown!.notices.length }]);
  });

  test("gets a long list in parts, and every request once", { tags: ["deep"] }, async () => {
    const many = await startGatewaySimulator();
    try {
      await Promise.all(Array.from({ length: 250 }, () => fetch(`${many.origin}/nothing`)));
      const numbers: number[] = [];
      for (let after = 0, hasMore = true; hasMore; ) {
        const response = await fetch(`${many.origin}/_countersign/list?after=${after}`);
        const part = (await response.json()) as SummaryList;
        expect(part.requests.length).toBeLessThanOrEqual(200);
        numbers.push(...part.requests.map(({ number }) => number));
        ({ next: after, hasMore } = part);
      }
      expect(numbers.sort((one, other) => one - other)).toEqual(Array.from({ length: 250 }, (_, at) => at + 1));
    } finally {
      await many.close();
    }
  });
});

describe("the inspector of a server", () => {
  beforeAll(() => requireBuild());

  test("has the request and the sample's own key, and connects to nothing", async () => {
    await send(requestTo(simulator));
    const response = await ask(`inspector?request=${await lastNumber()}`);
    const { data, html } = await pageOf(response);
    expect(policyOf(html)).toMatch(/connect-src 'none'; worker-src blob:$/);
    const { request, note, rsaKey } = data as InspectorPageData;
    expect(request).toMatch(/^POST http:\/\/127\.0\.0\.1:\d+\/processing\/api\/v4\/create-card-ref\/\d+ HTTP\/1\.1\n/);
    expect(note).toBe("");
    expect(rsaKey).toBe(simulator.sample!.publicKey);
    await send(hmacRequestTo(simulator));
    const hmac = await inspectorData(`request=${await lastNumber()}`);
    expect(hmac).toMatchObject({ consumerSecret: simulator.sample!.controlKey, tokenSecret: "", rsaKey: "" });
  });

  test("has no key of a merchant that somebody configured or added", async () => {
    const merchant = { login: "real", controlKey: "B17F59B4-A7DC-41B4-8FF9-37D986B43D20", endpoints: [{ id: "1" }] };
    const configured = await startGatewaySimulator({ data: { merchants: [merchant] } });
    try {
      const url = `${configured.origin}/processing/api/v4/create-card-ref/1`;
      const authorization = 'OAuth oauth_consumer_key="real", oauth_signature_method="HMAC-SHA1", oauth_signature="x"';
      await fetch(url, { method: "POST", headers: { authorization } });
      const html = await (await fetch(`${configured.origin}/_countersign/inspector?request=1`)).text();
      expect(html).toContain("oauth_consumer_key");
      expect(html.includes(merchant.controlKey)).toBe(false);
    } finally {
      await configured.close();
    }
  });

  test("masks card data unless somebody asks for it, and says that something is hidden", async () => {
    await send(requestTo(simulator, { form: { client_orderid: "1", orderid: "1", note: CARD_NUMBER } }));
    const number = await lastNumber();
    const masked = await inspectorData(`request=${number}`);
    expect(masked.request.includes(CARD_NUMBER)).toBe(false);
    expect(masked.note).toContain("hidden");
    const shown = await inspectorData(`request=${number}&card-data=show`);
    expect(shown).toMatchObject({ note: "", showCardData: true });
    expect(shown.request).toContain(CARD_NUMBER);
  });

  test("keeps text of a request inside of the data", async () => {
    await fetch(`${simulator.origin}/a`, { method: "POST", body: ATTACK, headers: { "x-note": ATTACK } });
    const response = await ask(`inspector?request=${await lastNumber()}`);
    const { data, html } = await pageOf(response);
    expect((data as InspectorPageData).request).toContain(ATTACK);
    expect(html.includes(ATTACK)).toBe(false);
  });

  test("says which request is not there", async () => {
    const response = await ask("inspector?request=999999");
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: "the log has no request 999999" });
  });
});

describe("the icon that a browser asks for", () => {
  test("is absent, and the log does not contain the question", async () => {
    const before = (await simulator.requests()).length;
    for (const query of ["", "?v=1"]) expect((await fetch(`${simulator.origin}/favicon.ico${query}`)).status).toBe(404);
    expect(await simulator.requests()).toHaveLength(before);
    await fetch(`${simulator.origin}/favicon.ico`, { method: "POST" });
    expect(await simulator.requests()).toHaveLength(before + 1);
  });
});

describe("repeating a callback", () => {
  test("sends it again at once", async () => {
    const { orderId } = simulator.addPayment({ clientOrderId: "again", callbackUrl: "http://127.0.0.1:9/" });
    await simulator.callbacks();
    const response = await ask(`callbacks?orderid=${orderId}`, "POST");
    const { callbacks } = (await response.json()) as { callbacks: { orderId: string; attempt: number }[] };
    expect(callbacks.filter((one) => one.orderId === orderId).map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  test.each([
    ["without a callback", {}, "has a callback"],
    ["that is not final", { callbackUrl: "http://127.0.0.1:9/", status: "processing" as const }, "not final"],
  ])("is refused for an order %s", async (_, order, reason) => {
    const { orderId } = simulator.addPayment({ clientOrderId: `refused ${reason}`, ...order });
    const response = await ask(`callbacks?orderid=${orderId}`, "POST");
    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: string }).error).toContain(reason);
  });
});
