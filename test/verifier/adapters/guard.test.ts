/** What the adapters share: options, the head of a request, rejections and the responses to them. */

import { describe, expect, test } from "vitest";
import { AdapterError } from "../../../src/verifier/adapters/adapter-error.ts";
import { createGuard } from "../../../src/verifier/adapters/guard.ts";
import { responseFunction } from "../../../src/verifier/adapters/rejection-response.ts";
import { type Head, headOf, mayBeSigned } from "../../../src/verifier/adapters/request-head.ts";
import { protect } from "../../../src/verifier/adapters/web.ts";
import { rejectFor } from "../../../src/verifier/rejections.ts";
import type { Rejected, RejectionCode } from "../../../src/verifier/types.ts";
import { testEach } from "../../title.ts";
import { createTestVerifier, ORIGIN, toSend } from "./verifiers.ts";

const verifier = createTestVerifier();
const EMPTY = Buffer.alloc(0);

describe("the message for an invalid option", () => {
  const OPTIONS = "verifier, rejectionResponse, realm, bodyLimit, allowUnsignedBody, originFromHost, onRejected";
  const LIMIT = "bodyLimit must be a whole number of octets";
  testEach<readonly [message: string, options: object]>([
    [`options has no member "bodylimit", only ${OPTIONS}`, { verifier, bodylimit: 5 }],
    ["verifier must be what createVerifier returns", {}],
    ["verifier must be what createVerifier returns", { verifier: { verify: true } }],
    [LIMIT, { verifier, bodyLimit: -1 }],
    [LIMIT, { verifier, bodyLimit: 0.5 }],
    [LIMIT, { verifier, bodyLimit: "5" }],
    ["allowUnsignedBody must be true or false", { verifier, allowUnsignedBody: "false" }],
    ["allowUnsignedBody must be true or false", { verifier, allowUnsignedBody: null }],
    ["originFromHost must be true or false", { verifier, originFromHost: 1 }],
    ['rejectionResponse must be "rfc", "gateway" or a function', { verifier, rejectionResponse: "silent" }],
    ["realm must be printable ASCII", { verifier, realm: "a\n" }],
    ["realm must be printable ASCII", { verifier, realm: "\x7f" }],
    ["realm must be printable ASCII", { verifier, realm: "é" }],
    ["realm must be printable ASCII", { verifier, realm: "\x1fa" }],
    ["realm must be printable ASCII", { verifier, realm: 7 }],
    ["options must be an object, got null", null as never],
    ["options must be an object, got undefined", undefined as never],
    ["options must be an object, got string", "x" as never],
  ])("is %s", (message, options) => {
    expect(() => createGuard(options as never)).toThrow(new AdapterError("option-malformed", message));
    try {
      createGuard(options as never);
    } catch (error) {
      expect(error).toMatchObject({ name: "AdapterError", code: "option-malformed" });
    }
  });

  test("is none for a limit of nothing", () => {
    expect(createGuard({ verifier, bodyLimit: 0 }).bodyLimit).toBe(0);
    expect(createGuard({ verifier }).bodyLimit).toBe(102_400);
  });
});

describe("a rejection without the verifier", () => {
  const { method, path, headers } = toSend({ method: "POST", target: "/api/orders" });
  const head: Head = { method, url: path, headers: Object.entries(headers as Record<string, string>), secure: true };

  test("says that the request names no host, or more than one", async () => {
    const guard = createGuard({ verifier, originFromHost: true });
    expect(await guard.verify(head, EMPTY)).toMatchObject({
      rejection: { code: "url-malformed", message: "the request names no host, or more than one" },
    });
  });

  test("says how long a body may be", () => {
    const { rejection } = createGuard({ verifier, bodyLimit: 9 }).rejectTooLarge(head);
    expect(rejection).toMatchObject({ code: "limit-exceeded", message: "the body has more than 9 octets" });
  });

  test("is known to onRejected with the request, and is the response", async () => {
    const seen: unknown[] = [];
    const guard = createGuard({ verifier, onRejected: (...given) => seen.push(given) });
    const result = guard.reject("body-malformed", "why", head);
    expect(result).toMatchObject({ accepted: false, rejection: { message: "why" }, response: { status: 400 } });
    expect(seen).toEqual([[result.rejection, head]]);
  });
});

