/** Where the protocol parameters travel (RFC 5849 3.5), read back as a server reads them. */

import { describe, expect, test } from "vitest";
import {
  type Credentials,
  type RequestToSign,
  type SignedRequest,
  type SignOptions,
  sign,
} from "../../src/oauth1/index.ts";
import { type BinaryPair, readAuthorization, readForm, receive } from "./independent.ts";
import { refusalOf } from "./refusals.ts";

const credentials: Credentials = {
  consumerKey: "ck",
  signatureMethod: "HMAC-SHA1",
  consumerSecret: "hunter2",
  token: "t k",
};
const fixed: SignOptions = { nonce: "n", timestamp: 1, version: null };
const PROTOCOL: BinaryPair[] = [
  ["oauth_consumer_key", "ck"],
  ["oauth_token", "t k"],
  ["oauth_signature_method", "HMAC-SHA1"],
  ["oauth_timestamp", "1"],
  ["oauth_nonce", "n"],
];
const FORM_TYPE = "application/x-www-form-urlencoded";

function signed(request: Partial<RequestToSign>, options: SignOptions = {}): SignedRequest {
  return sign({ method: "POST", url: "https://h/p", ...request }, credentials, { ...fixed, ...options });
}

function withSignature({ signature }: SignedRequest): BinaryPair[] {
  return [...PROTOCOL, ["oauth_signature", signature]];
}

describe("the transport header", () => {
  test("is the default, and changes neither URL nor body", () => {
    const result = signed({ url: "https://h/p?a=1", body: "b" });
    expect(result).toEqual(signed({ url: "https://h/p?a=1", body: "b" }, { transport: "header" }));
    expect(readAuthorization(result.authorization!).parameters).toEqual(withSignature(result));
    expect(result).toMatchObject({
      url: "https://h/p?a=1",
      body: "b",
      headers: { authorization: result.authorization },
    });
    expect(Object.keys(result.headers)).toEqual(["authorization"]);
  });

  test("a form stays in the body", () => {
    const result = signed({
      form: [
        ["b", "1 2"],
        ["a", ""],
      ],
    });
    expect(result.body).toBe("b=1%202&a=");
    expect(result.headers).toEqual({ authorization: result.authorization, "content-type": FORM_TYPE });
    expect(receive(result).baseString).toBe(result.baseString);
  });

  test("an empty form is an empty body of its type, and no form is no body", () => {
    expect(signed({ form: [] })).toMatchObject({ body: "", headers: { "content-type": FORM_TYPE } });
    expect(signed({}).body).toBeUndefined();
    expect(signed({}).headers).not.toHaveProperty("content-type");
  });

  test("a body of octets is returned as it came", () => {
    const body = Uint8Array.of(0xff);
    expect(signed({ body }).body).toBe(body);
  });

  test.each(["", "Photos", 'a"b\\c', "a, b=c"])("the realm %j stands first and is not signed", (realm) => {
    const result = signed({}, { realm });
    expect(readAuthorization(result.authorization!)).toEqual({ realm, parameters: withSignature(result) });
    expect(result.baseString).toBe(signed({}).baseString);
  });
});

describe("the transport body", () => {
  test("contains the form, then the protocol parameters, then the signature", () => {
    const result = signed(
      {
        form: [
          ["z", "1"],
          ["a", "2"],
        ],
      },
      { transport: "body" },
    );
    expect(readForm(result.body as string)).toEqual([["z", "1"], ["a", "2"], ...withSignature(result)]);
    expect(result.headers).toEqual({ "content-type": FORM_TYPE });
    expect(result.authorization).toBeUndefined();
    expect(result.url).toBe("https://h/p");
  });

  test("makes a body if there was none", () => {
    const result = signed({}, { transport: "body" });
    expect(readForm(result.body as string)).toEqual(withSignature(result));
    expect(result.headers).toEqual({ "content-type": FORM_TYPE });
  });
});

describe("the transport query", () => {
  test.each([
    ["no query", "https://h/p", "https://h/p?"],
    ["no path", "https://h", "https://h?"],
    ["an empty query", "https://h/p?", "https://h/p?"],
    ["a query", "https://h/p?a=1", "https://h/p?a=1&"],
    ["a query that ends with &", "https://h/p?a=1&", "https://h/p?a=1&"],
    ["a query that is &", "https://h/p?&", "https://h/p?&"],
    ["a query with + and escapes", "https://h/p?a+b=%c3%A9&&%FF", "https://h/p?a+b=%c3%A9&&%FF&"],
    ["a query with question marks", "https://h/p?a?=?", "https://h/p?a?=?&"],
    ["a fragment", "https://h/p#top", "https://h/p?"],
    ["a query and a fragment", "https://h/p?a=1#top?x", "https://h/p?a=1&"],
    ["an empty query and a fragment", "https://h/p?#", "https://h/p?"],
    ["a question mark in the fragment", "https://h/p#a?b", "https://h/p?"],
  ])("appends to a URL with %s", (_, url, start) => {
    const result = signed({ url }, { transport: "query" });
    expect(result.url).toMatch(/[?&]oauth_consumer_key=ck&oauth_token=t%20k&/);
    expect(result.url.slice(0, result.url.indexOf("oauth_consumer_key"))).toBe(start);
    expect(readForm(result.url.slice(start.length))).toEqual(withSignature(result));
    expect(result.url).not.toContain("#");
    expect(new URL(result.url).searchParams.get("oauth_signature")).toBe(result.signature);
    expect(receive(result)).toMatchObject({ signature: result.signature, baseString: result.baseString });
    expect(result.authorization).toBeUndefined();
    expect(result.headers).toEqual({});
  });

  test("leaves a form in the body", () => {
    const result = signed({ form: { a: "1" } }, { transport: "query" });
    expect(result).toMatchObject({ body: "a=1", headers: { "content-type": FORM_TYPE } });
    expect(receive(result).baseString).toBe(result.baseString);
  });
});

