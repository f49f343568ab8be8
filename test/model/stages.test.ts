import { describe, expect, test } from "vitest";
import type { ParameterSources, SigningInput, Stages } from "../../src/model/index.ts";
import { specification, toOctetPairs, toOctets, toText, trace } from "../../src/model/index.ts";

const { percentEncode, percentDecode, splitUrl } = specification;

const EMPTY: ParameterSources = { query: [], header: [], body: [], realm: null, request: {} as SigningInput };

describe("percent-encoding", () => {
  test("only the unreserved characters stay", () => {
    const ascii = Uint8Array.from({ length: 128 }, (_, octet) => octet);
    expect(percentEncode(ascii).replaceAll(/%[0-9A-F]{2}/g, "")).toBe(
      "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~",
    );
  });

  test("decoding reverses encoding for every octet", () => {
    const octets = Uint8Array.from({ length: 256 }, (_, octet) => octet);
    expect(percentEncode(octets)).toContain("%00%01");
    expect(percentEncode(octets)).toContain("%FE%FF");
    expect(percentDecode(percentEncode(octets))).toEqual(octets);
  });

  test("decoding leaves a plus and malformed escapes alone", () => {
    expect(toText(percentDecode("a+b%2+%zz%"))).toBe("a+b%2+%zz%");
  });

  test("text with a lone surrogate is refused", () => {
    expect(() => toOctets("a\ud800b")).toThrow("lone surrogate");
    expect(toOctets("😀")).toHaveLength(4);
  });
});

describe("form decoding", () => {
  test.each([
    ["", []],
    ["&&a=1&", [["a", "1"]]],
    ["a", [["a", ""]]],
    ["=v", [["", "v"]]],
    ["a=b=c", [["a", "b=c"]]],
    ["a=b;c=d?e", [["a", "b;c=d?e"]]],
    ["a+b=c%2Bd", [["a b", "c+d"]]],
    ["a=%zz%4", [["a", "%zz%4"]]],
    ["%C3%A9=é", [["é", "é"]]],
  ])("%j reads as %j", (encoded, pairs) => {
    expect(specification.decodeForm(encoded, specification)).toEqual(toOctetPairs(pairs as [string, string][]));
  });

  test("octets that are not UTF-8 pass through, escaped or raw", () => {
    const pair = [toOctets("a"), Uint8Array.of(0xe9)];
    expect(specification.decodeForm("a=%E9", specification)).toEqual([pair]);
    expect(specification.decodeForm(Uint8Array.of(0x61, 0x3d, 0xe9), specification)).toEqual([pair]);
  });
});

describe("the parameter string", () => {
  const parameterString = (query: string): string => {
    const sources = { query: specification.decodeForm(query, specification), header: [], body: [], realm: null };
    return specification.parameterString(specification.collectParameters(sources, specification), specification);
  };

  test.each([
    ["names are sorted after they are encoded", "bar=1&%C3%9F=2", "%C3%9F=2&bar=1"],
    ["equal names are sorted by value", "a=b&a=B&a=10&a=9", "a=10&a=9&a=B&a=b"],
    ["a name is compared before the separator counts", "a%21=1&a=2&a1=3", "a=2&a%21=1&a1=3"],
    ["equal pairs all stay", "a=1&a=1", "a=1&a=1"],
    [
      "oauth_signature is left out, and only this exact name",
      "oauth_signature=x&OAuth_signature=y",
      "OAuth_signature=y",
    ],
    ["a realm that is no header's is signed", "realm=x", "realm=x"],
  ])("%s", (_, query, expected) => {
    expect(parameterString(query)).toBe(expected);
  });
});

