/** What is peculiar to one framework. */

import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { deflateSync, gzipSync } from "node:zlib";
import express from "express";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { type Middleware, protect as protectExpress } from "../../../src/verifier/adapters/express.ts";
import { protect as protectFastify } from "../../../src/verifier/adapters/fastify.ts";
import {
  type AdapterOptions,
  protect as protectNode,
  type VerifiedHandler,
} from "../../../src/verifier/adapters/node-http.ts";
import { type IncomingHead, protect as protectWeb } from "../../../src/verifier/adapters/web.ts";
import { send, type ToSend } from "./clients.ts";
import { createTestVerifier, ORIGIN, toSend } from "./verifiers.ts";

const FORM = { method: "POST", target: "/api/pay", form: { amount: "10.42" } };

describe("node:http", () => {
  test("answers 400 if the handler reads a parameter once that was sent twice", async () => {
    const server = createServer(
      protectNode({ verifier: createTestVerifier() }, (_request, response, oauth) => response.end(oauth.one("amount"))),
    ).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const running = { port, encrypted: false, origin: "", handled: () => 0, errors: [], close: async () => {} };
    const { status, body } = await send(running, toSend({ target: "/api/pay", form: "amount=1&amount=2" }));
    server.close();
    expect([status, body]).toEqual([400, "A parameter is repeated.\n"]);
  });

  test.each<[string, AdapterOptions["rejectionResponse"], RegExp]>([
    // A text of the client that no header can contain.
    [
      "makes a header of what it claims",
      ({ message }) => ({ status: 401, headers: { why: message }, body: "" }),
      /headers/,
    ],
    [
      "throws what is no error",
      () => {
        throw "a text";
      },
      /a function of the program failed/,
    ],
  ])("goes on after an unsigned request for which the program %s", async (_what, rejectionResponse, reason) => {
    const warning = new Promise<Error>((resolve) => process.once("warning", resolve));
    const server = createServer(protectNode({ verifier: createTestVerifier(), rejectionResponse }, () => {}));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const claims = "oauth_consumer_key=a&oauth_nonce=1&oauth_timestamp=1&oauth_signature=a";
    const response = await fetch(`http://127.0.0.1:${port}/?${claims}&oauth_signature_method=%C4%80`);
    expect([response.status, await response.text()]).toEqual([500, ""]);
    expect((await warning).message).toMatch(reason);
    server.closeAllConnections();
    server.close();
  });

  const mistake = new Error("a mistake");
  test.each<[string, VerifiedHandler, string]>([
    ["before it answers", () => Promise.reject(mistake), "500 "],
    ["what is no error", () => Promise.reject("a text"), "500 "],
    ["while it answers", writeAndThrow, "no answer: aborted"],
    ["after it has answered", endAndThrow, "200 whole"],
  ])("goes on if the handler throws %s", async (_what, handler, answer) => {
    const warning = new Promise<Error>((resolve) => process.once("warning", resolve));
    const server = createServer(protectNode({ verifier: createTestVerifier() }, handler));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const answered = await send({ port, encrypted: false }, toSend(FORM)).then(
      ({ status, body }) => `${status} ${body}`,
      ({ message }: Error) => `no answer: ${message}`,
    );
    expect(answered).toBe(answer);
    expect((await warning).message).toMatch(/^a (?:mistake|function of the program failed)$/);
    server.closeAllConnections();
    server.close();
  });

  async function writeAndThrow(_request: IncomingMessage, response: ServerResponse): Promise<never> {
    await new Promise<void>((resolve) => response.write("a part", () => resolve()));
    throw mistake;
  }

  function endAndThrow(_request: IncomingMessage, response: ServerResponse): never {
    response.end("whole");
    throw mistake;
  }

  test("needs a handler that is a function", () => {
    expect(() => protectNode({ verifier: createTestVerifier() }, undefined as never)).toThrow(
      "handler must be a function, got undefined",
    );
  });
});

