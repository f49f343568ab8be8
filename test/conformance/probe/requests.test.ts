/** How the probe signs, writes and sends its requests, and reads the answers. */

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
import { curlLines } from "../../../src/conformance/probe/curl.ts";
import { type Draft, FORM_TYPE, withProtocol, write } from "../../../src/conformance/probe/draft.ts";
import { createGood, freshNonce } from "../../../src/conformance/probe/good.ts";
import { headerOf, parseResponse } from "../../../src/conformance/probe/response.ts";
import { createSender, requestOctets } from "../../../src/conformance/probe/send.ts";
import { curlOf } from "../../../src/gateway/simulator/curl.ts";
import { sign } from "../../../src/index.ts";
import { readCurlCommand } from "../../../src/requests/curl-command.ts";
import { shellWords } from "../../../src/requests/shell-words.ts";
import { CLIENT, RSA_CLIENT } from "./credentials.ts";

const request = {
  ...{ method: "POST", origin: "http://127.0.0.1:8080", host: "127.0.0.1:8080", path: "/a%20b", query: "c=%C3%A9&c=1" },
  ...{ headers: [["X-Probe", "it's"]] as const, contentType: FORM_TYPE, body: "amount=10.42&note=a+b" },
};
const shared = { request, place: "header", isPrivate: true, mayChangeMethod: false, clockAhead: 0 } as const;

describe("a draft", () => {
  test.each([
    ["HMAC-SHA1", CLIENT],
    ["HMAC-SHA512", CLIENT],
    ["RSA-SHA256", RSA_CLIENT],
  ] as const)("is signed with %s as the signer does it", (method, credentials) => {
    const good = createGood({ ...shared, credentials, method });
    const draft = good.fresh();
    const value = (name: string): string => draft.protocol.find(([own]) => own === name)![1];
    const signed = sign(
      {
        method: "POST",
        url: `${request.origin}${request.path}?${request.query}`,
        form: [
          ["amount", "10.42"],
          ["note", "a b"],
        ],
      },
      { ...credentials, signatureMethod: method } as never,
      { nonce: value("oauth_nonce"), timestamp: value("oauth_timestamp") },
    );
    expect(good.sign(draft)).toBe(signed.signature);
  });

  test("is written with its parameters in header, query or body", () => {
    const draft: Draft = { ...request, place: "header", protocol: [["oauth_nonce", "a b"]] };
    expect(write(draft, "x=").headers).toContainEqual([
      "Authorization",
      'OAuth oauth_nonce="a%20b", oauth_signature="x%3D"',
    ]);
    expect(write({ ...draft, place: "query" }, "x").url).toBe(
      "/a%20b?c=%C3%A9&c=1&oauth_nonce=a%20b&oauth_signature=x",
    );
    const inBody = write({ ...draft, place: "body" }, "x");
    expect(Buffer.from(inBody.body!).toString()).toBe("amount=10.42&note=a+b&oauth_nonce=a%20b&oauth_signature=x");
    expect(inBody.headers).toContainEqual(["Content-Length", String(inBody.body!.length)]);
    expect(write({ ...draft, protocol: [] }).headers.some(([name]) => name === "Authorization")).toBe(false);
  });

  test("gets, keeps and loses protocol parameters", () => {
    const draft: Draft = {
      ...request,
      place: "header",
      protocol: [
        ["a", "1"],
        ["b", "2"],
      ],
    };
    expect(withProtocol(draft, { a: "3", b: undefined, c: "4" }).protocol).toEqual([
      ["a", "3"],
      ["c", "4"],
    ]);
  });

  test("has a nonce of 24 letters and digits, and the time of the server", () => {
    expect(freshNonce()).toMatch(/^[a-z0-5]{24}$/);
    const late = createGood({ ...shared, credentials: CLIENT, method: "HMAC-SHA1", clockAhead: 5000 });
    expect(late.now() - Math.floor(Date.now() / 1000)).toBeGreaterThan(4990);
  });
});

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

describe("a curl command", () => {
  test("sends the same request, as our reader of curl commands sees it", () => {
    const good = createGood({ ...shared, credentials: CLIENT, method: "HMAC-SHA1" });
    const sent = good.signed(good.fresh());
    const read = readCurlCommand(shellWords(curlOf(sent, request.origin).replace(" --include", "")));
    expect(read).toMatchObject({ method: "POST", url: `${request.origin}${sent.url}` });
    expect(read.headers).toEqual(
      expect.arrayContaining([["X-Probe", "it's"], ...sent.headers.filter(([name]) => name === "Authorization")]),
    );
  });

  test("sends copies at once in one line", () => {
    const one = { method: "GET", url: "/a", headers: [] };
    expect(curlLines([[one], [one, one]], "http://127.0.0.1")).toEqual([
      "curl --globoff --path-as-is --include --request GET http://127.0.0.1/a",
      "for i in $(seq 2); do curl --globoff --path-as-is --include --request GET http://127.0.0.1/a & done; wait",
    ]);
  });

  test("says where curl cannot send the request", () => {
    expect(curlOf({ method: "GET", url: "/a", headers: [["A", "\xe9"]] }, "http://x")).toBe(
      "curl cannot send this request as it is: GET http://x",
    );
  });

  test("quotes everything that a shell would obey", () => {
    const command = curlOf(
      {
        method: "GET",
        url: "/a?b=$(x)&c='",
        headers: [
          ["A", "`y`"],
          ["B", ""],
        ],
      },
      "http://x",
    );
    expect(shellWords(command)).toEqual([
      ...["curl", "--globoff", "--path-as-is", "--include", "--request", "GET"],
      ...["--header", "A: `y`", "--header", "B;", "http://x/a?b=$(x)&c='"],
    ]);
  });
});
