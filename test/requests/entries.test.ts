import { describe, expect, test } from "vitest";
import { readRequest } from "../../src/requests/index.ts";
import { testEach } from "../title.ts";

const headers = [
  { name: ":method", value: "GET" },
  { name: "X", value: "1" },
];
const har = JSON.stringify({
  log: {
    entries: [
      {
        request: { method: "GET", url: "https://me:pw@gate.example/status?token=s3cret&b", headers },
        response: { status: 200 },
      },
      { request: { method: "POST", url: "https://gate.example/sale/7", headers } },
      { request: { method: "POST", url: "https://gate.example/sale/8", headers }, response: { status: 403 } },
    ],
  },
});
const read = (text: string, entry?: string): unknown => readRequest(Buffer.from(text), { entry });
const item = (request: object): string => JSON.stringify({ name: "Sale", request });

describe("a HAR file with several entries", () => {
  test("is refused with a list, rejected requests first, without values of the query", () => {
    expect(() => read(har)).toThrow(
      [
        "a HAR file with 3 requests: choose one with --entry and its number or a part of its URL",
        "  3  403 POST https://gate.example/sale/8",
        "  1  200 GET https://gate.example/status?token=…&b",
        "  2  POST https://gate.example/sale/7",
      ].join("\n"),
    );
  });

  test("is read at a number, or at a part of a URL that only one entry has", () => {
    expect(read(har, "2")).toMatchObject({ url: "https://gate.example/sale/7", headers: [["X", "1"]] });
    expect(read(har, "sale/8")).toMatchObject({ method: "POST", url: "https://gate.example/sale/8" });
  });

  test.each(["0", undefined])(
    "is read at an entry with a form that is empty or left out: Content-Length %s",
    (length) => {
      const signed = (url: string): object => ({
        request: {
          method: "POST",
          url,
          headers: [
            { name: "Authorization", value: 'OAuth oauth_signature="abc"' },
            { name: "Content-Type", value: "application/x-www-form-urlencoded" },
            ...(length === undefined ? [] : [{ name: "Content-Length", value: length }]),
          ],
        },
      });
      const text = JSON.stringify({ log: { entries: ["https://a.example/1", "https://a.example/2"].map(signed) } });
      expect(read(text, "1")).toMatchObject({ method: "POST", url: "https://a.example/1" });
    },
  );

  test("is never read at a guess", () => {
    expect(() => read(har, "sale")).toThrow(/fits 2 of 3 requests in a HAR file\n {2}3 {2}403 POST .*\n {2}2 {2}POST/);
    expect(() => read(har, "4")).toThrow('--entry "4" fits 0 of 3 requests');
    expect(() => read(JSON.stringify({ log: { entries: [] } }))).toThrow("got a HAR file without entries");
  });
});

describe("a Postman request", () => {
  test("gets the values of path variables", () => {
    const url = { raw: "https://gate.example/sale/:id", variable: [{ key: "id", value: "7" }] };
    expect(read(item({ method: "GET", url, header: [] }))).toMatchObject({ url: "https://gate.example/sale/7" });
  });

  test("is refused if only Postman would sign it", () => {
    const auth = { type: "oauth1", oauth1: [{ key: "consumerSecret", value: "s3cret" }] };
    const unsigned = item({ method: "GET", url: "https://gate.example/a", header: [], auth });
    expect(() => read(unsigned)).toThrow("this Postman request has no signature: Postman signs it when it sends it");
    const header = [{ key: "Authorization", value: 'OAuth oauth_signature="x"' }];
    expect(read(item({ method: "GET", url: "https://gate.example/a", header, auth }))).toMatchObject({
      headers: [["Authorization", 'OAuth oauth_signature="x"']],
    });
  });

  testEach([
    [{ method: "GET", url: "{{base}}/a" }, 'the value of the Postman variable "base" is not known here'],
    [
      { method: "POST", url: "https://gate.example/", body: { mode: "formdata" } },
      'a Postman body of the mode "formdata" is not supported',
    ],
    [{ method: "GET", url: "gate.example/a" }, "expected an absolute URL in the Postman request"],
  ])("is refused if it is not known what is sent: %s", (request, message) => {
    expect(() => read(item(request))).toThrow(message);
  });
});

describe("a log", () => {
  const one = (path: string): string =>
    `DEBUG POST https://gate.example${path}\nAuthorization: OAuth oauth_signature_method="PLAINTEXT", oauth_signature="a%26"\n\n`;

  test("has several requests if the same PLAINTEXT signature was sent to several paths", () => {
    expect(() => read(one("/a") + one("/b"))).toThrow("a log with 2 requests");
    expect(read(one("/a") + one("/b"), "/b")).toMatchObject({ url: "https://gate.example/b" });
  });

  test("has one request if two loggers wrote it", () => {
    expect(read(one("/a") + one("/a").replace("https://gate.example", ""))).toMatchObject({
      url: "https://gate.example/a",
    });
  });
});

describe("raw HTTP with a form", () => {
  const first =
    'POST https://gate.example/a\nContent-Type: application/x-www-form-urlencoded\nAuthorization: OAuth oauth_signature="x"\n\na=b\n\n';

  testEach([["GET /b HTTP/1.1\nHost: gate.example\n"], ["GET /b\nHost: gate.example\n"]])(
    "ends before the next request: %s",
    (next) => {
      expect(read(first + next)).toMatchObject({ url: "https://gate.example/a", body: Buffer.from("a=b") });
    },
  );

  test("and a second signed request is refused", () => {
    expect(() => read(first + first.replace("/a", "/b"))).toThrow("a log with 2 requests");
  });
});

describe("raw HTTP whose header fields are the protocol parameters", () => {
  testEach([["oauth_signature"], ["X-oauth_signature"]])("is read as it is: %s", (name) => {
    const request = read(`GET /a HTTP/1.1\nHost: gate.example\noauth_nonce: 1\n${name}: a=\n\n`);
    expect(request).toMatchObject({ url: "https://gate.example/a", headers: { length: 3 } });
  });
});