describe("the head of a message", () => {
  const socket = { remoteAddress: "10.0.0.1", encrypted: true };
  const fieldsOf = (...rawHeaders: string[]) => headOf({ rawHeaders, socket }, "GET").headers;

  test("has method, target, fields and connection as received, whatever a router made of the target", () => {
    const message = { url: "/y", originalUrl: "/x/y", rawHeaders: ["A", "1", "a", "2"], socket };
    expect(headOf(message, "PUT")).toEqual({
      method: "PUT",
      url: "/x/y",
      headers: [
        ["A", "1"],
        ["a", "2"],
      ],
      secure: true,
      remoteAddress: "10.0.0.1",
    });
    expect(headOf({ url: "/y", rawHeaders: [], socket: {} }, "GET")).toMatchObject({ url: "/y", secure: false });
  });

  test("has :authority as Host, unless Host says the same, and no other pseudo-header", () => {
    expect(fieldsOf(":method", "GET", ":authority", "a.example", "x", "1")).toEqual([
      ["x", "1"],
      ["host", "a.example"],
    ]);
    expect(fieldsOf(":authority", "a.example", "Host", "a.example")).toEqual([["Host", "a.example"]]);
    expect(fieldsOf(":authority", "a.example", "host", "b.example")).toEqual([
      ["host", "b.example"],
      ["host", "a.example"],
    ]);
    expect(fieldsOf("x:", "1", "left over")).toEqual([["x:", "1"]]);
  });
});

describe("the head of a request that may be signed", () => {
  const head = (given: Partial<Head>): Head => ({ method: "POST", url: "/", headers: [], secure: true, ...given });
  const headed = (...values: string[]): Head => head({ headers: values.map((value) => ["Authorization", value]) });
  const typed = (...values: string[]): Head => head({ headers: values.map((value) => ["Content-Type", value]) });

  test.each<[string, Head]>([
    ["with a well-formed header", headed('OAuth oauth_nonce="1"')],
    ["with another case and a tab", headed('\t oAUTH\toauth_nonce="1"')],
    ["with a scheme alone", headed("OAuth")],
    ["as a form", typed("application/x-www-form-urlencoded")],
    ["as a form in another spelling", typed("Application/X-WWW-Form-Urlencoded; charset=utf-8")],
    ["if one type is a form", typed("text/plain", "application/x-www-form-urlencoded")],
    ["with a query", head({ url: "/?a=1&oauth_nonce=1" })],
    ["with a query that begins so", head({ url: "/?OAuth_nonce=1" })],
    ["with an encoded name", head({ url: "/?%6fauth_nonce=1" })],
    ["with a name that is encoded later", head({ url: "/?a=1&oa%75th_nonce=1" })],
    [
      "with another scheme and a form",
      head({ headers: [...headed("Basic eDp5").headers, ...typed("x-www-form-urlencoded").headers] }),
    ],
    ["with credentials that only end so, and a query", { ...headed("Basic oauth"), url: "/?oauth_nonce=1" }],
    ["with a scheme that only begins so, and a query", { ...headed("OAuthx"), url: "/?oauth_nonce=1" }],
  ])("is recognized %s", (_how, one) => {
    expect(mayBeSigned(one)).toBe(true);
  });

  test.each<[string, Head]>([
    ["with two headers", headed('OAuth oauth_nonce="1"', 'OAuth oauth_nonce="1"')],
    ["with a malformed header, though it is a form", { ...headed("OAuth x"), url: "/?oauth_nonce=1" }],
    ["with another scheme", headed("Basic eDp5")],
    ["with a scheme that begins so", headed('OAuth2 oauth_nonce="1"')],
    ["with a scheme that ends so", headed('xOAuth oauth_nonce="1"')],
    ["with another type", typed("application/json")],
    ["without a type", head({})],
    ["with a path that has the name", head({ url: "/oauth_nonce=1" })],
    ["with a value that is encoded", head({ url: "/?a=%6f&b=oauth" })],
    ["with an encoded path", head({ url: "/%6f" })],
  ])("is not recognized %s", (_how, one) => {
    expect(mayBeSigned(one)).toBe(false);
  });
});