describe("the parameters to sign", () => {
  const pairs = toOctetPairs([
    ["realm", "Photos"],
    ["Realm", "x"],
    ["oauth_signature", "s"],
    ["a", "b"],
  ]);
  const collected = (place: "query" | "header" | "body"): string[] =>
    specification
      .collectParameters({ ...EMPTY, [place]: pairs }, specification)
      .map(({ name, value, origin }) => `${origin} ${toText(name)}=${toText(value)}`);

  test("have no realm of the header, but one of the query or the form", () => {
    expect(collected("header")).toEqual(["header Realm=x", "header a=b"]);
    expect(collected("query")).toEqual(["query realm=Photos", "query Realm=x", "query a=b"]);
    expect(collected("body")).toEqual(["body realm=Photos", "body Realm=x", "body a=b"]);
  });

  test("count a protocol parameter once if header and body have the same, and any other pair twice", () => {
    const twice = (...both: [string, string][]): number => {
      const same = toOctetPairs(both);
      return specification.collectParameters({ ...EMPTY, header: same, body: same }, specification).length;
    };
    expect(twice(["oauth_nonce", "n"])).toBe(1);
    expect(twice(["a", "b"])).toBe(2);
    const other = { header: toOctetPairs([["oauth_nonce", "n"]]), body: toOctetPairs([["oauth_nonce", "m"]]) };
    expect(specification.collectParameters({ ...EMPTY, ...other }, specification)).toHaveLength(2);
  });
});

describe("the base string URI", () => {
  const baseStringUri = (url: string): string => specification.baseStringUri(url, specification);

  test.each([
    ["HTTP://Example.COM", "http://example.com/"],
    ["http://example.com?a=b", "http://example.com/"],
    ["http://example.com#a?b/c", "http://example.com/"],
    ["http://example.com:/", "http://example.com/"],
    ["http://example.com:0080/", "http://example.com/"],
    ["http://example.com:443/", "http://example.com:443/"],
    ["https://example.com:443/", "https://example.com/"],
    ["https://us@er:pa:ss@example.com:8443/x", "https://example.com:8443/x"],
    ["https://[2001:DB8::5]:13000", "https://[2001:db8::5]:13000/"],
    ["http://example.com/a/../b/./%7e%2F;c=1", "http://example.com/a/../b/./%7e%2F;c=1"],
    ["http://example.com/é b\u007f", "http://example.com/%C3%A9%20b%7F"],
    ["http://example.com/^[a]|\\\"<>`{}'@%", "http://example.com/^[a]|\\\"<>`{}'@%"],
  ])("of %s is %s", (url, expected) => {
    expect(baseStringUri(url)).toBe(expected);
  });

  test.each([
    ["", "not absolute"],
    [" ", "not absolute"],
    ["http", "not absolute"],
    ["example.com", "not absolute"],
    ["//example.com/", "not absolute"],
    ["/request", "not absolute"],
    ["http:", "not absolute"],
    ["ftp://example.com/", "neither http nor https"],
    ["httpsx://example.com/", "neither http nor https"],
    ["xhttp://example.com/", "neither http nor https"],
    [" http://example.com/", "neither http nor https"],
    ["http://", "has no host"],
    ["http://:8080", "has no host"],
    ["http://user@/", "has no host"],
    ["http://exa mple.com/", "no host has"],
    ["http://é.example/", "no host has"],
    ["http://[::1/", "no host has"],
    ["http://[]/", "no host has"],
    ["http://eg.com:0", "port"],
    ["http://eg.com:-1", "port"],
    ["http://eg.com:+1", "port"],
    ["http://eg.com:65536", "port"],
    ["http://eg.com:3.14", "port"],
    ["http://eg.com:1e3", "port"],
    ["http://eg.com:BAD", "port"],
    ["http://eg.com: ", "port"],
    ["http://eg.com:42:42", "port"],
    ["http://eg.com/\udc00", "lone surrogate"],
  ])("does not exist for %j", (url, message) => {
    expect(() => baseStringUri(url)).toThrow(message);
  });
});