describe("Express", () => {
  const closers: (() => void)[] = [];
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });

  async function ask(use: (app: express.Express) => void, request: ToSend): Promise<readonly [number, string]> {
    const app = express();
    use(app);
    const onError: express.ErrorRequestHandler = (error, _request, response, _next) => {
      response.status(500).send(error.code);
    };
    const server = createServer(app.use(onError)).listen(0, "127.0.0.1");
    closers.push(() => server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const running = { port, encrypted: false, origin: "", handled: () => 0, errors: [], close: async () => {} };
    const { status, body } = await send(running, request);
    return [status, body];
  }

  const guard = (): Middleware => protectExpress({ verifier: createTestVerifier() });
  const echo: express.RequestHandler = (request, response) => {
    response.send(request.oauth?.rawBody.toString("latin1"));
  };

  test("octets that express.raw() read are verified", async () => {
    const raw = express.raw({ type: () => true });
    expect(await ask((app) => app.use(raw, guard(), echo), toSend(FORM))).toEqual([200, "amount=10.42"]);
    const changed = { ...toSend(FORM), body: "amount=10.43" };
    expect((await ask((app) => app.use(raw, guard(), echo), changed))[0]).toBe(401);
  });

  test("octets that a parser kept are verified", async () => {
    const keeping = express.urlencoded({
      verify(request, _response, octets) {
        Object.assign(request, { rawBody: octets });
      },
    });
    expect(await ask((app) => app.use(keeping, guard(), echo), toSend(FORM))).toEqual([200, "amount=10.42"]);
  });

  test("octets that may have been inflated are not used, and that is the client's mistake", async () => {
    const request = toSend(FORM);
    const identity = { ...request, headers: { ...request.headers, "content-encoding": "deflate" } };
    const inflated: express.RequestHandler = (incoming, _response, next) => {
      incoming.resume().on("end", () => {
        incoming.body = Buffer.from("amount=10.42");
        next();
      });
    };
    expect(await ask((app) => app.use(inflated, guard(), echo), identity)).toEqual([400, "The body is malformed.\n"]);
  });

  test.each(["gzip", "deflate", "GZIP"])(
    "a stranger's body with the coding %s is no error of the server",
    async (coding) => {
      const raw = express.raw({ type: () => true });
      const keeping = express.json({
        type: () => true,
        verify(request, _response, octets) {
          Object.assign(request, { rawBody: octets });
        },
      });
      const zipped = coding === "deflate" ? deflateSync("{}") : gzipSync("{}");
      for (const parser of [raw, keeping]) {
        for (const authorization of [undefined, 'OAuth oauth_nonce="1"', toSend(FORM).headers.authorization!]) {
          const headers = { "content-encoding": coding, ...(authorization && { authorization }) };
          const request = { method: "POST", path: "/api/pay", headers, body: zipped };
          const [status] = await ask((app) => app.use(parser, guard(), echo), request);
          expect([status, authorization]).toEqual([authorization ? 400 : 401, authorization]);
        }
      }
    },
  );

  test("kept octets over the limit are rejected", async () => {
    const small = protectExpress({ verifier: createTestVerifier(), bodyLimit: 11 });
    const raw = express.raw({ type: () => true });
    expect((await ask((app) => app.use(raw, small, echo), toSend(FORM)))[0]).toBe(413);
    const enough = protectExpress({ verifier: createTestVerifier(), bodyLimit: 12 });
    expect(await ask((app) => app.use(raw, enough, echo), toSend(FORM))).toEqual([200, "amount=10.42"]);
  });

  test("octets that were decoded are reported to onRejected with the reason", async () => {
    const messages: string[] = [];
    const telling = protectExpress({
      verifier: createTestVerifier(),
      onRejected: ({ message }) => messages.push(message),
    });
    const { headers, ...rest } = toSend(FORM);
    const request = { ...rest, headers: { ...headers, "content-encoding": "gzip" }, body: gzipSync("amount=10.42") };
    await ask((app) => app.use(express.raw({ type: () => true }), telling, echo), request);
    expect(messages).toEqual([
      "the body has a Content-Encoding, and something decoded it before its signature was verified",
    ]);
  });

  test("octets with the coding identity, in any case, are verified", async () => {
    const plain = toSend(FORM);
    const request = { ...plain, headers: { ...plain.headers, "content-encoding": "Identity" } };
    const raw = express.raw({ type: () => true });
    expect(await ask((app) => app.use(raw, guard(), echo), request)).toEqual([200, "amount=10.42"]);
  });

  test("octets that were kept in a part of a larger buffer are verified, and rawBody counts before body", async () => {
    const placing: express.RequestHandler = (incoming, _response, next) => {
      incoming.resume().on("end", () => {
        const larger = new TextEncoder().encode("<amount=10.42>");
        Object.assign(incoming, { rawBody: larger.subarray(1, 13), body: Buffer.from("amount=99.42") });
        next();
      });
    };
    expect(await ask((app) => app.use(placing, guard(), echo), toSend(FORM))).toEqual([200, "amount=10.42"]);
  });

  test("a parser before the middleware does no harm if it had nothing to parse", async () => {
    const parsers = [express.json(), express.urlencoded()];
    const get = toSend({ method: "GET", target: "/api/orders?a=1" });
    expect(await ask((app) => app.use(parsers, guard(), echo), get)).toEqual([200, ""]);
    const json = toSend({ method: "POST", target: "/api/pay", body: "{}", bodyHash: true });
    const request = { ...json, headers: { ...json.headers, "content-type": "application/json" } };
    expect(await ask((app) => app.use(express.urlencoded(), guard(), echo), request)).toEqual([200, "{}"]);
  });

  test("an empty body that was read is no mistake", async () => {
    const raw = express.raw({ type: () => true });
    const request = { ...toSend({ method: "POST", target: "/api/pay" }), body: [] };
    expect(await ask((app) => app.use(raw, guard(), echo), request)).toEqual([200, ""]);
  });

  test("octets in the place of an unread body are ignored", async () => {
    const placing: express.RequestHandler = (incoming, _response, next) => {
      incoming.body = Buffer.alloc(0);
      next();
    };
    expect(await ask((app) => app.use(placing, guard(), echo), toSend(FORM))).toEqual([200, "amount=10.42"]);
  });

  test("a message that was paused, to wait for something else, is read", async () => {
    const waiting: express.RequestHandler = (incoming, _response, next) => {
      incoming.pause();
      setTimeout(next, 10);
    };
    expect(await ask((app) => app.use(waiting, guard(), echo), toSend(FORM))).toEqual([200, "amount=10.42"]);
  });

  test("text instead of octets is a mistake in the program", async () => {
    const decoding: express.RequestHandler = (incoming, _response, next) => {
      incoming.setEncoding("utf8");
      next();
    };
    expect(await ask((app) => app.use(decoding, guard(), echo), toSend(FORM))).toEqual([500, "body-already-read"]);
  });

  test("a parser after the middleware finds nothing and does not hang", async () => {
    const parsed: express.RequestHandler = (request, response) => {
      response.send(String(request.body));
    };
    expect(await ask((app) => app.use(guard(), express.urlencoded(), parsed), toSend(FORM))).toEqual([
      200,
      "undefined",
    ]);
  });

  test("the method of the request line is verified, whatever overrides it", async () => {
    const override: express.RequestHandler = (request, _response, next) => {
      Object.assign(request, { originalMethod: request.method, method: "DELETE" });
      next();
    };
    expect((await ask((app) => app.use(override, guard(), echo), toSend(FORM)))[0]).toBe(200);
    const meant = { ...toSend({ ...FORM, method: "DELETE" }), method: "POST" };
    expect((await ask((app) => app.use(override, guard(), echo), meant))[0]).toBe(401);
  });
});

