/** The adapters for node:http and Fastify behind HTTP/2. */

import { once } from "node:events";
import {
  type ClientHttp2Session,
  connect,
  constants,
  createSecureServer,
  createServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from "node:http2";
import type { AddressInfo } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { protect as protectFastify } from "../../../src/verifier/adapters/fastify.ts";
import { type AdapterOptions, protect } from "../../../src/verifier/adapters/node-http.ts";
import { tls } from "./certificate.ts";
import { createTestVerifier, toSend } from "./verifiers.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Start = (options: AdapterOptions, encrypted: boolean) => Promise<number>;

const nodeHttp2: Start = async (options, encrypted) => {
  const listener = protect<Http2ServerRequest, Http2ServerResponse>(options, (request, response, oauth) => {
    response.end(`${request.httpVersion} ${oauth.consumerKey}`);
  });
  const server = encrypted ? createSecureServer(tls, listener) : createServer(listener);
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  closing.push(() => new Promise((done) => void server.close(done)));
  return (server.address() as AddressInfo).port;
};

const fastifyHttp2: Start = async (options, encrypted) => {
  // The two have different types.
  const app = (encrypted
    ? fastify({ http2: true, https: tls })
    : fastify({ http2: true })) as unknown as FastifyInstance;
  await app.register(protectFastify, options);
  app.all("/*", async ({ oauth }) => `2.0 ${oauth?.consumerKey}`);
  await app.listen({ port: 0, host: "127.0.0.1" });
  closing.push(() => app.close());
  return (app.server.address() as AddressInfo).port;
};

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly rstCode: number;
}

interface ToSend {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: Uint8Array | string | undefined;
  /** Whether the client leaves the stream open after the body. */
  readonly goesOn?: boolean;
}

async function ask(session: ClientHttp2Session, { method, path, headers, body, goesOn }: ToSend): Promise<Answer> {
  const stream = session.request({ ":method": method, ":path": path, ...headers } as never, { endStream: false });
  let status = 0;
  let text = "";
  stream.on("response", (fields) => {
    status = Number(fields[":status"]);
  });
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  stream.on("error", () => {});
  if (body !== undefined) stream.write(body);
  if (goesOn !== true) stream.end();
  await once(stream, "close");
  return { status, body: text, rstCode: stream.rstCode! };
}

/** The warnings of this process from now on, until the end of the test. */
function collectWarnings(): readonly Error[] {
  const warnings: Error[] = [];
  const note = (warning: Error): number => warnings.push(warning);
  process.on("warning", note);
  closing.push(() => process.off("warning", note));
  return warnings;
}

describe.each([
  ["node:http2", nodeHttp2],
  ["Fastify", fastifyHttp2],
])("%s", (_name, start) => {
  let port = 0;
  async function open(
    encrypted: boolean,
    options: Partial<AdapterOptions> = {},
    policy = {},
  ): Promise<ClientHttp2Session> {
    port = await start({ verifier: createTestVerifier(policy), ...options }, encrypted);
    const session = connect(`${encrypted ? "https" : "http"}://127.0.0.1:${port}`, { ca: tls.cert });
    session.on("error", () => {});
    closing.push(() => session.destroy());
    return session;
  }

  test.each([true, false])("accepts who signs, once, with TLS: %s", async (encrypted) => {
    const session = await open(encrypted);
    const { path, method, headers, body } = toSend({ method: "POST", target: "/pay", form: { amount: "10.42" } });
    const request = { path, method, headers, body: body as string };
    expect(await ask(session, request)).toEqual({ status: 200, body: "2.0 shop", rstCode: 0 });
    expect((await ask(session, request)).status).toBe(401);
  });

  test("takes the host of a URL from :authority", async () => {
    const session = await open(true, { originFromHost: true }, { origin: undefined });
    const own = `https://127.0.0.1:${port}`;
    const get = (origin: string): ToSend => {
      const { headers } = toSend({ method: "GET", target: `${origin}/status` });
      return { method: "GET", path: "/status", headers };
    };
    expect((await ask(session, get(own))).status).toBe(200);
    expect((await ask(session, get("https://other.example"))).status).toBe(401);
    const other = get("https://other.example");
    const renamed = { ...other, headers: { ...other.headers, ":authority": "other.example" } };
    expect((await ask(session, renamed)).status).toBe(200);
    const two = get(own);
    const both = { ...two, headers: { ...two.headers, ":authority": `127.0.0.1:${port}`, host: "other.example" } };
    expect((await ask(session, both)).status).toBe(400);
    const same = get(own);
    const equal = {
      ...same,
      headers: { ...same.headers, ":authority": `127.0.0.1:${port}`, host: `127.0.0.1:${port}` },
    };
    expect((await ask(session, equal)).status).toBe(200);
  });

  test("ends the stream of a body over the limit, and other streams go on", async () => {
    const warnings = collectWarnings();
    const session = await open(true, { bodyLimit: 1000 });
    const authorization = 'OAuth oauth_nonce="1"';
    const long = { method: "POST", path: "/pay", body: Buffer.alloc(40_000, "x"), goesOn: true };
    const declared = { authorization, "content-length": 9_000_000 };
    const rejected = [
      { request: { ...long, headers: { authorization } }, status: 413 },
      { request: { ...long, headers: declared }, status: 413 },
      { request: long, status: 401 },
    ];
    // Together more than the window of the connection, which is 65,535 octets.
    const asked = [...rejected, ...rejected, ...rejected].map(async ({ request, status }) => {
      const answer = await ask(session, request);
      expect([answer.status, answer.rstCode]).toEqual([status, constants.NGHTTP2_NO_ERROR]);
    });
    await Promise.all(asked);
    const { path, method, headers, body } = toSend({ method: "POST", target: "/pay", form: { amount: "10.42" } });
    expect((await ask(session, { path, method, headers, body: body as string })).status).toBe(200);
    await new Promise((done) => setImmediate(done));
    expect(warnings).toEqual([]);
  });

  test("knows the origin that clients sign, whatever :authority says", async () => {
    const session = await open(true);
    const { headers } = toSend({ method: "GET", target: "https://other.example/status" });
    const authority = { ":authority": "other.example" };
    expect((await ask(session, { method: "GET", path: "/status", headers: { ...headers, ...authority } })).status).toBe(
      401,
    );
    const right = toSend({ method: "GET", target: "/status" });
    expect((await ask(session, { method: "GET", path: "/status", headers: right.headers })).status).toBe(200);
  });
});

describe("node:http2", () => {
  test("answers an error of the program with 500, without a header that HTTP/2 does not have, and closes the stream", async () => {
    const warnings = collectWarnings();
    const options: AdapterOptions = {
      verifier: createTestVerifier(),
      onRejected() {
        throw new Error("a log that is full");
      },
    };
    const server = createServer(protect<Http2ServerRequest, Http2ServerResponse>(options, () => {}));
    await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
    closing.push(() => new Promise((done) => void server.close(done)));
    const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    closing.push(() => session.destroy());
    expect((await ask(session, { method: "GET", path: "/status" })).status).toBe(500);
    const unended = await ask(session, { method: "POST", path: "/pay", body: "octets", goesOn: true });
    expect(unended).toEqual({ status: 500, body: "", rstCode: constants.NGHTTP2_NO_ERROR });
    await new Promise((done) => setImmediate(done));
    expect(warnings.map(({ message }) => message)).toEqual(Array(2).fill("a log that is full"));
  });
});