describe("the response", () => {
  const responses = (code: RejectionCode, style: "rfc" | "gateway", realm = ""): object =>
    responseFunction(style, realm)(rejectFor(code, "why"), { method: "GET", url: "/", headers: [] });
  const page = (status: number, title: string): object => ({
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
    body: `<!DOCTYPE html>\n<html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`,
  });

  test("is text, with a challenge if the status is 401", () => {
    const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
    expect(responses("body-malformed", "rfc")).toEqual({ status: 400, headers, body: "The body is malformed.\n" });
    expect(responses("nonce-used", "rfc", 'a"b\\c d')).toEqual({
      status: 401,
      headers: { ...headers, "www-authenticate": 'OAuth realm="a\\"b\\\\c d"' },
      body: "The request is not authorized.\n",
    });
  });

  test("of the style gateway is a page that says no more than its title", () => {
    expect(responses("nonce-used", "gateway")).toEqual(page(403, "Access denied"));
    expect(responses("body-malformed", "gateway")).toEqual(page(403, "Access denied"));
    expect(responses("limit-exceeded", "gateway")).toEqual(page(413, "Request too large"));
    expect(responses("nonce-store-full", "gateway")).toEqual(page(429, "Too many requests"));
    expect(responses("nonce-store-unavailable", "gateway")).toEqual(page(503, "Service unavailable"));
  });

  test("of a function may have only header values that can be sent", () => {
    const withHeader = (value: string) => () =>
      responseFunction(() => ({ status: 403, headers: { ok: "ok", "x-why": value }, body: "" }), "")(
        rejectFor("nonce-used", "why"),
        { method: "GET", url: "/", headers: [] },
      );
    const message = "the function rejectionResponse must return headers that can be sent";
    for (const value of ["a\n", "\0a", "a\x7f", "\u0100"]) {
      expect(withHeader(value)).toThrow(new AdapterError("option-malformed", message));
    }
    expect(withHeader("\t ~é")).not.toThrow();
  });

  test.each<[unknown, string]>([
    [undefined, "an object with status, headers and body, not a promise"],
    [Promise.resolve({ status: 403, headers: {}, body: "" }), "an object with status, headers and body, not a promise"],
    [{ status: 200, headers: {}, body: "" }, "a status from 400 to 599"],
    [{ status: 999, headers: {}, body: "" }, "a status from 400 to 599"],
    [{ status: 403, headers: new Headers({ a: "1" }), body: "" }, "headers as an object of texts"],
    [{ status: 403, headers: { "a b": "1" }, body: "" }, "headers that can be sent"],
    [{ status: 403, headers: {} }, "body as text"],
  ])("of a function must be one that can be sent: case %#", (response, expected) => {
    const answer = responseFunction(() => response as never, "");
    const rejection = rejectFor("nonce-used", "why");
    const message = `the function rejectionResponse must return ${expected}`;
    expect(() => answer(rejection, { method: "GET", url: "/", headers: [] })).toThrow(
      new AdapterError("option-malformed", message),
    );
  });
});

describe("a Web Request", () => {
  const rejections: Rejected[] = [];
  const guarded = protect({ verifier, onRejected: (rejection) => rejections.push(rejection) });
  const post = (init: RequestInit) => new Request(ORIGIN, { method: "POST", duplex: "half", ...init } as RequestInit);

  test("whose body ends too early is rejected with the reason", async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) });
    await guarded(post({ headers: { authorization: "OAuth" }, body: broken }), () => "accepted");
    expect(rejections.at(-1)).toMatchObject({
      code: "body-malformed",
      message: "the body ended before it was complete",
    });
  });

  test("whose body was read is a mistake in the program, and the error says when to verify", async () => {
    const used = post({ body: "a=1" });
    await used.text();
    await expect(guarded(used, () => "accepted")).rejects.toThrow(
      new AdapterError(
        "body-already-read",
        "the body was read before its signature was verified, and a parsed body is not what was signed; " +
          "verify before anything calls text(), json(), formData() or parseBody() on the request",
      ),
    );
  });

  test("is answered with status, headers and body, to HEAD without the body", async () => {
    for (const [method, text] of [
      ["GET", "OAuth 1.0 protocol parameters are missing.\n"],
      ["HEAD", ""],
    ] as const) {
      const response = (await guarded(new Request(ORIGIN, { method }), () => "accepted")) as Response;
      expect([response.status, await response.text()]).toEqual([401, text]);
      expect(response.headers.get("www-authenticate")).toBe('OAuth realm=""');
    }
  });

  test("came over TLS if its URL says so", async () => {
    const fromHost = createTestVerifier({ origin: undefined });
    const seen: string[] = [];
    const open = protect({
      verifier: fromHost,
      originFromHost: true,
      onRejected: (_rejection, { url }) => seen.push(url),
    });
    for (const url of ["https://a.example/x", "http://a.example/x"]) {
      const { headers } = toSend({ method: "GET", target: url });
      const request = new Request(url, { headers: { ...headers, host: "a.example" } });
      expect(await open(request, ({ consumerKey }) => consumerKey)).toBe("shop");
      const wrong = new Request(`${url}y`, { headers: { ...headers, host: "a.example" } });
      await open(wrong, () => "accepted");
    }
    expect(seen).toEqual(["https://a.example/xy", "http://a.example/xy"]);
  });
});
