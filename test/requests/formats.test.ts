import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { HttpRequest } from "../../src/model/index.ts";
import { readRequest } from "../../src/requests/index.ts";
import { FORMATS } from "../../src/requests/request-formats.ts";
import { sentWith } from "../diagnosis/requests.ts";
import { testEach } from "../title.ts";
import * as pasted from "./pasted.ts";

const sent = sentWith([]);
const authorization = ({ headers }: HttpRequest): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === "authorization")?.[1];
const read = (text: string, options = {}): HttpRequest => readRequest(Buffer.from(text), options) as HttpRequest;
const bodyOf = ({ body }: HttpRequest): string => Buffer.from(body ?? []).toString();
const pairsOf = (request: HttpRequest): string[][] => [...new URLSearchParams(bodyOf(request))];

const COPIED = [
  ["Copy as cURL (cmd)", pasted.asCmd],
  ["Copy as PowerShell", pasted.asPowerShell],
  ["Copy as fetch", pasted.asFetch],
  ["an HTTPie command", pasted.asHttpie],
  ["a Postman collection", pasted.asPostman],
  ["the header fields of HTTP/2", pasted.asHttp2],
  ["a followed TCP stream", pasted.asFollowedStream],
  ["a chunked body", pasted.asChunked],
  ["a log of curl -v with a body", pasted.asCurlLog],
] as const;