describe("Fastify", () => {
  const open: FastifyInstance[] = [];
  afterEach(async () => {
    for (const app of open.splice(0)) await app.close();
  });

  function app(): FastifyInstance {
    const made = fastify();
    open.push(made);
    return made;
  }

  async function inject(app: FastifyInstance, { method, path, headers, body }: ToSend): Promise<[number, string]> {
    const response = await app.inject({
      method: method as "GET",
      url: path,
      headers,
      ...(body === undefined ? {} : { payload: Buffer.from(body as string) }),
    });
    return [response.statusCode, response.body];
  }

  test("the plugin is known by its name and the version of Fastify, in the scope that registers it", () => {
    const meta = protectFastify as unknown as Record<symbol, unknown>;
    expect(meta[Symbol.for("skip-override")]).toBe(true);
    expect(meta[Symbol.for("fastify.display-name")]).toBe("countersign");
    expect(meta[Symbol.for("plugin-meta")]).toEqual({ name: "countersign", fastify: "5.x" });
  });

  test("the options of register that belong to Fastify are none of the adapter", async () => {
    const options = { prefix: "/api", logLevel: "warn", logSerializers: {} } as const;
    const server = app();
    await server.register(protectFastify, { verifier: createTestVerifier(), ...options });
    await expect(server.ready()).resolves.toBe(server);
  });

  test("the plugin protects its scope and the scopes inside, and no other", async () => {
    const outer = app();
    outer.get("/health", async () => "well");
    outer.register(async (scope) => {
      scope.get("/api/early", async () => "early");
      await scope.register(protectFastify, { verifier: createTestVerifier() });
      scope.get("/api/late", async () => "late");
      scope.register(async (inner) => {
        inner.get("/api/inner", async (request) => request.oauth?.consumerKey);
      });
    });
    outer.register(async (scope) => {
      scope.get("/beside", async () => "beside");
    });
    const unsigned = (path: string): ToSend => ({ method: "GET", path, headers: {} });
    expect(await inject(outer, unsigned("/health"))).toEqual([200, "well"]);
    expect(await inject(outer, unsigned("/beside"))).toEqual([200, "beside"]);
    for (const path of ["/api/early", "/api/late", "/api/inner"]) {
      expect((await inject(outer, unsigned(path)))[0]).toBe(401);
      expect((await inject(outer, toSend({ method: "GET", target: path })))[0]).toBe(200);
    }
  });

  test("parsers and schemas work on the verified octets", async () => {
    const guarded = app();
    await guarded.register(protectFastify, { verifier: createTestVerifier() });
    const schema = { body: { type: "object", required: ["amount"] } };
    guarded.post("/api/pay", { schema }, async (request) => request.body);
    const json = toSend({ method: "POST", target: "/api/pay", body: '{"amount":"10.42"}', bodyHash: true });
    const request = { ...json, headers: { ...json.headers, "content-type": "application/json" } };
    expect(await inject(guarded, { ...request, body: '{"amount":"99.42"}' })).toEqual([
      401,
      "The request is not authorized.\n",
    ]);
    expect(await inject(guarded, request)).toEqual([200, '{"amount":"10.42"}']);
  });

  test("an existing parser of forms stays", async () => {
    const guarded = app();
    guarded.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      async (_request: unknown, text: string) => Object.fromEntries(new URLSearchParams(text)),
    );
    await guarded.register(protectFastify, { verifier: createTestVerifier() });
    guarded.post("/api/pay", async (request) => request.body);
    expect(await inject(guarded, toSend(FORM))).toEqual([200, '{"amount":"10.42"}']);
  });

  test("without a parser of forms, the body of a form is its octets", async () => {
    const guarded = app();
    await guarded.register(protectFastify, { verifier: createTestVerifier() });
    guarded.post("/api/pay", async ({ body }) => (Buffer.isBuffer(body) ? `octets ${body}` : typeof body));
    expect(await inject(guarded, toSend(FORM))).toEqual([200, "octets amount=10.42"]);
  });

  test("a form with GET is verified, though Fastify does not parse it", async () => {
    const guarded = app();
    await guarded.register(protectFastify, { verifier: createTestVerifier() });
    guarded.get("/api/orders", async (request) => request.oauth?.rawBody.toString());
    const request = toSend({ method: "GET", target: "/api/orders", form: { a: "1" } });
    expect(await inject(guarded, { ...request, body: "a=2" })).toEqual([401, "The request is not authorized.\n"]);
    expect(await inject(guarded, request)).toEqual([200, "a=1"]);
  });

  test("a payload that an earlier hook replaced is a mistake in the program", async () => {
    const guarded = app();
    guarded.addHook("preParsing", async (_request, _reply, payload) => {
      const { PassThrough } = await import("node:stream");
      return payload.pipe(new PassThrough());
    });
    await guarded.register(protectFastify, { verifier: createTestVerifier() });
    guarded.post("/api/pay", async () => "reached");
    const [status, body] = await inject(guarded, toSend(FORM));
    expect([status, JSON.parse(body).code]).toEqual([500, "body-already-read"]);
  });

  test.each([
    ["while the rest of a body is discarded", "Transfer-Encoding: chunked\r\n\r\n"],
    ["while another hook sends the rejection", "X-Wait: 1\r\n\r\n"],
  ])("a client that closes the connection %s reaches no handler", async (_when, end) => {
    const guarded = app();
    const handled: unknown[] = [];
    const events = new EventEmitter();
    const [sent, closed] = [once(events, "sent"), once(events, "closed")];
    guarded.addHook("onRequest", async (request) => {
      request.raw.socket.on("close", () => events.emit("closed"));
    });
    guarded.addHook("onSend", async (request) => {
      events.emit("sent");
      if (request.headers["x-wait"] !== undefined) await closed;
    });
    await guarded.register(protectFastify, { verifier: createTestVerifier() });
    guarded.get("/pay", async ({ oauth }) => handled.push(oauth));
    await guarded.listen({ port: 0, host: "127.0.0.1" });
    const client = connect((guarded.server.address() as AddressInfo).port, "127.0.0.1");
    client.write(`GET /pay HTTP/1.1\r\nHost: h\r\n${end}`);
    await sent;
    client.destroy();
    await closed;
    await new Promise((done) => setImmediate(done));
    expect(handled).toEqual([]);
  });

  test("the path before rewriting is verified", async () => {
    const guarded = fastify({ rewriteUrl: () => "/inside" });
    open.push(guarded);
    await guarded.register(protectFastify, { verifier: createTestVerifier() });
    guarded.post("/inside", async () => "reached");
    expect((await inject(guarded, toSend(FORM)))[0]).toBe(200);
    expect((await inject(guarded, { ...toSend({ ...FORM, target: "/inside" }), path: "/api/pay" }))[0]).toBe(401);
  });
});