describe("the transport header-and-body", () => {
  test("repeats the values in the body, with the signature in the header only", () => {
    const options: SignOptions = {
      transport: "header-and-body",
      realm: "r",
      protocolParameters: [["oauth_callback", "oob"]],
    };
    const result = signed({ form: [["a", "1"]] }, options);
    const further: BinaryPair = ["oauth_callback", "oob"];
    expect(readForm(result.body as string)).toEqual([["a", "1"], ...PROTOCOL, further]);
    expect(readAuthorization(result.authorization!)).toEqual({
      realm: "r",
      parameters: [...PROTOCOL, further, ["oauth_signature", result.signature]],
    });
    expect(result.body).not.toContain("oauth_signature=");
    expect(result.headers).toEqual({ authorization: result.authorization, "content-type": FORM_TYPE });
  });

  test("signs the same as the transport header: each value once", () => {
    const request = { form: [["a", "1"]] } as const;
    expect(signed(request, { transport: "header-and-body" }).baseString).toBe(signed(request).baseString);
  });
});

describe("the option charset", () => {
  const typeOf = (form: Record<string, string>, options: SignOptions = {}) =>
    signed({ form }, options).headers["content-type"];

  test("names the charset of a form in its Content-Type, and none without the option", () => {
    expect(typeOf({ a: "é" })).toBe(FORM_TYPE);
    expect(typeOf({ a: "é" }, { charset: "UTF-8" })).toBe(`${FORM_TYPE}; charset=UTF-8`);
    expect(typeOf({ a: "e" }, { charset: "iso-8859-1" })).toBe(`${FORM_TYPE}; charset=iso-8859-1`);
  });

  test("does not change the signature", () => {
    expect(signed({ form: { a: "é" } }, { charset: "utf-8" }).signature).toBe(signed({ form: { a: "é" } }).signature);
  });

  test.each([
    ["a charset that contradicts the octets", { form: { a: "é" } }, { charset: "iso-8859-1" }],
    ["the same in a name", { form: { é: "a" } }, { charset: "ISO-8859-1" }],
    ["another charset", { form: { a: "e" } }, { charset: "latin1" }],
    ["a charset that is not text", { form: { a: "e" } }, { charset: 1 }],
    ["a charset without a form", { body: "b" }, { charset: "utf-8" }],
  ])("is refused for %s", (_what, request, options) => {
    expect(refusalOf(() => signed(request, options as SignOptions))).toMatchObject({ code: "charset-unusable" });
  });
});

describe("an option that does not exist", () => {
  test("is refused with the names of those that do", () => {
    const error = refusalOf(() => signed({}, { nonse: "n" } as SignOptions));
    expect(error).toMatchObject({
      code: "option-unknown",
      message: expect.stringMatching(/"nonse", only nonce, timestamp/),
    });
  });
});

describe("a request that the transport cannot carry", () => {
  test.each<[string, object, object, string, string]>([
    [
      "an unknown transport",
      {},
      { transport: "cookie" },
      "transport-unknown",
      'must be one of header, body, query, header-and-body, got "cookie"',
    ],
    ["no transport", {}, { transport: null }, "transport-unknown", "got null"],
    ["a transport of another case", {}, { transport: "Header" }, "transport-unknown", '"Header"'],
    ["a name of Object.prototype", {}, { transport: "constructor" }, "transport-unknown", '"constructor"'],
    ["the body where another body is", { body: "x" }, { transport: "body" }, "transport-unusable", "got another body"],
    ["the body where an empty body is", { body: "" }, { transport: "body" }, "transport-unusable", "got another body"],
    [
      "header and body where another body is",
      { body: new Uint8Array() },
      { transport: "header-and-body" },
      "transport-unusable",
      "got another body",
    ],
    [
      "a realm without a header: body",
      {},
      { transport: "body", realm: "r" },
      "transport-unusable",
      "realm needs a header, got the transport body",
    ],
    [
      "a realm without a header: query",
      {},
      { transport: "query", realm: "" },
      "transport-unusable",
      "realm needs a header, got the transport query",
    ],
    ["a realm that would split the header", {}, { realm: "a\r\nX: y" }, "realm-malformed", '"a\\r\\nX: y"'],
  ])("is refused: %s", (_, request, options, code, part) => {
    const error = refusalOf(() => signed(request, options));
    expect(error.code).toBe(code);
    expect(error.message).toContain(part);
  });
});
