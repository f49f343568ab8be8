import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { diagnose } from "../../src/diagnosis/index.ts";
import type { HttpRequest } from "../../src/model/index.ts";
import { readRequest } from "../../src/requests/index.ts";
import { testEach } from "../title.ts";

/** Written by the programs themselves, except those of OkHttp and .NET, which follow their documentation. */
const log = (name: string): Buffer => readFileSync(new URL(`logs/${name}.txt`, import.meta.url));
const read = (text: string | Buffer, entry?: string): HttpRequest =>
  readRequest(Buffer.from(text), { entry }) as HttpRequest;
const bodyOf = ({ body }: HttpRequest): string => Buffer.from(body ?? []).toString();

const BODY = "note=it%27s%20a%20%22b%22&name=%C3%A9";

describe("readRequest reads from a log the request that was signed:", () => {
  testEach([
    ["requests with debuglevel = 1 of http.client", "python-requests", undefined],
    ["http.client with its messages in a log, of several requests", "python-logging", "/pay"],
    ["curl -v, with the body at its end", "curl", undefined],
    ["the wire log of Apache HttpClient", "apache-http-client", undefined],
    ["HttpLoggingInterceptor of OkHttp", "okhttp", undefined],
    ["java.net.http, with the body at its end", "java-http-client", undefined],
    ["HttpURLConnection, with the body at its end", "java-http-url-connection", undefined],
    ["the text of an HttpRequestMessage, with the body at its end", "dotnet-request-message", undefined],
    ["IHttpClientFactory, with the body at its end", "dotnet-client-factory", undefined],
  ])("%s", (_, name, entry) => {
    const request = read(log(name), entry);
    expect([request.method, request.url, bodyOf(request)]).toEqual(["POST", "http://127.0.0.1:8937/pay?x=1", BODY]);
    expect(diagnose({ request, key: { consumerSecret: "secret" } }).kind).toBe("right");
  });

  test("the header log of Apache HttpClient, without the wire log", () => {
    const lines = log("apache-http-client").toString().split("\n");
    const text = lines.filter((line) => !line.includes(".wire")).join("\n");
    expect(read(`${text}${BODY}\n`)).toEqual({ ...read(log("apache-http-client")), body: Buffer.from(BODY) });
  });
});

describe("readRequest", () => {
  test("reads the escapes of Python and of Apache HttpClient as octets", () => {
    const head = String.raw`POST http://a/ HTTP/1.1\r\nContent-Length: 6\r\n\r\n`;
    const python = [`send: b'${head}'`, String.raw`send: b"\xc3\xa9'\\\t"`, "send: b'='"].join("\n");
    expect(bodyOf(read(python))).toBe("é'\\\t=");
    const apache = ["POST http://a/ HTTP/1.1[\\r][\\n]", "[\\r][\\n]", '[0xc3][0xa9]="[\\r][\\n]', "a[9]"];
    expect(bodyOf(read(apache.map((line) => `wire - http-outgoing-0 >> "${line}"`).join("\n")))).toBe('é="\r\na[9]');
  });

  test("lists the requests of a log, the rejected ones first, with status", () => {
    const curl = (path: string, status: number): string =>
      `> GET ${path} HTTP/1.1\n> Host: a\n>\n< HTTP/1.1 ${status} Text\n<\n`;
    const text = curl("/token", 200) + curl("/pay", 403);
    expect(() => read(text)).toThrow(
      [
        "a log with 2 requests: choose one with --entry and its number or a part of its URL",
        "  2  403 GET /pay",
        "  1  200 GET /token",
      ].join("\n"),
    );
    expect(read(text, "2").url).toBe("https://a/pay");
  });

  test("takes no response as the body at the end of a log", () => {
    const text = log("curl").toString().replace(BODY, "denied");
    expect(read(text).body).toBeUndefined();
  });

  test("takes a request whose body is a log as it is", () => {
    const text = "POST http://a/ HTTP/1.1\nContent-Type: text/plain\n\nsend: b'GET /b HTTP/1.1\\r\\n\\r\\n'";
    expect(read(text).url).toBe("http://a/");
  });

  testEach([
    [
      "NODE_DEBUG=http",
      "node-debug",
      "which has neither the path nor the body; run the program with countersign capture",
    ],
    ["httpx", "httpx", "which does not show the Authorization header; run the program with countersign capture"],
  ])("says what to do with a log of %s", (_, name, message) => {
    expect(() => read(log(name))).toThrow(message);
  });
});

describe("a body in a file", () => {
  const HEAD = "POST http://a/ HTTP/1.1\nContent-Length: 3\nContent-Type: application/x-www-form-urlencoded\n\n";

  test("may end in blank lines or in the response, and may be missing", () => {
    expect(bodyOf(read(`${HEAD}a=b\n\n`))).toBe("a=b");
    expect(bodyOf(read(`${HEAD}a=bHTTP/1.1 403 Forbidden\n\nno`))).toBe("a=b");
    expect(bodyOf(read(`${HEAD}a\n`))).toBe("a");
    expect(read(HEAD).body).toBeUndefined();
  });

  test("is refused if it is longer than Content-Length", () => {
    expect(() => read(`${HEAD}a=b&c=d`)).toThrow(
      "line 5: expected a body of 3 octets, as in Content-Length, got 7 octets",
    );
  });
});
