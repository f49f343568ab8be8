/** What adapters reject without reading the body, and bodies that the signature does not cover. */

import { describe, expect, test } from "vitest";
import { exchange, send } from "./clients.ts";
import { asText, FORM, isWhole, runnerOf, SETTINGS, statusOf, withHeaders } from "./running.ts";
import type { Running } from "./servers.ts";
import { toSend } from "./verifiers.ts";

describe.each(SETTINGS)("$name", ({ start, encrypted }) => {
  let server: Running;
  const run = runnerOf(start, encrypted, (running) => {
    server = running;
  });

  describe("rejects without reading the body", () => {
    const authorization = (value: string): string => `Authorization: ${value}\r\n`;
    test.each([
      ["a length over the limit", `${authorization('OAuth oauth_nonce="1"')}Content-Length: 1001\r\n`, 413],
      ["a missing authorization", "Content-Type: application/json\r\nContent-Length: 900\r\n", 401],
      ["a missing one, with chunks", "Transfer-Encoding: chunked\r\n", 401],
      ["a malformed authorization", `${authorization('OAuth oauth_nonce="1')}Content-Length: 900\r\n`, 400],
      [
        "a malformed one, with a form",
        `${authorization("OAuth oauth_nonce=1")}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 900\r\n`,
        400,
      ],
    ])("%s", { tags: ["deep"] }, async (_what, fields, status) => {
      await run({ bodyLimit: 1000 });
      // No octet of the body is ever sent.
      const text = `POST /api/pay HTTP/1.1\r\nHost: h\r\n${fields}\r\n`;
      expect(statusOf(await exchange(server, text, isWhole))).toBe(status);
      expect(server.handled()).toBe(0);
    });

    test("and goes on after a short one", async () => {
      await run();
      const bad = "POST /api/pay HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello";
      const text = bad + asText(toSend(FORM));
      const answers = await exchange(server, text, (answer) => answer.includes('"consumerKey"'));
      expect(answers).toMatch(/^HTTP\/1\.1 401 [\s\S]*HTTP\/1\.1 200 /);
    });

    test("unless query or form may be signed", async () => {
      await run();
      for (const transport of ["query", "body"] as const) {
        expect((await send(server, toSend({ ...FORM, transport }))).status).toBe(200);
      }
      const spelled = toSend({ method: "POST", target: "/api/pay", body: "", transport: "query" });
      const path = spelled.path.replaceAll("oauth_", "%6fauth_");
      expect((await send(server, { ...spelled, path })).status).toBe(200);
    });
  });

  describe("an unsigned body", () => {
    const json = { "content-type": "application/json" };

    test.each([
      ["JSON added to a signed POST", () => toSend({ method: "POST", target: "/api/orders" })],
      ["JSON added to a signed DELETE", () => toSend({ method: "DELETE", target: "/api/orders" })],
      ["JSON without a hash", () => toSend({ method: "POST", target: "/api/orders", body: '{"amount":1}' })],
    ])("is rejected: %s", async (_what, request) => {
      const codes: string[] = [];
      await run({ onRejected: ({ code }) => codes.push(code) });
      const { status } = await send(server, withHeaders({ ...request(), body: '{"amount":99}' }, json));
      expect([status, codes]).toEqual([400, ["body-hash-missing"]]);
      expect(server.handled()).toBe(0);
    });

    test.each([
      ["the adapter", { allowUnsignedBody: true }, {}],
      ["the verifier", {}, { allowUnsignedBody: true }],
    ])("is accepted if %s allows it, and visible", async (_who, options, policy) => {
      await run(options, policy);
      const request = toSend({ method: "POST", target: "/api/orders" });
      const { status, body } = await send(server, withHeaders({ ...request, body: '{"amount":99}' }, json));
      expect(status).toBe(200);
      expect(JSON.parse(body)).toMatchObject({ body: "unsigned", rawBody: '{"amount":99}' });
      const form = await send(server, toSend(FORM));
      expect(JSON.parse(form.body)).toMatchObject({ body: "form" });
    });
  });
});
