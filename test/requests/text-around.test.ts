/** What stands around the parts of a request in logs, in programs and in what people write about them. */

import { describe, expect, test } from "vitest";
import { readRequest } from "../../src/requests/index.ts";
import type { PastedRequest } from "../../src/requests/pasted-request.ts";
import { testEach } from "../title.ts";

const OAUTH =
  'OAuth oauth_consumer_key="ck", oauth_nonce="n8Fh2Lq90", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1764210000", oauth_signature="ZKVLuHzD%2BpS87zbxCopf1rF3njM%3D"';
const ESCAPED = JSON.stringify(OAUTH);
const FORM_TYPE = "application/x-www-form-urlencoded";
const FORM = "amount=10.42&currency=EUR";
const HEAD = `POST /pay?lang=de HTTP/1.1\r\nHost: api.example\r\nContent-Type: ${FORM_TYPE}\r\nContent-Length: 25\r\nAuthorization: ${OAUTH}\r\n\r\n`;
const SIGNED_URL =
  "https://shop.example/items?oauth_consumer_key=ck&oauth_nonce=n1&oauth_signature_method=HMAC-SHA1&oauth_signature=Bq%3D";

const read = (text: string): PastedRequest => readRequest(Buffer.from(text)) as PastedRequest;
const bodyOf = ({ body }: PastedRequest): string => Buffer.from(body ?? []).toString();

describe("readRequest finds the request in", () => {
  testEach([
    ["a message with words before the request line", JSON.stringify({ message: `Sending request: ${HEAD}${FORM}` })],
    ["a message with a line before it, in logfmt", `time=now msg=${JSON.stringify(`Request:\n${HEAD}${FORM}`)}`],
    [
      "the log of a machine that has a hostname",
      JSON.stringify({ pid: 1, hostname: "web1", msg: `sent ${HEAD}${FORM}` }),
    ],
    ["a log that writes each line feed as an escape", `${HEAD.replaceAll("\r\n", "\\r\\n\n")}${FORM}`],
    [
      "a log with the target once with its query and once without",
      `http request line: "POST /pay?lang=de HTTP/1.1"\nhttp uri: "/pay"\nhttp args: "lang=de"\nhttp header: "Host: api.example"\nhttp header: "Content-Type: ${FORM_TYPE}"\nhttp header: "Content-Length: 25"\nhttp header: "Authorization: ${OAUTH}"\n${FORM}\n`,
    ],
  ])("%s", (_, text) => {
    const request = read(text);
    expect([request.method, request.url, bodyOf(request)]).toEqual(["POST", "https://api.example/pay?lang=de", FORM]);
  });

  testEach([
    [
      "an export with the form as lines",
      JSON.stringify({
        method: "POST",
        endpoint: "https://api.example/pay?lang=de",
        headers: [{ key: "Authorization", value: OAUTH }],
        body: { contentType: FORM_TYPE, body: "amount: 10.42\ncurrency: EUR" },
      }),
    ],
    [
      "the log of a proxy, beside the address behind it",
      `${JSON.stringify({ RequestMethod: "POST", RequestScheme: "https", RequestHost: "api.example", RequestPath: "/pay?lang=de", ServiceURL: "http://10.0.0.3:80", request_Authorization: OAUTH })}\n${FORM}\n`,
    ],
  ])("%s", (_, text) => {
    const request = read(text);
    expect([request.method, request.url, bodyOf(request)]).toEqual(["POST", "https://api.example/pay?lang=de", FORM]);
  });

  test("header fields that a program prints as lists", () => {
    const { url, headers } = read(
      `127.0.0.1 - POST /pay\n\nHost: [api.example:8080]\nContent-Type: [${FORM_TYPE}]\nAuthorization: [${OAUTH}]\n\n${FORM}`,
    );
    expect(url).toMatch(/^https?:\/\/api\.example:8080\/pay$/);
    expect(headers).toContainEqual(["Content-Type", FORM_TYPE]);
  });

  test("private members of an object of PHP", () => {
    const member = (name: string, value: string, of = "Request"): string =>
      `  ["${name}":"GuzzleHttp\\Psr7\\${of}":private]=>\n  string(${value.length}) "${value}"\n`;
    const uri = `  ["uri":"GuzzleHttp\\Psr7\\Request":private]=>\n  object(GuzzleHttp\\Psr7\\Uri)#2 (4) {\n${member("scheme", "https", "Uri")}${member("host", "api.example", "Uri")}${member("path", "/orders", "Uri")}${member("query", "status=open", "Uri")}  }\n`;
    const { method, url } = read(
      `object(GuzzleHttp\\Psr7\\Request)#1 (3) {\n${member("method", "DELETE")}${uri}  ["headers":protected]=>\n  array(1) {\n    ["Authorization"]=>\n    string(${OAUTH.length}) "${OAUTH}"\n  }\n}\n`,
    );
    expect([method, url]).toEqual(["DELETE", "https://api.example/orders?status=open"]);
  });

  testEach([
    ["HttpMethod(value=DELETE)"],
    ['requests.request("DELETE", url)'],
    ["requests.delete(url)"],
    ["CURLOPT_CUSTOMREQUEST => 'DELETE',"],
    ["new HttpRequestMessage(HttpMethod.Delete, url)"],
    ['method := "DELETE"'],
    ['.method("DELETE", body)'],
    ["Method: @DELETE"],
  ])("a program with the method in %s", (line) => {
    const { method, methodIsAssumed } = read(`url = "https://api.example/a"\n${line}\nauthorization = ${ESCAPED}\n`);
    expect([method, methodIsAssumed]).toEqual(["DELETE", undefined]);
  });

  test("a program whose call names the variable of the form", () => {
    const request = read(
      `u = "https://api.example/pay"\nh = {"Authorization": ${ESCAPED}, "Content-Type": "${FORM_TYPE}"}\nd0 = {"amount": "10.42", "currency": "EUR"}\nrequests.post(u, headers=h, data=d0)\n`,
    );
    expect(bodyOf(request)).toBe(FORM);
  });

  testEach([
    ["a fence, although the text before it names the signature", "The `oauth_signature` is wrong:\n\n```\n", "\n```\n"],
    ["a session, whose body is a literal", "", ""],
  ])("%s", (_, before, after) => {
    const body = '{"a":{"b":"7"}}';
    const dict = `{'Content-Type': 'application/json', 'Authorization': '${OAUTH}', 'Content-Length': '${body.length}'}`;
    const request = read(
      `${before}>>> requests.post("https://api.example/a", json=d)\n>>> r.request.headers\n${dict}\n>>> r.request.body\n'${body}'${after}`,
    );
    expect(bodyOf(request)).toBe(body);
  });

  test("a link of Markdown", () => {
    expect(read(`I send:\n* [${SIGNED_URL}](${SIGNED_URL})\n* [docs](https://docs.example/)\n`).url).toBe(SIGNED_URL);
  });

  test("an error message with the address in backticks", () => {
    const url = "https://api.example/rest/ABC%2F10";
    const text = `[now] DEBUG: Request: GET ${url} ["Authorization: ${OAUTH}"]\n[now] ERROR: Client error: \`GET ${url}\` resulted in a \`401 Unauthorized\` response:\n`;
    expect(read(text).url).toBe(url);
  });

  test("a text with several addresses, of which a base string has one", () => {
    const text = `The documentation is at https://docs.example/oauth.\nThe callback is http://127.0.0.1/back.\nI call curl_init('https://api.example/token'), POST.\nBase string: POST&https%3A%2F%2Fapi.example%2Ftoken&oauth_consumer_key%3Dck\n${OAUTH}\n`;
    expect(read(text)).toMatchObject({ method: "POST", url: "https://api.example/token" });
    expect(() => read(text.replace(/Base.*/, ""))).toThrow("expected one URL, got 3, in the lines 1, 2, 3");
  });
});

