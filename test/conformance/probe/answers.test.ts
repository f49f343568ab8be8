/** How the probe reads answers, and what it waits for. */

import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import {
  type Acceptance,
  dateOf,
  isAccepted,
  isServerError,
  readable,
  says,
} from "../../../src/conformance/probe/acceptance.ts";
import { headerOf, isWhole, parseResponse } from "../../../src/conformance/probe/response.ts";
import { createSender, requestOctets } from "../../../src/conformance/probe/send.ts";

describe("an answer", () => {
  const response = (text: string, method = "GET") => parseResponse(Buffer.from(text, "latin1"), method);

  test("has a status, header fields and a body", () => {
    const found = response("HTTP/1.1 200 OK\r\nX-A: 1\r\nx-a:2 \r\n\r\nbody")!;
    expect([found.status, headerOf(found, "x-a"), found.body]).toEqual([200, "1, 2", "body"]);
    expect(response("HTTP/1.1 200 OK\r\n\r\nbody", "HEAD")!.body).toBe("");
  });

  test("may have informational answers before it, and chunks", () => {
    expect(response("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 401 No\r\n\r\n")!.status).toBe(401);
    const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    expect(response(`${chunked}3;x=y\r\nabc\r\n2\r\nde\r\n0\r\n\r\n`)!.body).toBe("abcde");
    expect(response(`${chunked}ffffffffff\r\nabc`)!.body).toBe("abc");
    expect(response(`${chunked}zz\r\nabc`)!.body).toBe("");
  });

  test.each(["", "HTTP/1.1 200 OK\r\n", "HTTP/2 200\r\n\r\n", "SSH-2.0\r\n\r\n", "HTTP/1.1 999 X\r\n\r\n"])(
    "is none: %j",
    (text) => {
      expect(response(text)).toBeUndefined();
    },
  );

  test("is none after more informational answers than a server sends, however many there are", () => {
    const many = (count: number): string => `${"HTTP/1.1 100\r\n\r\n".repeat(count)}HTTP/1.1 401 No\r\n\r\n`;
    expect(response(many(10))!.status).toBe(401);
    expect(response(many(11))).toBeUndefined();
    expect(response(many(20_000))).toBeUndefined();
  });

  test.each([
    ["HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n", "body", true],
    ["HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n", "bod", false],
    ["HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "", true],
    ["HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", "body", false],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n0\r\n\r\n", true],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n", false],
    ["HTTP/1.1 200 OK\r\n\r\n", "body", false],
    ["HTTP/1.1 204 No Content\r\n\r\n", "", true],
    ["HTTP/1.1 100 Continue\r\n\r\n", "", false],
    ["HTTP/1.1 200 OK\r\n", "", false],
  ])("is whole: %j %j %s", (head, body, expected) => {
    expect(isWhole(Buffer.from(head + body), "GET")).toBe(expected);
  });

  test("to HEAD is whole without the body that it announces", () => {
    expect(isWhole(Buffer.from("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"), "HEAD")).toBe(true);
  });

  test("is an acceptance if status, header and body fit", () => {
    const acceptance: Acceptance = { status: [200, 299], header: { name: "X-State", pattern: /^open$/ }, body: /ok/ };
    const good = { status: 204, headers: [["x-state", "open"]], body: "ok" } as const;
    expect(isAccepted(good, acceptance, "GET")).toBe(true);
    expect(isAccepted({ ...good, status: 300 }, acceptance, "GET")).toBe(false);
    expect(isAccepted({ ...good, headers: [] }, acceptance, "GET")).toBe(false);
    expect(isAccepted({ ...good, body: "no" }, acceptance, "GET")).toBe(false);
    expect(isAccepted({ ...good, body: "" }, acceptance, "HEAD")).toBe(true);
    expect(isAccepted({ failure: "closed", message: "" }, acceptance, "GET")).toBe(false);
    expect(isAccepted({ ...good, body: `${" ".repeat(20_000)}ok` }, acceptance, "GET")).toBe(false);
  });

  test("says a text in any spelling", () => {
    const told = (body: string) => says({ status: 401, headers: [], body }, "a+/=");
    expect([told("got a+/="), told("a%2B%2F%3D"), told('"a+\\/="'), told("&quot;a&#43;/&#61;"), told("a-_")]).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(says({ status: 401, headers: [["X", "a+/="]], body: "" }, "a+/=")).toBe(true);
  });

  test.each(["a&#x2B;/&#x3D;", "a\\u002b\\/\\u003D", "a&plus;&sol;&equals;", "a%252B%252F%253D", "YSsvPQ=="])(
    "says a text as %s",
    (body) => {
      expect(says({ status: 401, headers: [], body: `expected ${body}, or not` }, "a+/=")).toBe(true);
      expect(says({ status: 401, headers: [], body: `expected ${body}, or not` }, "a-_=")).toBe(false);
    },
  );

  test("says a text of other characters than ASCII, as its octets are UTF-8", () => {
    const body = Buffer.from("caf\u00e9-1").toString("latin1");
    expect(says({ status: 401, headers: [], body }, "caf\u00e9-1")).toBe(true);
  });

  test("is a failure of the server with 500 and above, and without an answer", () => {
    expect(isServerError({ status: 503, headers: [], body: "" })).toBe(true);
    expect(isServerError({ status: 401, headers: [], body: "" })).toBe(false);
    expect(isServerError({ failure: "closed", message: "" })).toBe(true);
  });

  test("reads alike whatever its numbers, and not with another status or text", () => {
    const of = (status: number, body: string) => readable({ status, headers: [], body });
    expect(of(401, "no, at 1700000001")).toBe(of(401, "no, at 1700000002"));
    expect(of(401, "no")).not.toBe(of(403, "no"));
    expect(of(401, "unknown")).not.toBe(of(401, "wrong"));
  });

  test("has the clock of the server", () => {
    expect(dateOf({ status: 200, headers: [["Date", "Tue, 14 Nov 2023 22:13:20 GMT"]], body: "" })).toBe(1_700_000_000);
    expect(dateOf({ status: 200, headers: [["Date", "soon"]], body: "" })).toBeUndefined();
  });
});