describe("a stage of the model", () => {
  test("splits a URL and keeps every piece as written", () => {
    expect(splitUrl("HTTPS://User@Example.com:08080/A%2f?b=?c#d#e?f")).toEqual({
      scheme: "HTTPS",
      host: "Example.com",
      port: 8080,
      path: "/A%2f",
      query: "b=?c",
      fragment: "d#e?f",
    });
  });

  test("makes the method upper case by ASCII rules and encodes it in the base string", () => {
    const input = { baseStringUri: "http://a/", parameterString: "" };
    const baseString = (method: string): string => specification.baseString({ ...input, method }, specification);
    expect(baseString("pOst")).toBe("POST&http%3A%2F%2Fa%2F&");
    expect(baseString("m-search!")).toBe("M-SEARCH%21&http%3A%2F%2Fa%2F&");
    expect(specification.method("ıß")).toBe("ıß");
  });

  test("encodes both secrets in the key, and always writes an ampersand", () => {
    const { key } = specification;
    expect(key({ consumerSecret: "a&b", tokenSecret: "ü" }, specification)).toBe("a%26b&%C3%BC");
    expect(key({ consumerSecret: "" }, specification)).toBe("&");
  });

  test("writes the realm as a plain quoted string", () => {
    const header = (realm: string): string =>
      specification.authorizationHeader({ protocolParameters: [], realm }, specification);
    expect(header('a "b" \\ %20é')).toBe('OAuth realm="a \\"b\\" \\\\ %20é"');
    expect(header("")).toBe('OAuth realm=""');
    expect(() => header("a\r\nX: y")).toThrow("control characters");
  });
});

describe("replaced stages", () => {
  const lowerCaseHex = (stages: Stages): Stages => ({
    ...stages,
    percentEncode: (octets) => stages.percentEncode(octets).replaceAll(/%../g, (escaped) => escaped.toLowerCase()),
  });
  const unsorted = (stages: Stages): Stages => ({ ...stages, sortParameters: (parameters) => [...parameters] });
  const keepsDefaultPort = (stages: Stages): Stages => ({
    ...stages,
    authority: (parts) => (parts.port === 80 ? `${stages.authority(parts)}:80` : stages.authority(parts)),
  });
  const encodesParametersOnce = (stages: Stages): Stages => ({
    ...stages,
    encodeParameters: (parameters, all) => stages.encodeParameters(parameters, { ...all, percentEncode: toText }),
  });

  const request: SigningInput = {
    method: "GET",
    url: "http://example.com:80/?b=/&a=1",
    protocolParameters: [["oauth_nonce", "n"]],
    signatureMethod: "HMAC-SHA1",
  };

  test.each([
    ["nothing", [], "GET&http%3A%2F%2Fexample.com%2F&a%3D1%26b%3D%252F%26oauth_nonce%3Dn"],
    ["one", [lowerCaseHex], "GET&http%3a%2f%2fexample.com%2f&a%3d1%26b%3d%252f%26oauth_nonce%3dn"],
    ["two", [unsorted, lowerCaseHex], "GET&http%3a%2f%2fexample.com%2f&b%3d%252f%26a%3d1%26oauth_nonce%3dn"],
    [
      "three in any order",
      [keepsDefaultPort, lowerCaseHex, unsorted],
      "GET&http%3a%2f%2fexample.com%3a80%2f&b%3d%252f%26a%3d1%26oauth_nonce%3dn",
    ],
    [
      "one stage seen by another only",
      [encodesParametersOnce, unsorted],
      "GET&http%3A%2F%2Fexample.com%2F&b%3D%2F%26a%3D1%26oauth_nonce%3Dn",
    ],
  ])("take effect wherever the stage is used: %s", (_, faults, expected) => {
    const forwards = faults.reduce((stages, fault) => fault(stages), specification);
    const backwards = faults.reduceRight((stages, fault) => fault(stages), specification);
    expect(trace(request, forwards).baseString).toBe(expected);
    expect(trace(request, backwards).baseString).toBe(expected);
  });

  test("do not change the specification", () => {
    lowerCaseHex(specification);
    expect(specification.percentEncode(toOctets("/"))).toBe("%2F");
  });
});
