import { describe, expect, test } from "vitest";
import { FEATURE_NAMES, featuresIn, withoutFeatures } from "../../../src/conformance/drivers/features.ts";
import { readHello } from "../../../src/conformance/drivers/read-hello.ts";
import type { Feature, VectorInput } from "../../../src/conformance/vectors/index.ts";

const request = { method: "POST", url: "https://a.example/", form: [["a", "b"]] } as const;
const { form, ...bodiless } = request;
/** Its features are those in PLAIN. */
const sign = {
  operation: "sign",
  request,
  credentials: { consumerKey: "k", consumerSecret: "s", token: "t", tokenSecret: "u" },
  signatureMethod: "HMAC-SHA1",
  timestamp: "1700000000",
  version: "1.0",
  transport: "header",
} as const;
const PLAIN: readonly Feature[] = ["form", "token", "version"];
const withoutToken = { ...sign, credentials: { consumerKey: "k", consumerSecret: "s" } };
const withUrl = <Request extends object>(own: Request, url: string) => ({ ...own, url });
const withCredentials = (change: object) => ({ ...sign, credentials: { ...sign.credentials, ...change } });
const octets = Uint8Array.of(0xff);

function verify(more: {
  now?: number;
  seen?: boolean;
  nonce?: string;
  version?: string;
}): Extract<VectorInput, { operation: "verify" }> {
  const { now = 1_700_000_000, seen = false, nonce = "n", version = "1.0" } = more;
  const header = `OAuth oauth_timestamp="1700000000", oauth_nonce="${nonce}", oauth_version="${version}"`;
  const received = { ...bodiless, headers: [["Authorization", header]] } as const;
  return { operation: "verify", received, credentials: { consumerSecret: "s" }, now, seen };
}

/** An input with each feature, and all features that it has. */
const WITH: readonly (readonly [Feature, VectorInput, readonly Feature[]])[] = [
  ["body", { ...sign, request: { ...bodiless, body: "{}" } }, ["body", "token", "version"]],
  ["form", sign, PLAIN],
  ["form-encoded", { ...sign, request: { ...bodiless, formEncoded: "a=%FF" } }, ["form-encoded", ...PLAIN]],
  [
    "body-transport-without-form",
    { ...sign, request: bodiless, transport: "header-and-body" },
    ["body-transport-without-form", "token", "version"],
  ],
  ["octets", { operation: "percent-encoding", text: octets }, ["octets"]],
  ["query", { ...sign, request: withUrl(bodiless, "https://a.example/?b=") }, ["query", "token", "version"]],
  [
    "query-encoded",
    { ...sign, request: withUrl(bodiless, "https://a.example/?b") },
    ["query", "query-encoded", "token", "version"],
  ],
  [
    "query-after-question-mark",
    { ...sign, request: withUrl(bodiless, "https://a.example/??b=1") },
    ["query", "query-after-question-mark", "token", "version"],
  ],
  [
    "non-utf8-query",
    { ...sign, request: withUrl(bodiless, "https://a.example/?b=%FF") },
    ["non-utf8-query", "query", "query-encoded", "token", "version"],
  ],
  [
    "signature-parameter",
    { ...sign, request: { ...request, form: [...form, ["oauth_signature", "x"]] } },
    ["signature-parameter", ...PLAIN],
  ],
  [
    "form-with-query",
    { ...sign, request: withUrl(request, "https://a.example/?b=") },
    ["form-with-query", "query", ...PLAIN],
  ],
  ["repeated-names", { ...sign, request: { ...request, form: [...form, ...form] } }, ["repeated-names", ...PLAIN]],
  [
    "repeated-query-names",
    { ...sign, request: withUrl(request, "https://a.example/?a=c") },
    ["form-with-query", "query", "repeated-query-names", ...PLAIN],
  ],
  ["http", { ...sign, request: withUrl(request, "http://a.example/") }, ["http", ...PLAIN]],
  ["port", { ...sign, request: withUrl(request, "https://a.example:443/") }, ["port", ...PLAIN]],
  ["fragment", { ...sign, request: withUrl(request, "https://a.example/#f") }, ["fragment", ...PLAIN]],
  ["upper-case-uri", { ...sign, request: withUrl(request, "HTTPS://A.example/") }, ["upper-case-uri", ...PLAIN]],
  ["empty-path", { ...sign, request: withUrl(request, "https://a.example") }, ["empty-path", ...PLAIN]],
  [
    "path-characters",
    { ...sign, request: withUrl(request, "https://a.example/%2F(b)") },
    ["path-characters", ...PLAIN],
  ],
  ["ipv6", { ...sign, request: withUrl(request, "https://[::1]/") }, ["ipv6", ...PLAIN]],
  ["custom-method", { ...sign, request: { ...request, method: "BREW" } }, ["custom-method", ...PLAIN]],
  ["lower-case-method", { ...sign, request: { ...request, method: "post" } }, ["lower-case-method", ...PLAIN]],
  ["userinfo", { ...sign, request: withUrl(request, "https://u:1@a.example/") }, ["userinfo", ...PLAIN]],
  ["token", sign, PLAIN],
  ["no-token", withoutToken, ["form", "no-token", "version"]],
  ["empty-token", withCredentials({ token: "" }), ["empty-token", ...PLAIN]],
  [
    "token-secret-alone",
    { ...sign, credentials: { ...withoutToken.credentials, tokenSecret: "u" } },
    ["form", "no-token", "token", "token-secret-alone", "version"],
  ],
  ["empty-consumer-secret", withCredentials({ consumerSecret: "" }), ["empty-consumer-secret", ...PLAIN]],
  ["empty-token-secret", withCredentials({ tokenSecret: "" }), ["empty-token-secret", ...PLAIN]],
  ["version", sign, PLAIN],
  ["no-version", { ...sign, version: null }, ["form", "token", "no-version"]],
  ["realm", { ...sign, realm: "" }, ["realm", ...PLAIN]],
  [
    "protocol-parameters",
    { ...sign, protocolParameters: [["oauth_callback", "oob"]] },
    ["protocol-parameters", ...PLAIN],
  ],
  ["text-timestamp", { ...sign, timestamp: "9007199254740993" }, ["text-timestamp", ...PLAIN]],
  ["text-nonce", { ...sign, nonce: "n" }, ["text-nonce", ...PLAIN]],
  ["outer-white-space", withCredentials({ consumerSecret: "s\n" }), ["outer-white-space", ...PLAIN]],
  ["certificate", { ...verify({}), credentials: { publicKey: "-----BEGIN CERTIFICATE-----" } }, ["certificate"]],
  ["timestamp-policy", verify({ now: 1_700_000_061 }), ["timestamp-policy"]],
  ["nonce-policy", verify({ seen: true }), ["nonce-policy"]],
  ["version-policy", verify({ version: "2.0" }), ["version-policy"]],
];