describe("readRequest does not take for a body", () => {
  const signature = "5pvLOJ6ba6RiWZvDUEU8Jq4KRGA=";
  const listed = OAUTH.slice("OAuth ".length).replaceAll('"', "").split(", ");

  testEach<readonly [string, string, number?]>([
    [
      "the signature on a line of its own",
      `POST to https://api.example/a\n\nthe signature\n\n${signature}\n\n${OAUTH}\n`,
    ],
    [
      "the answer of the server below the address",
      `The request is sent to\n\`${SIGNED_URL}\`\nand I get:\n{"code":"auth_error","message":"Invalid signature","data":{"status":401}}\n`,
    ],
    [
      "the members of JSON",
      `{"method":"POST","url":"https://api.example/a","headers":{"Content-Type":["application/json"],"Authorization":[${ESCAPED}]},"body":{"amount":"10.42"}}`,
      1,
    ],
    [
      "a base string behind its label",
      `23:16:44,695 - DEBUG - Signing: signature base string: GET&https%3A%2F%2Fapi.example%2Fa&a%3Db\n23:16:44,697 - DEBUG - Updated url: https://api.example/a\n23:16:44,698 - DEBUG - Updated headers: {'Authorization': b'${OAUTH}'}\n`,
    ],
    [
      "an answer below a GET, whose header fields announce no body",
      `GET /a HTTP/1.1\nHost: api.example\nAuthorization: ${OAUTH}\n\n{"code":401}\n`,
    ],
    [
      "what follows a request whose header fields announce no body",
      `GET /a HTTP/1.1\nHost: api.example\nAuthorization: ${OAUTH}\n\nStill 401, why?\n`,
    ],
  ])("%s", (_, text, line) => {
    const request = read(text);
    expect(bodyOf(request)).toBe("");
    expect(request.unusedForm).toBe(line);
  });

  test("the last word of a sentence before a list", () => {
    const request = read(
      `I POST to https://api.example/a with the following parameters:\n\n${listed.map((one) => one.replace("=", ": ")).join("\n")}\n`,
    );
    expect(bodyOf(request)).toMatch(/^oauth_consumer_key=ck&oauth_nonce=/);
    expect(bodyOf(request)).not.toContain("parameters");
  });
});

describe("a text with a base string alone", () => {
  test("is refused with a hint to add the request", () => {
    const text = "I get this error:\n\ndebug_sbs=GET&https%3A%2F%2Fapi.example%2Fa&b%3Dc\n";
    const error = (() => {
      try {
        return read(text);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toMatchObject({ hint: expect.stringContaining("add the request with its signature") });
  });
});

describe("readRequest replaces typographic quotation marks", () => {
  test("around the values of an Authorization header only, and says so", () => {
    const typographic = OAUTH.replace(/"([^"]*)"/g, "“$1”");
    const {
      headers,
      repairs = [],
      body,
    } = read(`POST https://api.example/a HTTP/1.1\nAuthorization: ${typographic}\nContent-Type: text/plain\n\na “b”`);
    expect(headers).toContainEqual(["Authorization", OAUTH]);
    expect(repairs).toContain("typographic quotation marks were replaced by plain ones");
    expect(Buffer.from(body!).toString()).toBe("a “b”");
  });
});
