/** The protocol parameters of one request (RFC 5849 3.1): nonce, timestamp, version, body hash and further ones. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createNonce, type ProtocolOptions, sign } from "../../src/oauth1/index.ts";
import { readAuthorization } from "./independent.ts";
import { clearRefusalOf, refusalOf } from "./refusals.ts";

const credentials = { consumerKey: "ck", signatureMethod: "PLAINTEXT", consumerSecret: "hunter2" } as const;

/** The header's parameters by name. */
function sent(options: unknown, request: object = {}): Record<string, string> {
  const signed = sign({ method: "POST", url: "https://h/", ...request }, credentials, options as ProtocolOptions);
  return Object.fromEntries(readAuthorization(signed.authorization!).parameters);
}

describe("the nonce of a signed request", () => {
  const expectRandom = (count: number): void => {
    const nonces = Array.from({ length: count }, () => createNonce());
    expect(new Set(nonces).size).toBe(count);
    for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/);
    const digitsAt = Array.from({ length: 32 }, (_, place) => new Set(nonces.map((nonce) => nonce[place])).size);
    // Two digits hold the version and the variant of a UUID (RFC 9562 5.4).
    expect(digitsAt.reduce((bits, digits) => bits + Math.log2(digits), 0)).toBe(122);
  };
  const RANDOM = "has by default 122 random bits in 32 hexadecimal digits: %i different ones";
  test.each([1000])(RANDOM, expectRandom);
  test.each([10_000])(RANDOM, { tags: ["deep"] }, expectRandom);

  test("is new for each request of a signer", () => {
    const nonces = Array.from({ length: 1000 }, () => sent({}).oauth_nonce);
    expect(new Set(nonces).size).toBe(1000);
    expect(nonces[0]).toMatch(/^[A-Za-z0-9\-._~]{22,}$/);
  });

  test.each(["a", "0", "a b", "é😀", "+/=", '",\\'])("is sent as it is: %j", (nonce) => {
    expect(Buffer.from(sent({ nonce }).oauth_nonce!, "latin1").toString()).toBe(nonce);
  });

  test.each(["", "a\rb", "a\n", "\0", "\x7f", "\t", null, 5, {}, ["a"]])("is refused: %j", (nonce) => {
    const error = refusalOf(() => sent({ nonce }));
    expect(error.code).toBe("nonce-malformed");
    expect(error.message).toMatch(/^nonce must be text without control characters, got /);
  });

  test("is refused with a lone surrogate", () => {
    expect(refusalOf(() => sent({ nonce: "\ud800" })).code).toBe("text-malformed");
  });
});

describe("the timestamp of a signed request", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    [1_000, "1"],
    [1_700_000_000_000, "1700000000"],
    [1_700_000_000_999, "1700000000"],
    [1_700_000_001_000, "1700000001"],
  ])("is by default the clock in whole seconds: %d ms is %s", (now, expected) => {
    vi.setSystemTime(now);
    expect(sent({}).oauth_timestamp).toBe(expected);
    expect(sent({ timestamp: undefined }).oauth_timestamp).toBe(expected);
  });

  test.each([
    [1, "1"],
    [137131200, "137131200"],
    ["137131200", "137131200"],
    ["99999999999999999999", "99999999999999999999"],
    [Number.MAX_SAFE_INTEGER, "9007199254740991"],
  ])("is sent as digits: %j as %s", (timestamp, expected) => {
    expect(sent({ timestamp }).oauth_timestamp).toBe(expected);
  });

  test.each([
    0,
    -1,
    -0,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e21,
    2 ** 53,
    "",
    "0",
    "-1",
    "+1",
    "1.0",
    "1e3",
    "0137",
    " 1",
    "1\n",
    "１",
    "0x1",
    null,
    {},
    [1],
    true,
    5n,
    new Date(0),
  ])("is refused: %s", (timestamp) => {
    const error = refusalOf(() => sent({ timestamp }));
    expect(error.code).toBe("timestamp-malformed");
    expect(error.message).toMatch(/^timestamp must be a positive whole number of seconds, got /);
  });
});

describe("consumer key and token", () => {
  test.each([
    [{ consumerKey: 5 }, "consumerKey must be text, got "],
    [{ consumerKey: undefined }, "consumerKey must be text, got "],
    [{ token: 5 }, "token must be text, got "],
    [{ token: null }, "token must be text, got "],
  ])("%j is refused by name", (wrong, message) => {
    const given = { ...credentials, tokenSecret: "s", ...wrong } as unknown as typeof credentials;
    const error = refusalOf(() => sign({ method: "POST", url: "https://h/" }, given));
    expect(error.code).toBe("parameter-malformed");
    expect(error.message).toContain(message);
  });
});

