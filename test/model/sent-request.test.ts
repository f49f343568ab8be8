import { describe, expect, test } from "vitest";
import type { HttpRequest } from "../../src/model/index.ts";
import { parseAuthorizationHeader, readSentRequest, toText, traceSent } from "../../src/model/index.ts";

describe("an Authorization header", () => {
  const parse = (text: string): [string | null, string[]] => {
    const { realm, parameters } = parseAuthorizationHeader(text);
    return [realm, parameters.map(([name, value]) => `${toText(name)}=${toText(value)}`)];
  };

  test.each([
    ["any case of the scheme", 'oAUTH a="b"', null, ["a=b"]],
    ["no white space", 'OAuth a="b",c="d"', null, ["a=b", "c=d"]],
    ["tabs, spaces and trailing space", 'OAuth   a="b"\t ,\t c="d" ', null, ["a=b", "c=d"]],
    ["folded lines", 'OAuth realm="x",\r\n\ta="b",\n c="d"', "x", ["a=b", "c=d"]],
    ["percent-encoding in names and values", 'OAuth a%20b="%2B%25"', null, ["a b=+%"]],
    ["a plus as a plus", 'OAuth a+b="c+d"', null, ["a+b=c+d"]],
    ["commas and equals signs in quotes", 'OAuth a="b,c=d"', null, ["a=b,c=d"]],
    ["a realm that is not percent-decoded", 'OAuth realm="a%20b"', "a%20b", []],
    ["an escaped realm", 'OAuth realm="a \\"b\\" \\\\"', 'a "b" \\', []],
    ["an empty realm", 'OAuth realm=""', "", []],
    ["a realm after other parameters, in any case", 'OAuth a="b", Realm="x"', "x", ["a=b"]],
    ["an empty value", 'OAuth oauth_token=""', null, ["oauth_token="]],
    ["no parameters at all", "OAuth ", null, []],
  ])("may have %s", (_, text, realm, parameters) => {
    expect(parse(text)).toEqual([realm, parameters]);
  });

  test.each([
    ['OAuth1 a="b"', 'not of the form "OAuth name=…"'],
    ['FooAuth a="b"', 'not of the form "OAuth name=…"'],
    ["Negotiate b2F1dGg=", 'not of the form "OAuth name=…"'],
    ["OA", 'not of the form "OAuth name=…"'],
    ["", 'not of the form "OAuth name=…"'],
    ['OAuth a="b" c="d"', "a comma is missing after parameter a"],
    ['OAuth a="b"&c="d"', "a comma is missing after parameter a"],
    ["OAuth a=b", "the value of parameter a is not quoted"],
    ["OAuth a='b'", "the value of parameter a is not quoted"],
    ["OAuth garbage", "parameter garbage has no value"],
    ["OAuth a=", "parameter a has no value"],
    ['OAuth a=, c="d"', "parameter a has no value"],
    ['OAuth a = "b"', "parameter a has no value"],
    ['OAuth a="b', "has no closing quotation mark"],
    ['OAuth ="b"', "a parameter name is missing"],
    ['OAuth a="b",,c="d"', "a parameter name is missing"],
    ['OAuth a="b",', "a parameter is missing after the last comma"],
    ['OAuth a="b", a="c"', "parameter a is repeated"],
    ['OAuth a="b", %61="c"', "parameter %61 is repeated"],
    ['OAuth realm="b", realm="c"', "parameter realm is repeated"],
  ])("is refused: %s", (text, message) => {
    expect(() => parseAuthorizationHeader(text)).toThrow(message);
  });

  test("keeps octets that are not UTF-8", () => {
    expect(parseAuthorizationHeader('OAuth a="%FF"').parameters[0]![1]).toEqual(Uint8Array.of(0xff));
  });
});