/** What an input gets when a feature is taken away. */
const ADDED: { readonly [name in Feature]?: readonly Feature[] } = {
  "body-transport-without-form": ["form"],
  token: ["no-token"],
  "no-token": ["token"],
  version: ["no-version"],
  "no-version": ["version"],
};

describe("a limit in hello", () => {
  test.each(WITH)("%s is found in an input that has it, with the others that it has", (name, input, all) => {
    expect(featuresIn([name], input)).toEqual([name]);
    expect([...featuresIn(FEATURE_NAMES, input)].sort()).toEqual([...all].sort());
  });

  test.each(WITH)("%s is taken away, and nothing is added but what that needs", (name, input, all) => {
    const changed = withoutFeatures(input, [name]) as VectorInput;
    const isTakenAway = featuresIn([name], changed).length === 0;
    expect(isTakenAway).toBe(!["certificate", "timestamp-policy", "nonce-policy", "version-policy"].includes(name));
    const added = featuresIn(FEATURE_NAMES, changed).filter((own) => !all.includes(own));
    expect({ [name]: added }).toEqual({ [name]: ADDED[name] ?? [] });
  });

  test("each feature has an example, so that none is left out", () => {
    expect(WITH.map(([name]) => name)).toEqual(FEATURE_NAMES);
  });

  const withQuery = (query: string) => ({ ...sign, request: withUrl(bodiless, `https://a.example/?${query}#f?`) });

  test.each(["a=", "a=1&b=%20+", "=b&a=/?@:!*", "%c3%a4=~"])("the query %j can be written from its pairs", (query) => {
    expect(featuresIn(["query-encoded"], withQuery(query))).toEqual([]);
  });

  test.each(["", "a", "a=1&", "a=1&&b=2", "a=b=c", "a=1;b=2", "a=%", "a=%FF", "a=[]", "a=ä", "a= "])(
    "the query %j cannot, and becomes one that can",
    (query) => {
      const input = withQuery(query);
      expect(featuresIn(["query-encoded"], input)).toEqual(["query-encoded"]);
      const changed = withoutFeatures(input, ["query-encoded"]) as VectorInput;
      expect(featuresIn(["query-encoded"], changed)).toEqual([]);
    },
  );

  test("a token without a secret has an empty one, unless a key signs", () => {
    const { tokenSecret: _, ...credentials } = sign.credentials;
    expect(featuresIn(["empty-token-secret"], { ...sign, credentials })).toEqual(["empty-token-secret"]);
    const rsa = {
      ...sign,
      signatureMethod: "RSA-SHA1",
      credentials: { consumerKey: "k", token: "t", privateKey: "p" },
    };
    expect(featuresIn(["empty-token-secret"], rsa as VectorInput)).toEqual([]);
  });

  test("values in a complete list of protocol parameters are changed in it", () => {
    const exact = {
      operation: "sign-exactly",
      request: bodiless,
      protocolParameters: [
        ["oauth_nonce", "n"],
        ["oauth_token", ""],
      ],
      credentials: { consumerSecret: "s" },
      signatureMethod: "HMAC-SHA1",
      transport: "header",
    } as const;
    const without: readonly Feature[] = ["text-nonce", "empty-token", "empty-token-secret"];
    expect(featuresIn(without, exact)).toHaveLength(3);
    expect(withoutFeatures(exact, without)).toEqual({
      ...exact,
      protocolParameters: [
        ["oauth_token", "t"],
        ["oauth_nonce", "4711"],
      ],
      credentials: { consumerSecret: "s", tokenSecret: "u" },
    });
  });

  test("additional protocol parameters are removed from the list for a base string, which keeps the others", () => {
    const own = [
      ["oauth_consumer_key", "k"],
      ["oauth_signature_method", "HMAC-SHA1"],
      ["oauth_timestamp", "1"],
      ["oauth_nonce", "n"],
    ] as const;
    const protocolParameters = [...own, ["oauth_callback", "oob"]] as const;
    const input = { operation: "base-string", request: bodiless, protocolParameters } as const;
    expect(featuresIn(["protocol-parameters"], input)).toEqual(["protocol-parameters"]);
    const changed = withoutFeatures(input, ["protocol-parameters"]) as VectorInput;
    expect(changed).toEqual({ ...input, protocolParameters: own });
    expect(featuresIn(["protocol-parameters"], changed)).toEqual([]);
  });

  test.each(["01", "0x10", "1e3", " 1", "-1"])("the timestamp %j is text", (timestamp) => {
    expect(featuresIn(["text-timestamp"], { ...sign, timestamp })).toEqual(["text-timestamp"]);
  });

  test("repeated names are found in octets, and not where only values are equal", () => {
    const twice = {
      operation: "parameter-string",
      parameters: [
        [octets, "1"],
        [octets, "2"],
      ],
    } as const;
    expect(featuresIn(["repeated-names"], twice)).toEqual(["repeated-names"]);
    const values = {
      operation: "parameter-string",
      parameters: [
        ["a", "1"],
        ["b", "1"],
      ],
    } as const;
    expect(featuresIn(["repeated-names"], values)).toEqual([]);
  });

  test("octets are found in names and values too", () => {
    const pair = ["n", octets] as const;
    expect(featuresIn(["octets"], { operation: "parameter-string", parameters: [pair] })).toEqual(["octets"]);
    expect(featuresIn(["octets"], { ...sign, request: { ...request, form: [pair] } })).toEqual(["octets"]);
  });

  test("a base string is looked at as the signer is asked for it", () => {
    const own = ["oauth_consumer_key", "oauth_nonce", "oauth_signature_method", "oauth_timestamp"];
    const values = ["k", "n", "HMAC-SHA1", "1700000000"];
    const protocolParameters = own.map((name, index) => [name, values[index]!] as const);
    const input = { operation: "base-string", request, protocolParameters } as const;
    expect(featuresIn(FEATURE_NAMES, input)).toEqual(["form", "no-token", "no-version", "text-nonce"]);
  });

  test("a verifier is asked everything that rests on no policy of the application", () => {
    expect(featuresIn(FEATURE_NAMES, verify({}))).toEqual([]);
    expect(featuresIn(FEATURE_NAMES, verify({ nonce: "", now: 0 }))).toEqual(["timestamp-policy", "nonce-policy"]);
  });

  test("is read from hello; names that are not known are reported and ignored", () => {
    const implementation = { name: "n", version: "1" };
    const said = { ok: true, protocol: 1, implementation, operations: ["sign"], limits: { without: ["realm", "x"] } };
    expect(readHello(said)).toMatchObject({ limits: { without: ["realm"] }, unknown: ["x"] });
    expect(readHello({ ...said, limits: { without: "realm" } })).toMatchObject({ kind: "malformed-answer" });
    const more = { httpMethods: ["GET"], signatureMethods: { sign: ["PLAINTEXT"], y: [] }, z: 1 };
    expect(readHello({ ...said, limits: more })).toMatchObject({
      limits: { httpMethods: ["GET"], signatureMethods: { sign: ["PLAINTEXT"] } },
      unknown: ["z", "y"],
    });
    expect(readHello({ ...said, limits: { httpMethods: "GET" } })).toMatchObject({ kind: "malformed-answer" });
    expect(readHello({ ...said, limits: { signatureMethods: { sign: 1 } } })).toMatchObject({
      kind: "malformed-answer",
    });
  });

  const expectCut = (texts: number): void => {
    const implementation = { name: "n".repeat(1e6), version: "1", url: `https://a.example/${"u".repeat(1e6)}` };
    const without = Array.from({ length: texts }, (_, at) => `${"f".repeat(1e3)}${at}`);
    const hello = readHello({ ok: true, protocol: 1, implementation, operations: ["sign"], limits: { without } });
    expect(JSON.stringify(hello).length).toBeLessThan(15_000);
    expect(hello).toMatchObject({ implementation: { name: `${"n".repeat(99)}…` } });
  };
  const CUT = "texts in hello are cut, and a list of %i ends, because they stand in every report";
  test.each([1e3])(CUT, expectCut);
  test.each([1e5])(CUT, { tags: ["deep"] }, expectCut);
});