describe("Web Request", () => {
  const codes: string[] = [];
  const protectRequest = protectWeb({
    verifier: createTestVerifier(),
    bodyLimit: 1000,
    onRejected: ({ code }) => codes.push(code),
  });

  /** The consumer key of an accepted request, or the status of the response. */
  async function verify(request: Request, incoming?: IncomingHead): Promise<string | number> {
    const result = await protectRequest(request, ({ consumerKey }) => consumerKey, incoming);
    return typeof result === "string" ? result : result.status;
  }

  function request(url: string, signedUrl = url): Request {
    const { headers } = toSend({ method: "GET", target: signedUrl });
    return new Request(url, { headers });
  }

  test("a URL that the standard does not rewrite is accepted", async () => {
    for (const path of ["/a%2fb;c=d,e?x=%7e&y=a+b&&z", "//a//b", "/%E9?%ff=%FF", "/?", "/a?b#fragment"]) {
      expect(await verify(request(`${ORIGIN}${path}`))).toBe("shop");
    }
  });

  test.each(["/a/../b", "/a/%2e%2e/b", "/a/./b", "/a|b?c'd", '/a"b', "/a\\b"])(
    "a URL that the standard rewrites is rejected, such as %s",
    async (path) => {
      const { headers } = toSend({ method: "GET", target: "/x" });
      expect(new Request(`${ORIGIN}${path}`).url).not.toBe(`${ORIGIN}${path}`);
      expect(await verify(new Request(`${ORIGIN}${path}`, { headers }))).toBe(401);
    },
  );

  test("the message as received is verified if it is given", async () => {
    const { headers } = toSend({ method: "GET", target: "/a/../b" });
    const rewritten = new Request(`${ORIGIN}/a/../b`, { headers });
    const incoming = { url: "/a/../b", rawHeaders: ["Authorization", headers.authorization!], socket: {} };
    expect(await verify(rewritten)).toBe(401);
    expect(await verify(rewritten, incoming)).toBe("shop");
    const twice = { ...incoming, rawHeaders: [...incoming.rawHeaders, ...incoming.rawHeaders] };
    expect(await verify(rewritten, twice)).toBe(400);
    expect(codes.at(-1)).toBe("authorization-repeated");
  });

  test("behind a router that shortens the target, the original target is verified", async () => {
    const { headers } = toSend({ method: "GET", target: "/api/pay" });
    const shortened = new Request(`${ORIGIN}/pay`, { headers });
    const incoming = { url: "/pay", rawHeaders: ["Authorization", headers.authorization!], socket: {} };
    expect(await verify(shortened, incoming)).toBe(401);
    expect(await verify(shortened, { ...incoming, originalUrl: "/api/pay" })).toBe("shop");
  });

  test("a body of a GET, which a Request does not have, is rejected if the fields announce it", async () => {
    const { headers } = toSend({ method: "GET", target: "/a" });
    const signed = new Request(`${ORIGIN}/a`, { headers });
    const announced = (name: string, value: string): IncomingHead => ({
      url: "/a",
      rawHeaders: ["Authorization", headers.authorization!, name, value],
      socket: {},
    });
    for (const incoming of [announced("Content-Length", "5"), announced("Transfer-Encoding", "chunked")]) {
      expect(await verify(signed, incoming)).not.toBe("shop");
      expect(codes.at(-1)).toBe("body-hash-missing");
    }
    expect(await verify(signed, announced("Content-Length", "0"))).toBe("shop");
  });

  test("a body that was read or is being read is a mistake in the program", async () => {
    const mistake = expect.objectContaining({ code: "body-already-read" });
    const used = new Request(ORIGIN, { method: "POST", body: "a=1" });
    await used.text();
    await expect(verify(used)).rejects.toEqual(mistake);
    const locked = new Request(ORIGIN, { method: "POST", body: "a=1" });
    locked.body!.getReader();
    await expect(verify(locked)).rejects.toEqual(mistake);
  });

  test("a body at the limit is read", async () => {
    const sign = (length: number) => {
      const body = "x".repeat(length);
      const { headers } = toSend({ target: "/api", body, bodyHash: true });
      return new Request(`${ORIGIN}/api`, { method: "POST", headers, body });
    };
    expect([await verify(sign(1000)), await verify(sign(1001))]).toEqual(["shop", 413]);
  });

  test("a body over the limit is not read further, and an incomplete one is rejected", async () => {
    let pulled = 0;
    let cancelled = false;
    const endless = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(300));
      },
      cancel() {
        cancelled = true;
      },
    });
    const init = { method: "POST", duplex: "half" } as const;
    const headers = { authorization: 'OAuth oauth_nonce="1"' };
    expect(await verify(new Request(ORIGIN, { ...init, headers, body: endless }))).toBe(413);
    expect(cancelled).toBe(true);
    expect(pulled).toBeLessThan(8);
    const broken = new ReadableStream({
      pull(controller) {
        controller.error(new Error("gone"));
      },
    });
    expect(await verify(new Request(ORIGIN, { ...init, headers, body: broken }))).toBe(400);
  });

  test.each([
    ["a missing authorization", {}, 401],
    ["a malformed authorization", { authorization: "OAuth oauth_nonce" }, 400],
    ["a length over the limit", { authorization: 'OAuth oauth_nonce="1"', "content-length": "1001" }, 413],
  ])("%s is rejected without reading the body, which is cancelled", async (_what, headers, status) => {
    const seen: string[] = [];
    const body = new ReadableStream(
      { pull: () => void seen.push("read"), cancel: () => void seen.push("cancelled") },
      { highWaterMark: 0 },
    );
    const request = new Request(ORIGIN, { method: "POST", duplex: "half", body, headers } as RequestInit);
    expect([await verify(request), seen]).toEqual([status, ["cancelled"]]);
  });
});
