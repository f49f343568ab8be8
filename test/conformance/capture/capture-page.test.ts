import { request } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { explainWith } from "../../../src/cli/capture/capture.ts";
import { type CaptureServer, startCaptureServer } from "../../../src/conformance/capture/index.ts";
import type { LoggedRequest } from "../../../src/gateway/simulator/index.ts";
import type { SummaryList } from "../../../src/request-log/page-data.ts";
import { requireBuild } from "../../require-build.ts";
import { signedNow, signedRequest } from "../../signed-request.ts";
import { EXPECTED, HMAC, verifierOf } from "./clients.ts";

let server: CaptureServer;
afterEach(() => server.close());

async function start(hasPage = true): Promise<void> {
  const { publicKey } = EXPECTED;
  const page = { inspectorKey: { publicKey }, size: 100 };
  server = await startCaptureServer({
    port: 0,
    verifier: verifierOf({ explain: explainWith(false) }),
    ...(hasPage ? { page } : {}),
    onCaptured() {},
    onNoTls() {},
    onDefect() {},
  });
}

async function get<Answer>(path: string): Promise<Answer> {
  return (await fetch(`${server.origin}/_countersign/${path}`)).json() as Promise<Answer>;
}

/** A request is reported after its answer. */
async function reported(count: number): Promise<SummaryList> {
  for (;;) {
    const list = await get<SummaryList>("list");
    if (list.total >= count) return list;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function pay(signed: Record<string, string>, sent = signed): Promise<Response> {
  const url = `${server.origin}/pay`;
  const { headers } = signedRequest({ target: url, form: signed, credentials: HMAC, protocol: signedNow() });
  return fetch(url, { method: "POST", headers, body: new URLSearchParams(sent).toString() });
}

describe("a captured request", () => {
  test("is answered before it is diagnosed", async () => {
    let diagnose = (): void => {};
    const diagnosis = new Promise<undefined>((resolve) => {
      diagnose = () => resolve(undefined);
    });
    const captured: number[] = [];
    server = await startCaptureServer({
      port: 0,
      verifier: verifierOf({ explain: () => diagnosis }),
      onCaptured: ({ number }) => void captured.push(number),
      onNoTls() {},
      onDefect() {},
    });
    expect((await pay({ amount: "1" }, { amount: "2" })).status).toBe(403);
    expect((await pay({ amount: "1" })).status).toBe(200);
    expect(captured).toEqual([]);
    diagnose();
    await server.close();
    expect(captured).toEqual([1, 2]);
  });

  test("in absolute form is verified for the URL that the client sent to its proxy", async () => {
    const problems: string[] = [];
    server = await startCaptureServer({
      port: 0,
      verifier: verifierOf(),
      onCaptured: (captured) => void problems.push(captured.url, ...captured.problems.map(({ code }) => code)),
      onNoTls() {},
      onDefect() {},
    });
    const target = "http://shop.example/pay?a=1";
    const { headers, body } = signedRequest({ target, form: { b: "2" }, credentials: HMAC, protocol: signedNow() });
    const { port } = new URL(server.origin);
    const status = await new Promise((resolve, reject) => {
      const options = {
        port,
        host: "127.0.0.1",
        method: "POST",
        path: target,
        headers: { ...headers, host: "shop.example" },
      };
      const sent = request(options, (response) => resolve(response.resume().statusCode));
      sent.on("error", reject).end(body);
    });
    await server.close();
    expect(status).toBe(200);
    expect(problems).toEqual([target]);
  });
});

describe("the page of a capture", () => {
  test("lists right and wrong requests with the names of the mistakes, and no request for the page", async () => {
    await start();
    await pay({ amount: "1", note: "2" });
    await pay({ amount: "1", note: "2" }, { amount: "1", note: "3" });
    const { requests, total } = await reported(2);
    expect(total).toBe(2);
    expect(requests).toMatchObject([
      { number: 1, accepted: true, outcome: "right", target: "/pay" },
      { number: 2, accepted: false, outcome: "signature-mismatch" },
    ]);
    expect(requests[1]!.causes.map(({ id }) => id)).toContain("value-changed:note");
  });

  test("shows stages, the difference as data, the rule, and a curl command", { tags: ["deep"] }, async () => {
    await start();
    await pay({ amount: "1", note: "2" }, { amount: "1", note: "3" });
    await reported(1);
    await reported(1);
    const request = await get<LoggedRequest>("requests/1");
    expect(request.stages["base-string"]).toContain("note%3D3");
    expect(request.diagnosis.data).toMatchObject({ difference: { stage: "base-string", parameter: "note" } });
    expect(request.diagnosis.lines.join("\n")).toContain("rfc5849-3.2-1");
    expect(request.curl).toMatch(/^curl .*\/pay/);
    expect(request.response.body).toContain("Access denied");
  });

  test("has no secret that somebody configured, wherever a client sends it", async () => {
    requireBuild();
    await start();
    await pay({ note: EXPECTED.consumerSecret });
    await reported(1);
    const pages = await Promise.all(
      ["list", "requests", "requests/1?card-data=show", "har", "inspector?request=1&card-data=show", ""].map(
        async (path) => (await fetch(`${server.origin}/_countersign/${path}`)).text(),
      ),
    );
    for (const page of pages) {
      expect(page.includes(EXPECTED.consumerSecret)).toBe(false);
      expect(page.includes(encodeURIComponent(EXPECTED.consumerSecret))).toBe(false);
      expect(page.includes(EXPECTED.privateKey.slice(100, 160))).toBe(false);
    }
    expect(pages[4]).toContain("oauth_consumer_key");
  });

  test("lists requests that are not complete HTTP", async () => {
    await start();
    const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
    socket.write("POST /pay HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc", () => socket.end());
    await new Promise((resolve) => socket.resume().once("close", resolve));
    const { requests } = await reported(1);
    expect(requests).toMatchObject([{ number: 1, accepted: false, method: "POST" }]);
    expect((await get<LoggedRequest>("requests/1")).diagnosis.lines[0]).toContain("cut-off");
  });

  test("has no controls, and is not there without the option", async () => {
    await start();
    expect((await fetch(`${server.origin}/_countersign/reset`, { method: "POST" })).status).toBe(404);
    await server.close();
    await start(false);
    const response = await fetch(`${server.origin}/_countersign/`);
    expect(response.status).toBe(403);
    expect(response.headers.get("content-security-policy")).toBeNull();
  });
});