describe("oauth_version", () => {
  test("is 1.0 unless it is omitted", () => {
    expect(sent({}).oauth_version).toBe("1.0");
    expect(sent({ version: undefined }).oauth_version).toBe("1.0");
    expect(sent({ version: "1.0" }).oauth_version).toBe("1.0");
    expect(sent({ version: null })).not.toHaveProperty("oauth_version");
  });

  test.each(["", "1", "1.0a", "2.0", 1, false])("is refused: %j", (version) => {
    const error = refusalOf(() => sent({ version }));
    expect(error.code).toBe("version-unsupported");
    expect(error.message).toContain('"1.0"');
  });
});

describe("further protocol parameters", () => {
  test("are sent and signed in their order", () => {
    const options = {
      protocolParameters: [
        ["oauth_verifier", "v"],
        ["oauth_callback", "http://c/?a=b"],
        ["oauth_é", ""],
      ],
    };
    expect(Object.entries(sent(options)).slice(-4, -1)).toEqual([
      ["oauth_verifier", "v"],
      ["oauth_callback", "http://c/?a=b"],
      ["oauth_\xc3\xa9", ""],
    ]);
  });

  test.each([
    "oauth_consumer_key",
    "oauth_token",
    "oauth_signature_method",
    "oauth_timestamp",
    "oauth_nonce",
    "oauth_version",
    "oauth_signature",
  ])("cannot include %s, which is the signer's own", (name) => {
    const error = refusalOf(() => sent({ version: null, protocolParameters: [[name, "x"]] }));
    expect(error.code).toBe("parameter-duplicated");
    expect(error.message).toContain(name);
    expect(refusalOf(() => sent({ version: null, protocolParameters: [[Buffer.from(name), "x"]] })).code).toBe(
      "parameter-duplicated",
    );
  });

  test("cannot repeat a name, or a body hash together with a computed one", () => {
    const twice = [
      ["oauth_callback", "a"],
      [Buffer.from("oauth_callback"), "a"],
    ];
    expect(refusalOf(() => sent({ protocolParameters: twice })).code).toBe("parameter-duplicated");
    const hash = { bodyHash: true, protocolParameters: [["oauth_body_hash", "x"]] };
    expect(refusalOf(() => sent(hash)).code).toBe("parameter-duplicated");
  });

  test.each([
    ["a name outside the protocol", [["callback", "x"]], "oauth_"],
    ["another case", [["OAuth_callback", "x"]], "oauth_"],
    ["realm", [["realm", "x"]], "oauth_"],
    ["an empty name", [["", "x"]], "oauth_"],
    ["one text", ["oauth_callback"], "[name, value] pair"],
    ["a pair without a value", [["oauth_callback"]], "[name, value] pair"],
    ["three texts", [["oauth_callback", "a", "b"]], "[name, value] pair"],
    [
      "a number as value",
      [["oauth_callback", 1]],
      '"oauth_callback" in protocolParameters must be text or octets, got number',
    ],
    ["null as value", [["oauth_callback", null]], "text or octets, got null"],
    ["null as name", [[null, "a"]], "text or octets, got null"],
    ["a list as value", [["oauth_callback", ["a"]]], "text or octets, got object"],
    ["a text instead of pairs", "oauth_callback=x", "protocolParameters"],
  ])("are refused: %s", (_, protocolParameters, expected) => {
    const error = refusalOf(() => sent({ protocolParameters }));
    expect(error.code).toBe("parameter-malformed");
    expect(error.message).toContain(expected);
  });

  test.each([
    ["null", null],
    ["a record", { oauth_callback: "x" }],
    ["a number", 5],
  ])("must be pairs, as the message says: %s", (_, protocolParameters) => {
    expect(clearRefusalOf(() => sent({ protocolParameters })).message).toContain("protocolParameters");
  });

  test("are refused with a lone surrogate", () => {
    expect(refusalOf(() => sent({ protocolParameters: [["oauth_callback", "\ud800"]] })).code).toBe("text-malformed");
  });
});

describe("the option for a body hash", () => {
  test("hashes the body, and no octets without one", () => {
    expect(sent({ bodyHash: true }, { body: "Hello World!" }).oauth_body_hash).toBe("Lve95gjOVATpfV8EL5X4nxwjKHE=");
    expect(sent({ bodyHash: true }).oauth_body_hash).toBe("2jmj7l5rSw0yVb/vlWAYkK/YBwk=");
    expect(sent({}, { body: "Hello World!" })).not.toHaveProperty("oauth_body_hash");
  });

  test.each([[[]], [{}], [new URLSearchParams()], [[["a", "1"]]]])("is refused for the form %j", (form) => {
    const error = refusalOf(() => sent({ bodyHash: true }, { form }));
    expect(error.code).toBe("body-hash-conflict");
    expect(error.message).toContain("got a form");
  });

  test.each(["body", "header-and-body"])("is refused for the transport %s", (transport) => {
    expect(refusalOf(() => sent({ bodyHash: true, transport })).code).toBe("body-hash-conflict");
  });

  test("is refused for a body with a lone surrogate", () => {
    expect(refusalOf(() => sent({ bodyHash: true }, { body: "\ud800" })).code).toBe("text-malformed");
  });
});
