import { once } from "node:events";
import { Agent, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { makeCertificate, type TemporaryCertificate } from "../../src/request-log/certificate.ts";
import type { IncomingRequest, ReceiveFailure } from "../../src/request-log/incoming-request.ts";
import { type RequestServer, type RequestServerOptions, startServer } from "../../src/request-log/server.ts";

let certificate: TemporaryCertificate;
beforeAll(async () => {
  certificate = await makeCertificate("shop.test");
});

interface Running extends RequestServer {
  readonly received: IncomingRequest[];
  readonly failures: ReceiveFailure[];
  readonly defects: unknown[];
  /** Resolves once there are this many failures. */
  failed(count: number): Promise<void>;
}

const running: RequestServer[] = [];
afterEach(() => Promise.all(running.splice(0).map((server) => server.close())));

async function start(options: Partial<RequestServerOptions> = {}): Promise<Running> {
  const received: IncomingRequest[] = [];
  const failures: ReceiveFailure[] = [];
  const defects: unknown[] = [];
  let wake = (): void => {};
  const server = await startServer({
    port: 0,
    async handle(request) {
      received.push(request);
      return { status: 200, headers: { "content-type": "text/plain" }, body: "seen" };
    },
    onReceiveFailure(failure) {
      failures.push(failure);
      wake();
    },
    onDefect: (error) => defects.push(error),
    ...options,
  });
  running.push(server);
  const failed = async (count: number): Promise<void> => {
    while (failures.length < count) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { ...server, received, failures, defects, failed };
}

/** Writes octets, then ends or resets its side if asked to, and returns what the server sent before it closed. */
async function say(port: number, text: string | Buffer, then: "end" | "reset" | "wait" = "wait"): Promise<string> {
  const socket: Socket = connect(port, "127.0.0.1");
  let answer = "";
  await new Promise<void>((resolve) => {
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("error", () => {}).on("close", () => resolve());
    socket.write(text, () => {
      if (then === "end") socket.end();
      if (then === "reset") socket.resetAndDestroy();
    });
  });
  return answer;
}

const kinds = ({ failures }: Running) => failures.map(({ kind }) => kind);

describe("the server of the simulator", () => {
  test("passes on a request as received: target, repeated headers, octets of the body", async () => {
    const server = await start();
    const head =
      "POST /a%2fb/../c?x=%E9&x HTTP/1.1\r\nHost: One\r\nX-Twice: a\r\nx-twice: b\r\nContent-Length: 3\r\nConnection: close\r\n\r\n";
    const answer = await say(server.port, Buffer.concat([Buffer.from(head), Buffer.from([0xff, 0x00, 0x41])]));
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*seen$/s);
    const [request] = server.received;
    expect(request).toMatchObject({ method: "POST", url: "/a%2fb/../c?x=%E9&x", secure: false });
    expect(request!.headers.slice(0, 3)).toEqual([
      ["Host", "One"],
      ["X-Twice", "a"],
      ["x-twice", "b"],
    ]);
    expect([...request!.body!]).toEqual([0xff, 0x00, 0x41]);
  });

  test("accepts chunked bodies, HEAD, pipelined requests, and requests without a host", async () => {
    const server = await start();
    const answers = await say(
      server.port,
      "POST /1 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n2\r\nbc\r\n0\r\n\r\n" +
        "HEAD /2 HTTP/1.1\r\n\r\nGET /3 HTTP/1.1\r\nConnection: close\r\n\r\n",
    );
    expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
    expect(server.received.map(({ url, body }) => `${url} ${body}`)).toEqual(["/1 abc", "/2 ", "/3 "]);
    expect(server.failures).toEqual([]);
  });

  test.each([
    ["text that is not HTTP", "hello there\r\n\r\n", "wait", "malformed", 400],
    ["a header without a colon", "GET / HTTP/1.1\r\nno colon\r\n\r\n", "wait", "malformed", 400],
    ["two lengths", "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", "wait", "malformed", 400],
    ["a chunk without a size", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "wait", "malformed", 400],
    ["a head without an end", `GET / HTTP/1.1\r\nx: ${"x".repeat(70_000)}\r\n\r\n`, "wait", "too-large", 413],
    [
      "a body above the limit",
      `POST / HTTP/1.1\r\nContent-Length: 200\r\n\r\n${"x".repeat(200)}`,
      "wait",
      "too-large",
      413,
    ],
    ["a huge Content-Length", "POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", "wait", "too-large", 413],
    ["a head that is cut off", "GET / HTTP/1.1\r\nHost: a", "end", "cut-off", 400],
    ["a body that is cut off", "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nabc", "end", "cut-off", 400],
    ["a CONNECT request", "CONNECT example.org:443 HTTP/1.1\r\n\r\n", "wait", "malformed", 400],
  ] as const)("reports %s once, answers it and serves the next request", async (_name, text, then, kind, status) => {
    const server = await start({ bodyLimit: 100 });
    const answer = await say(server.port, text, then);
    await server.failed(1);
    expect(kinds(server)).toEqual([kind]);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(await say(server.port, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n")).toContain("seen");
    expect(kinds(server)).toEqual([kind]);
  });

  test("says what to do instead of a tunnel, and survives a client that resets it", async () => {
    const server = await start();
    await say(server.port, "CONNECT example.org:443 HTTP/1.1\r\n\r\n", "reset");
    await server.failed(1);
    expect(server.failures[0]!.message).toMatch(/^the client asked for a tunnel .* give it an http address/);
    expect(await say(server.port, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n")).toContain("seen");
  });

  test("reports a body that a reset cuts off, and no connection without a request", async () => {
    const server = await start();
    await say(server.port, "POST /x HTTP/1.1\r\nContent-Length: 9\r\n\r\nabc", "reset");
    await server.failed(1);
    expect(server.failures).toMatchObject([{ kind: "cut-off", head: { method: "POST", url: "/x" } }]);
    await say(server.port, "", "end");
    await say(server.port, "", "reset");
    await say(server.port, "GET / HTTP/1.1\r\n\r\n", "end");
    expect(kinds(server)).toEqual(["cut-off"]);
  });

  // Waits for two seconds.
  test("ends a slow head and a slow body in time, and does not report an idle connection", {
    tags: ["deep"],
  }, async () => {
    const server = await start({ requestTimeoutMilliseconds: 2000 });
    const answers = await Promise.all([
      say(server.port, "GET / HT"),
      say(server.port, "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nabc"),
      say(server.port, ""),
    ]);
    await server.failed(2);
    expect(kinds(server)).toEqual(["too-slow", "too-slow"]);
    expect(answers.slice(0, 2).map((answer) => answer.slice(0, 12))).toEqual(["HTTP/1.1 408", "HTTP/1.1 408"]);
  });

  test("answers 500 if the handler throws, and reports the error", async () => {
    const defect = new Error("ours");
    const server = await start({
      handle: async () => {
        throw defect;
      },
    });
    expect(await say(server.port, "GET / HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1\.1 500 /);
    expect(server.defects).toEqual([defect]);
  });

  test("closes while a client keeps its connection, and ends a request that never completes", async () => {
    const server = await start();
    const agent = new Agent({ keepAlive: true });
    await new Promise((resolve) => {
      httpRequest({ port: server.port, host: "127.0.0.1", agent }, (response) =>
        response.resume().on("end", resolve),
      ).end();
    });
    const hanging = connect(server.port, "127.0.0.1").on("error", () => {});
    const isOver = once(hanging, "close");
    hanging.write("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\nabc");
    // The server sends "100 Continue" when it has read the head.
    await once(hanging, "data");
    await server.close();
    await isOver;
    expect(kinds(server)).toEqual(["cut-off"]);
    agent.destroy();
  });
});

describe("the server of the simulator, over TLS", () => {
  const get = (port: number, host: string, ca?: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const options = { port, host: "127.0.0.1", servername: host === "127.0.0.1" ? "" : host, ...(ca && { ca }) };
      httpsRequest(options, (response) => response.resume().on("end", () => resolve(response.statusCode!)))
        .on("error", reject)
        .end();
    });

  test("has a certificate for the loopback addresses and its names only", async () => {
    const server = await start({ tls: certificate });
    expect(await get(server.port, "localhost", certificate.authority)).toBe(200);
    expect(await get(server.port, "shop.test", certificate.authority)).toBe(200);
    expect(await get(server.port, "127.0.0.1", certificate.authority)).toBe(200);
    await expect(get(server.port, "other.test", certificate.authority)).rejects.toThrow(/altnames/);
    expect(server.received[0]).toMatchObject({ secure: true });
  });

  test("reports why there was no TLS", async () => {
    const server = await start({ tls: certificate });
    await expect(get(server.port, "localhost")).rejects.toThrow(/certificate/);
    await say(server.port, "GET / HTTP/1.1\r\n\r\n");
    await server.failed(1);
    expect(server.failures.at(-1)).toMatchObject({
      kind: "no-tls",
      message: "the client uses http, but this server uses https",
    });
  });

  test("reports a client that uses TLS for an http server", async () => {
    const server = await start();
    await new Promise<void>((resolve) => {
      connectTls({ port: server.port, host: "127.0.0.1" }).on("error", () => resolve());
    });
    await server.failed(1);
    expect(server.failures).toMatchObject([
      { kind: "malformed", message: "the client uses TLS, but this server uses http" },
    ]);
  });
});
