import { once } from "node:events";
import { Agent } from "node:http";
import { Agent as TlsAgent } from "node:https";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Rejected } from "../../../src/verifier/types.ts";
import { exchange, open, send, type ToSend } from "./clients.ts";
import { asText, FORM, isWhole, runnerOf, SETTINGS, signedGet, statusOf, withHeaders } from "./running.ts";
import type { Running, Seen } from "./servers.ts";
import { MERCHANT, toSend } from "./verifiers.ts";

const unhandled: unknown[] = [];
const note = (error: unknown): number => unhandled.push(error);
beforeAll(() => void process.on("unhandledRejection", note));
afterAll(() => {
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

/** What the error for a body that was already read advises. */
const ADVICE: Readonly<Record<string, string>> = {
  "node:http": "give each request to this listener before anything else reads it",
  Express:
    "put the middleware before express.json() and express.urlencoded(), or read with express.raw({ inflate: false })",
  Fastify: "register the plugin before hooks that read, decompress or replace the payload",
};

describe.each(SETTINGS)("$name", ({ framework, start, encrypted }) => {
  let server: Running;
  const run = runnerOf(start, encrypted, (running) => {
    server = running;
  });
  const isWeb = framework.startsWith("Hono");

  describe("accepts", () => {
    test.each(["header", "body", "header-and-body"] as const)("a form signed in the %s", async (transport) => {
      await run();
      const request = toSend({ ...FORM, transport });
      const { status, body } = await send(server, request);
      expect(status).toBe(200);
      const seen: Seen = JSON.parse(body);
      expect(seen.consumerKey).toBe("shop");
      expect(seen.parameters).toContainEqual(["note", "two words & ü", "body"]);
      expect(seen.rawBody).toBe(request.body);
    });

    test.each(["header", "query"] as const)("a query signed in the %s", async (transport) => {
      await run();
      const request = toSend({ method: "GET", target: "/api/orders?since=1%2B1&empty=&a=%7e", transport });
      const { status, body } = await send(server, request);
      expect(status).toBe(200);
      const seen: Seen = JSON.parse(body);
      expect(seen.parameters).toContainEqual(["since", "1+1", "query"]);
      expect(seen.parameters).toContainEqual(["a", "~", "query"]);
      expect(seen.rawBody).toBe("");
    });

    test("JSON with a body hash, octet by octet", async () => {
      await run({}, { allowUnsignedBody: false });
      const octets = Buffer.from('{"amount": "10.42",\r\n "ü": "\xff"}', "latin1");
      const request = toSend({ method: "PUT", target: "/api/orders/1", body: octets, bodyHash: true });
      const { status, body } = await send(server, withHeaders(request, { "content-type": "application/octet-stream" }));
      // Fastify has no parser for this type; it says so behind the verification.
      if (framework === "Fastify") expect(status).toBe(415);
      else expect([status, (JSON.parse(body) as Seen).rawBody]).toEqual([200, octets.toString("latin1")]);
      const json = toSend({ method: "POST", target: "/api/orders", body: '{"amount": "10.42" }', bodyHash: true });
      const answer = await send(server, withHeaders(json, { "content-type": "application/json" }));
      expect(answer.status).toBe(200);
      expect((JSON.parse(answer.body) as Seen).rawBody).toBe('{"amount": "10.42" }');
    });

    test("RSA-SHA256", async () => {
      await run();
      expect(
        (await send(server, toSend({ ...FORM, credentials: { ...MERCHANT, signatureMethod: "RSA-SHA256" } }))).status,
      ).toBe(200);
    });

    test("a body in chunks, without a length", async () => {
      await run();
      const request = toSend(FORM);
      const octets = Buffer.from(request.body as string);
      const chunks = [octets.subarray(0, 5), octets.subarray(5)];
      expect((await send(server, { ...request, body: chunks })).status).toBe(200);
    });

    test("no body where the limit is 0 octets", async () => {
      await run({ bodyLimit: 0 });
      expect((await send(server, toSend({ method: "GET", target: "/api/orders" }))).status).toBe(200);
      expect((await send(server, toSend(FORM))).status).toBe(413);
    });

    test("HEAD, and answers without a body", async () => {
      await run();
      const { status, body } = await send(server, toSend({ method: "HEAD", target: "/api/orders?a=1" }));
      expect([status, body]).toEqual([200, ""]);
      expect(server.handled()).toBe(1);
    });
  });

  describe("rejects", () => {
    test("a changed body, with a challenge", async () => {
      await run({ realm: 'pay "here"' });
      const request = toSend(FORM);
      const answer = await send(server, { ...request, body: (request.body as string).replace("10.42", "99.42") });
      expect(answer.status).toBe(401);
      expect(answer.headers["www-authenticate"]).toBe('OAuth realm="pay \\"here\\""');
      expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
      expect(answer.body).toBe("The request is not authorized.\n");
      expect(server.handled()).toBe(0);
    });

    test("a changed method, path and query", async () => {
      await run();
      const request = toSend({ method: "GET", target: "/api/orders?id=1" });
      const changed = [{ method: "DELETE" }, { path: "/api/Orders?id=1" }, { path: "/api/orders?id=2" }];
      for (const change of changed) expect((await send(server, { ...request, ...change })).status).toBe(401);
      const overridden = withHeaders({ ...request, method: "POST" }, { "x-http-method-override": "GET" });
      expect((await send(server, overridden)).status).toBe(401);
      expect(server.handled()).toBe(0);
      expect((await send(server, request)).status).toBe(200);
    });

    test("a replay", async () => {
      await run();
      const request = toSend(FORM);
      expect((await send(server, request)).status).toBe(200);
      expect((await send(server, request)).status).toBe(401);
      expect(server.handled()).toBe(1);
    });

    test("a request without a signature", async () => {
      await run();
      const { status, headers, body } = await send(server, { method: "GET", path: "/api/orders", headers: {} });
      expect([status, headers["www-authenticate"]]).toEqual([401, 'OAuth realm=""']);
      expect(body).toBe("OAuth 1.0 protocol parameters are missing.\n");
    });

    test("two Authorization headers, in whichever order", async () => {
      const refused: Rejected[] = [];
      await run({ onRejected: (refusal) => refused.push(refusal) });
      for (const other of ["Basic c2hvcDpwYXNz", 'OAuth oauth_nonce="2"']) {
        for (const swap of [false, true]) {
          const request = toSend({ method: "GET", target: "/api/orders" });
          const both = [request.headers.authorization as string, other];
          if (swap) both.reverse();
          const text = `GET /api/orders HTTP/1.1\r\nHost: h\r\n${both.map((value) => `Authorization: ${value}\r\n`).join("")}\r\n`;
          expect(statusOf(await exchange(server, text, isWhole))).toBe(400);
        }
      }
      expect(server.handled()).toBe(0);
      if (framework !== "Hono on Web Request") {
        expect(refused.map(({ code }) => code)).toEqual(Array(4).fill("authorization-repeated"));
      }
    });

    test("a body over the limit", async () => {
      await run({ bodyLimit: 1000 });
      const request = withHeaders(toSend({ method: "POST", target: "/api/pay" }), { "content-type": "text/plain" });
      const { status, headers } = await send(server, { ...request, body: "x".repeat(1001) });
      expect(status).toBe(413);
      if (!isWeb) expect(headers.connection).toBe("close");
      expect((await send(server, { ...request, body: Array(3).fill(Buffer.alloc(500, "x")) })).status).toBe(413);
      expect(server.handled()).toBe(0);
      expect((await send(server, toSend({ ...FORM, form: { a: "1" } }))).status).toBe(200);
    });

    // The close takes half a second: so long a client may go on, to read the answer after.
    test("a body that goes on over the limit, and closes the connection", { tags: ["deep"] }, async () => {
      await run({ bodyLimit: 1000 });
      const head = 'POST /api/pay HTTP/1.1\r\nHost: h\r\nAuthorization: OAuth oauth_nonce="1"\r\n';
      const some = "x".repeat(2000);
      const endless = `${head}Transfer-Encoding: chunked\r\n\r\n7d0\r\n${some}`;
      const declared = `${head}Content-Length: 99999999999\r\n\r\n${some}`;
      const unfinished = encrypted ? [declared] : [endless, declared];
      const answers = await Promise.all(unfinished.map((text) => exchange(server, text, () => false)));
      for (const answer of answers) {
        expect(statusOf(answer)).toBe(413);
        if (!isWeb) expect(answer).toMatch(/^connection: close\r$/im);
      }
      expect(server.handled()).toBe(0);
    });

    test("HEAD without a body, and the connection lives on", async () => {
      await run();
      const good = toSend({ method: "GET", target: "/api/orders" });
      const head = "HEAD /api/orders HTTP/1.1\r\nHost: h\r\n\r\n";
      const get = `GET /api/orders HTTP/1.1\r\nHost: h\r\nAuthorization: ${good.headers.authorization}\r\n\r\n`;
      const answer = await exchange(server, head + get, (text) => text.includes('"consumerKey"'));
      expect(answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*?\r\n\r\nHTTP\/1\.1 200 /);
    });
  });

  test("answers as the gateway does with the style gateway", async () => {
    await run({ rejectionResponse: "gateway", bodyLimit: 1000 });
    const { status, headers, body } = await send(server, { method: "GET", path: "/api/orders", headers: {} });
    expect([status, headers["content-type"]]).toEqual([403, "text/html; charset=utf-8"]);
    expect(headers).not.toHaveProperty("www-authenticate");
    expect(body).toContain("<h1>Access denied</h1>");
    const twice = toSend({ method: "GET", target: "/api/orders" });
    expect((await send(server, { ...twice, path: "/api/orders?oauth_nonce=1" })).status).toBe(403);
    const large = await send(server, { method: "POST", path: "/api/pay", headers: {}, body: "x".repeat(1001) });
    expect([large.status, large.headers["content-type"]]).toEqual([413, "text/html; charset=utf-8"]);
  });

  test("answers with the response of a function, which gets the rejection", async () => {
    await run({ rejectionResponse: ({ code }, { url }) => ({ status: 418, headers: { "x-why": code }, body: url }) });
    const { status, headers, body } = await send(server, { method: "GET", path: "/api/orders", headers: {} });
    expect([status, headers["x-why"], body]).toEqual([418, "protocol-parameters-missing", "/api/orders"]);
  });

  test("an unavailable store is 503 in both styles, and the application gets nothing", async () => {
    const nonceStore = { claim: () => Promise.reject(new Error("gone")) };
    for (const rejectionResponse of ["rfc", "gateway"] as const) {
      await run({ rejectionResponse }, { nonceStore });
      expect((await send(server, toSend(FORM))).status).toBe(503);
      expect(server.handled()).toBe(0);
    }
  });

  test("a body that was parsed before is a mistake in the program, not of the client", async () => {
    await run({}, {}, "parses-the-body");
    const answer = await send(server, toSend(FORM));
    expect(answer.status).toBe(500);
    const advice = expect.stringContaining(ADVICE[framework.split(",")[0]!] ?? "");
    expect(server.errors).toEqual([
      expect.objectContaining({ name: "AdapterError", code: "body-already-read", message: advice }),
    ]);
    expect(server.handled()).toBe(0);
  });

  test("if a function of the program throws, nothing is accepted", async () => {
    const thrown = new Error("a log that is full");
    await run({
      onRejected() {
        throw thrown;
      },
    });
    expect((await send(server, { method: "GET", path: "/api/orders", headers: {} })).status).toBe(500);
    expect(server.errors).toEqual([thrown]);
    expect(server.handled()).toBe(0);
  });

  test("a promise of onRejected is not awaited, and does no harm if it rejects", async () => {
    await run({ onRejected: () => Promise.reject(new Error("a log that is full")) });
    expect((await send(server, { method: "GET", path: "/api/orders", headers: {} })).status).toBe(401);
    expect(server.errors).toEqual([]);
  });

  test("what onRejected does to the rejection does not change the response", async () => {
    const change = (rejection: Rejected): void => void Object.assign(rejection.publicResponse, { status: 200 });
    await run({ onRejected: change });
    expect((await send(server, { method: "GET", path: "/api/orders", headers: {} })).status).toBe(401);
  });

  test("a response that cannot be sent is an error of the program", async () => {
    await run({ rejectionResponse: () => ({ status: 403, headers: { "x-why": "two\r\nlines" }, body: "" }) });
    const { status, headers } = await send(server, { method: "GET", path: "/api/orders", headers: {} });
    expect(status).toBe(500);
    if (framework === "node:http") expect(headers.connection).toBe("close");
    expect(server.errors).toHaveLength(1);
    expect(server.handled()).toBe(0);
  });

  test("a client that disconnects in the middle of its body causes no error", async () => {
    await run();
    const request = toSend(FORM);
    const socket = await open(server);
    // The server says "100 Continue" when it has read the head.
    const head = Object.entries({ ...request.headers, host: "h", "content-length": "5000", expect: "100-continue" });
    socket.write(
      `POST /api/pay HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\namount=`,
    );
    await once(socket, "data");
    socket.destroy();
    expect((await send(server, request)).status).toBe(200);
    // It is over with the connection at the latest.
    await server.close();
    expect(server.handled()).toBe(1);
    expect(server.errors).toEqual([]);
  });

  test("one connection carries rejected and accepted requests, in turn and pipelined", async () => {
    await run();
    const agent = encrypted
      ? new TlsAgent({ keepAlive: true, maxSockets: 1 })
      : new Agent({ keepAlive: true, maxSockets: 1 });
    const good = (): ToSend => ({ ...toSend(FORM), agent });
    const bad = (): ToSend => ({ ...good(), body: "amount=99" });
    const answers = await Promise.all([bad(), good(), bad(), good()].map((request) => send(server, request)));
    expect(answers.map(({ status }) => status)).toEqual([401, 200, 401, 200]);
    agent.destroy();

    const [first, second] = [toSend(FORM), toSend(FORM)];
    const text = [{ ...first, body: "amount=99" }, second].map(asText).join("");
    const pipelined = await exchange(server, text, (answer) => answer.includes('"consumerKey"'));
    expect(pipelined).toMatch(/^HTTP\/1\.1 401 [\s\S]*HTTP\/1\.1 200 /);
  });

  test("the client cannot choose the origin with Host, target or forwarded headers", async () => {
    await run();
    const elsewhere = "https://staging.example";
    const { headers } = signedGet(elsewhere);
    const authorization = `Authorization: ${headers.authorization}\r\n`;
    const attempts = [
      `GET /api/orders HTTP/1.1\r\nHost: staging.example\r\n${authorization}\r\n`,
      `GET ${elsewhere}/api/orders HTTP/1.1\r\nHost: staging.example\r\n${authorization}\r\n`,
      `GET /api/orders HTTP/1.1\r\nHost: h\r\nX-Forwarded-Host: staging.example\r\nX-Forwarded-Proto: https\r\n${authorization}\r\n`,
    ];
    for (const text of attempts) expect(statusOf(await exchange(server, text, isWhole))).not.toBe(200);
    expect(server.handled()).toBe(0);
  });

  test("without an origin nothing is accepted, unless the Host header may give it", async () => {
    await run({}, { origin: undefined });
    expect((await send(server, signedGet(server.origin))).status).toBe(400);
    await run({ originFromHost: true }, { origin: undefined });
    expect((await send(server, signedGet(server.origin))).status).toBe(200);
    const other = server.origin.replace(/^https?/, (scheme) => (scheme === "https" ? "http" : "https"));
    expect((await send(server, signedGet(other))).status).toBe(401);
    const { headers } = signedGet(`${server.origin}`);
    const rest = `Connection: close\r\nAuthorization: ${headers.authorization}\r\n\r\n`;
    const get = `GET /api/orders HTTP/1.1\r\nHost: 127.0.0.1:${server.port}`;
    expect(statusOf(await exchange(server, `${get}@x.example\r\n${rest}`, isWhole))).toBe(400);
    // A Request keeps one of two hosts.
    const status = framework === "Hono on Web Request" ? 200 : 400;
    expect(statusOf(await exchange(server, `${get}\r\nHost: x.example\r\n${rest}`, isWhole))).toBe(status);
  });
});