describe("readRequest", () => {
  testEach(COPIED)("reads what was signed from %s", (_, write) => {
    const request = read(write(sent));
    expect([request.method, request.url]).toEqual([sent.method, sent.url]);
    expect(authorization(request)).toBe(authorization(sent));
    expect(pairsOf(request)).toEqual(pairsOf(sent));
    expect(request.headers.some(([, value]) => value === "application/x-www-form-urlencoded")).toBe(true);
  });

  testEach([
    ["$ "],
    ["user@host:~/work$ "],
    ["# the payment that fails\n\n"],
    ["C:\\Users\\me>"],
    ["PS C:\\Users\\me> "],
    ["+ "],
    ["sudo time "],
    ["SECRET='a b' env X=1 "],
    ["\ufeff"],
  ])("leaves out %s before a command", (before) => {
    expect(read(`${before}curl 'https://gate.example/a' -H 'X: 1'`)).toMatchObject({
      url: "https://gate.example/a",
      headers: [["X", "1"]],
    });
  });

  test("leaves out the prompts of continued lines, and the output after the command", () => {
    const text =
      "$ curl -v 'https://gate.example/a' \\\n> -d 'a=b' \\\n> -H 'X: 1'\n* Trying 192.0.2.1\n> POST /a HTTP/1.1\n";
    expect(bodyOf(read(text))).toBe("a=b");
    expect(read(text).headers).toContainEqual(["X", "1"]);
  });

  test("reads a command whose lines lost their backslashes", () => {
    expect(read("curl https://gate.example/a\n  -H 'X: 1'\n  --data 'a=b'").method).toBe("POST");
  });

  test("reads carets that browsers wrote inside quotes, and line feeds in a value, for cmd.exe", () => {
    const text = 'curl "https://gate.example/a?b=^%^2A" ^\r\n --data-raw ^"one^\r\n\r\ntwo \\^"three\\^" C:^\\^\\^"';
    const request = read(text);
    expect(request.url).toBe("https://gate.example/a?b=%2A");
    expect(bodyOf(request)).toBe('one\r\n\ntwo "three" C:\\'.replace("\r\n\n", "\r\n"));
  });

  test("reads curl.exe with the backticks of PowerShell", () => {
    expect(read('curl.exe "https://gate.example/a" `\r\n  -H "X: `"1`""').headers).toEqual([["X", '"1"']]);
  });

  test("reads variables of PowerShell, and hash tables as bodies", () => {
    const text = [
      '$headers = New-Object "System.Collections.Generic.Dictionary[[String],[String]]"',
      "$headers.Add(\"X\", 'it''s')",
      '$headers["Y"] = "2"',
      "$headers.Z = '3'",
      '$body = @"\na=b\n"@',
      "$response = Invoke-RestMethod 'https://gate.example/a' -Method 'POST' -Headers $headers -Body $body",
      "$response | ConvertTo-Json",
    ].join("\n");
    const request = read(text);
    expect(request.headers.slice(0, 3)).toEqual([
      ["X", "it's"],
      ["Y", "2"],
      ["Z", "3"],
    ]);
    expect(bodyOf(request)).toBe("a=b");
    const table = "irm -Uri https://gate.example/a -Method Post -Body @{ 'a b' = \"c\"; d = 'é' }";
    expect(pairsOf(read(table))).toEqual([
      ["a b", "c"],
      ["d", "é"],
    ]);
  });

  test("reads PowerShell bodies that are given as octets", () => {
    const text =
      'irm https://gate.example/a -Method POST -Body ([System.Text.Encoding]::UTF8.GetBytes("a=$([char]233)"))';
    expect(bodyOf(read(text))).toBe("a=é");
  });

  test("reads calls of fetch as people write them", () => {
    const text = `const response = await fetch('https://gate.example/a', {
      method: 'post', // lower case
      headers: new Headers({ 'X': \`\\u0031\` }),
      body: new URLSearchParams({ a: 'b c' }),
    });`;
    const request = read(text);
    expect(request.method).toBe("POST");
    expect(request.headers[0]).toEqual(["X", "1"]);
    expect(bodyOf(request)).toBe("a=b+c");
    expect(bodyOf(read('fetch("https://gate.example/a", {method: "PUT", body: JSON.stringify({a: [1, true]})})'))).toBe(
      '{"a":[1,true]}',
    );
  });

  testEach([
    ["| jq ."],
    ["> out.json 2>&1"],
    ["2>/dev/null"],
    ["&& echo done"],
    ["; echo"],
    ["-O -J --noproxy '*' --no-progress-meter"],
  ])("leaves out what follows a curl command: %s", (more) => {
    expect(read(`curl -H 'X: 1' 'https://gate.example/a;b?c=2>1' ${more}`)).toMatchObject({
      url: "https://gate.example/a;b?c=2>1",
      headers: [["X", "1"]],
    });
    expect(read(`curl https://gate.example/a${/^[|&;]/.test(more) ? more : ""}`).url).toBe("https://gate.example/a");
  });

  test("reads quotation marks of curl.exe in single quotes of PowerShell", () => {
    const text = `curl.exe 'https://gate.example/a' -H 'X: \\"1\\"'`;
    expect(read(text).headers).toEqual([["X", '"1"']]);
    expect(read(text.replace(".exe", "")).headers).toEqual([["X", '\\"1\\"']]);
  });

  test("reads backslashes of a shell outside quotes", () => {
    expect(read("curl https://gate.example/a\\?b=1\\&c=2 -H X:\\ \\'1").url).toBe("https://gate.example/a?b=1&c=2");
    expect(read("curl https://gate.example/a -H X:\\ \\'1").headers).toEqual([["X", "'1"]]);
  });

  test.each([
    ["a=b c\n", "a=b%20c%0A"],
    ["=b&é", "b%26%C3%A9"],
    ["a.b-c_d~*", "a.b-c_d~%2A"],
  ])("encodes %j after --data-urlencode as curl does", (data, body) => {
    expect(bodyOf(read(`curl https://gate.example/a --data-urlencode '${data}'`))).toBe(body);
  });

  test.each([
    ["json", "application/json"],
    ["xml", "application/xml"],
    ["text", "text/plain"],
    [undefined, "text/plain"],
  ])("reads a raw body of Postman in the language %s", (language, type) => {
    const body = { mode: "raw", raw: '{"a":"{{b}}"}', options: { raw: { language } } };
    const request = { method: "POST", url: { raw: "https://gate.example/a" }, body };
    const info = { schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" };
    const collection = { info, item: [{ name: "pay", request }], variable: [{ key: "b", value: "c" }] };
    expect(read(JSON.stringify(collection))).toMatchObject({ headers: [["Content-Type", type]] });
    expect(bodyOf(read(JSON.stringify(collection)))).toBe('{"a":"c"}');
  });

  test("writes JSON as HTTPie does, since a body hash depends on it", () => {
    const request = read("https PUT gate.example/a name=é n:=3 q==1 X:1");
    expect(request.url).toBe("https://gate.example/a?q=1");
    expect(bodyOf(request)).toBe('{"name": "\\u00e9", "n": 3}');
  });

  test("joins folded header lines, and skips comments and empty lines before the request line", () => {
    const text =
      '### the payment\n\nGET /a HTTP/1.1\r\nHost: gate.example\r\nAuthorization: OAuth a="b",\r\n\tc="d"\r\n\r\n';
    expect(authorization(read(text))).toBe('OAuth a="b", c="d"');
  });

  test("reads header fields on separate lines, and the log of nghttp", () => {
    const lines = [":authority", "gate.example", ":method", "GET", ":path", "/a", ":scheme", "https", "accept", "*/*"];
    expect(read(lines.join("\n"))).toEqual({
      method: "GET",
      url: "https://gate.example/a",
      headers: [["accept", "*/*"]],
    });
    const log = [
      "[  0.010] Connected",
      "[  0.016] send HEADERS frame <length=48, flags=0x05, stream_id=13>",
      "          ; END_STREAM | END_HEADERS",
      "          :method: GET",
      "          :path: /a",
      "          :scheme: http",
      "          :authority: gate.example",
      "[  0.020] recv SETTINGS frame <length=12>",
    ];
    expect(read(log.join("\n")).url).toBe("http://gate.example/a");
  });

  testEach([
    ["gate.example", "https"],
    ["gate.example:443", "https"],
    ["gate.example:80", "http"],
    ["localhost:8080", "http"],
    ["shop.localhost", "http"],
    ["[::1]:3000", "http"],
    ["127.0.0.1", "http"],
    ["localhost:443", "https"],
    ["localhost.example", "https"],
  ])("assumes for a path that was sent to %s the scheme %s", (host, scheme) => {
    const url = `${scheme}://${host}/a`;
    const assumed = { url, schemeIsAssumed: true };
    expect(read(`GET /a HTTP/1.1\nHost: ${host}\n\n`)).toMatchObject(assumed);
    expect(read(`:method: GET\n:authority: ${host}\n:path: /a\n\n`)).toMatchObject(assumed);
    const known = [
      read(`GET /a HTTP/1.1\nHost: ${host}\n\n`, { scheme }),
      read(`:method: GET\n:authority: ${host}\n:path: /a\n\n`, { scheme }),
      read(`:method: GET\n:authority: ${host}\n:scheme: ${scheme}\n:path: /a\n\n`, { scheme: "http" }),
      read(`GET ${url} HTTP/1.1\nHost: ${host}\n\n`),
      read(`curl ${url}`),
    ];
    expect(known.map((request) => request.url)).toEqual(Array(5).fill(url));
    for (const request of known) expect(request).not.toHaveProperty("schemeIsAssumed");
  });

  test("takes no response of a log as the body", () => {
    const log = (body: string): string =>
      `> POST /a HTTP/1.1\n> Host: gate.example\n>\n${body}< HTTP/1.1 403 Forbidden\n<\n{ [9 bytes data]\n{"error":1}\n`;
    expect(read(log("")).body).toBeUndefined();
    expect(bodyOf(read(log('{"a":1}\n')))).toBe('{"a":1}\n');
  });

  test("leaves out a response after a request without a body", () => {
    const text = "GET /a HTTP/1.1\r\nHost: gate.example\r\n\r\nHTTP/1.1 403 Forbidden\r\n\r\nno";
    expect(read(text).body).toBeUndefined();
  });

  test("reads files in UTF-16, as PowerShell writes them", () => {
    const text = Buffer.from("\ufeffGET /a HTTP/1.1\r\nHost: gate.example\r\n\r\n", "utf16le");
    expect(readRequest(text)).toMatchObject({ url: "https://gate.example/a" });
  });

  test("obeys the format that is given", () => {
    expect(() => read("GET / HTTP/1.1\nHost: a\n\n", { format: "json" })).toThrow("expected JSON");
  });
});

describe("the documentation", () => {
  test("lists the formats in the order in which they are tried, in the words of the help", () => {
    const rows = readFileSync("docs/diagnosis.md", "utf8").matchAll(/^\| `(\w+)` \| (.+?) \| .*\|$/gm);
    const listed = Array.from(rows, ([, name, input]) => [name, input]);
    const expected = Object.entries(FORMATS);
    expect(listed.slice(0, expected.length)).toEqual(expected);
  });
});