describe("a sent request", () => {
  const FORM_TYPE = ["content-type", "application/x-www-form-urlencoded"] as const;
  const HEADER = ["authorization", 'OAuth oauth_nonce="n", oauth_signature_method="PLAINTEXT", oauth_signature="x%26"'];
  const signed = (change: Partial<HttpRequest>): HttpRequest => ({
    method: "POST",
    url: "http://example.com/",
    headers: [HEADER as [string, string]],
    ...change,
  });
  const read = (sent: HttpRequest): string[] =>
    readSentRequest(sent).parameters.map(({ name, value, origin }) => `${origin} ${toText(name)}=${toText(value)}`);
  const FROM_HEADER = ["header oauth_nonce=n", "header oauth_signature_method=PLAINTEXT"];

  test.each([
    "application/x-www-form-urlencoded",
    "Application/X-WWW-Form-URLEncoded; charset=ISO-8859-1",
    "application/x-www-form-urlencoded ;charset=utf-8",
  ])("has form parameters with Content-Type %s", (contentType) => {
    const headers = [HEADER as [string, string], ["Content-Type", contentType] as const];
    expect(read(signed({ headers, body: Buffer.from("a=1+2") }))).toEqual([...FROM_HEADER, "body a=1 2"]);
  });

  test.each(["application/json", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded-not", ""])(
    "has no form parameters with Content-Type %j",
    (contentType) => {
      const headers = [HEADER as [string, string], ["Content-Type", contentType] as const];
      expect(read(signed({ headers, body: Buffer.from("a=1") }))).toEqual(FROM_HEADER);
    },
  );

  test("has no form parameters without a Content-Type", () => {
    expect(read(signed({ body: Buffer.from("a=1") }))).toEqual(FROM_HEADER);
  });

  test("counts a protocol parameter once if header and body have it with the same value", () => {
    const sent = signed({
      headers: [HEADER as [string, string], FORM_TYPE],
      body: Buffer.from("a=1&a=1&oauth_nonce=n&oauth_signature_method=HMAC-SHA1"),
    });
    expect(read(sent)).toEqual([...FROM_HEADER, "body a=1", "body a=1", "body oauth_signature_method=HMAC-SHA1"]);
    expect(readSentRequest(sent)).toMatchObject({ transport: "header-and-body", signatureMethod: "PLAINTEXT" });
  });

  test("leaves out every oauth_signature, and a realm of the header only", () => {
    const sent = signed({
      url: "http://example.com/?oauth_signature=q&realm=r",
      headers: [["AUTHORIZATION", 'OAuth realm="h", oauth_signature="x"'], FORM_TYPE],
      body: Buffer.from("oauth_signature=f&realm=s"),
    });
    expect(read(sent)).toEqual(["query realm=r", "body realm=s"]);
    expect(readSentRequest(sent)).toMatchObject({ realm: "h", signature: "x" });
  });

  test("may carry another scheme's header only if it is signed elsewhere", () => {
    const basic = ["authorization", "Basic YTpi"] as const;
    const sent = signed({ url: "http://example.com/?oauth_signature=q", headers: [basic] });
    expect(readSentRequest(sent)).toMatchObject({ transport: "query", signature: "q", realm: null });
    expect(() => readSentRequest(signed({ headers: [basic] }))).toThrow('not of the form "OAuth name=…"');
  });

  test("has one Authorization header", () => {
    const headers = [HEADER, HEADER] as [string, string][];
    expect(() => readSentRequest(signed({ headers }))).toThrow("more than one Authorization header");
  });

  test("may have white space around the value of its Authorization header", () => {
    const headers = [[HEADER[0]!, ` \t${HEADER[1]} `]] as [string, string][];
    expect(read(signed({ headers }))).toEqual(FROM_HEADER);
  });

  test("has no signature if it is not signed", () => {
    const result = readSentRequest(signed({ headers: [] }));
    expect(result).not.toHaveProperty("signature");
    expect(result).not.toHaveProperty("transport");
  });

  test("is traced with the expected signature, not the sent one", () => {
    expect(traceSent(signed({}), { consumerSecret: "y" })).toMatchObject({ key: "y&", signature: "y&" });
    expect(traceSent(signed({}), {})).not.toHaveProperty("signature");
  });

  test.each([
    ["OAuth ", "oauth_signature_method is missing"],
    ['OAuth oauth_signature_method="hmac-sha1"', 'oauth_signature_method "hmac-sha1" is unknown'],
  ])("cannot be traced with the header %s", (header, message) => {
    expect(() => traceSent(signed({ headers: [["authorization", header]] }), {})).toThrow(message);
  });
});