describe("the sender", () => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  /** A server that is a function of the socket, after the head of a request has arrived. */
  async function senderTo(answer: (socket: Socket, text: string) => void, milliseconds = 10_000) {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", (octets) => answer(socket, octets.toString("latin1")));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closing.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    return { server, send: createSender({ host: "127.0.0.1", port, isTls: false }, milliseconds) };
  }

  const odd = {
    method: "GET",
    url: "//a/../b?c={}",
    headers: [
      ["hOST", "x"],
      ["Authorization", "OAuth a"],
      ["authorization", "OAuth \xe9"],
    ],
  } as const;

  test("sends header fields, names and octets as they are", async () => {
    let seen = "";
    const { send } = await senderTo((socket, text) => {
      seen = text;
      socket.end("HTTP/1.1 204 No Content\r\n\r\n");
    });
    expect(await send(odd)).toMatchObject({ status: 204 });
    expect(seen).toBe(
      "GET //a/../b?c={} HTTP/1.1\r\nhOST: x\r\nAuthorization: OAuth a\r\nauthorization: OAuth \xe9\r\nConnection: close\r\n\r\n",
    );
    expect(
      Buffer.from(requestOctets({ ...odd, body: Buffer.from("x") }))
        .toString("latin1")
        .endsWith("\r\n\r\nx"),
    ).toBe(true);
  });

  test("says why there is no answer", async () => {
    const closed = await senderTo((socket) => socket.destroy());
    expect(await closed.send(odd)).toMatchObject({ failure: "closed" });
    const silent = await senderTo((socket) => closing.push(() => socket.destroy()), 1);
    expect(await silent.send(odd)).toEqual({ failure: "timed-out", message: "no answer after 1 ms" });
    const gone = await senderTo(() => {});
    await new Promise((resolve) => gone.server.close(resolve));
    expect(await gone.send(odd)).toMatchObject({ failure: "unreachable" });
  });

  test.each([
    ["of a declared length", "Content-Length: 2\r\n\r\nno"],
    ["in chunks", "Transfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n"],
  ])("does not wait for the end of the connection after an answer %s", async (_what, rest) => {
    const { send } = await senderTo((socket) => {
      socket.write(`HTTP/1.1 401 Unauthorized\r\n${rest}`);
      closing.push(() => socket.destroy());
    }, 100_000_000);
    expect(await send(odd)).toMatchObject({ status: 401, body: "no" });
  });

  test("reads an answer up to a limit", async () => {
    const { send } = await senderTo((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.write("x".repeat(3_000_000));
      closing.push(() => socket.destroy());
    });
    const answer = await send(odd);
    expect("body" in answer && answer.body.length).toBeLessThan(1_300_000);
  });
});
