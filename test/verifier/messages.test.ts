/** The messages for operators and programmers: what is wrong, what was expected, and where. */

import { describe, expect, test } from "vitest";
import type { Problem, ReceivedRequest, StoredKey, VerifierOptions } from "../../src/verifier/index.ts";
import { createVerifier, VerifierConfigurationError } from "../../src/verifier/index.ts";
import { FORM, NOW, SECRET, signedRequest } from "../signed-request.ts";
import { testEach } from "../title.ts";
import { authorizationOf, rejectionOf, rsa, watchedStore, withHeaders } from "./requests.ts";

const RSA = { oauth_signature_method: "RSA-SHA256" };
const HASH = "Lve95gjOVATpfV8EL5X4nxwjKHE=";
const typed = (type: string | string[], body: string): ReceivedRequest =>
  withHeaders({ ...signedRequest(), body }, { "content-type": type });
/** A request with a form whose header is given as text. */
const headed = (authorization: string | string[]): ReceivedRequest => withHeaders(signedRequest(), { authorization });
const changed = (change: (header: string) => string): ReceivedRequest =>
  headed(change(authorizationOf(signedRequest())));
/** The header and the body have the protocol parameters, the body those that are given. */
const inBoth = (form: string): ReceivedRequest => {
  const request = signedRequest();
  return withHeaders({ ...request, body: form }, { "content-type": FORM });
};
const stored = (...keys: unknown[]): Partial<VerifierOptions> => ({ credentials: () => keys as StoredKey[] });
const proxy = { addresses: ["10.0.0.1"], hosts: ["api.example"] };
const forwarded = (headers: Record<string, string | string[]>): ReceivedRequest => ({
  ...withHeaders(signedRequest(), { host: "api.example", "x-forwarded-proto": "https", ...headers }),
  remoteAddress: "10.0.0.1",
});

describe("the first problem of a request", () => {
  testEach<readonly [Problem["code"], string, ReceivedRequest, Partial<VerifierOptions>?]>([
    ["authorization-repeated", "there are 2 Authorization headers", headed(["OAuth", "Basic eDp5"])],
    [
      "authorization-repeated",
      "the Authorization header contains more than one set of credentials",
      changed((header) => `Basic eDp5, ${header}`),
    ],
    [
      "authorization-malformed",
      "the Authorization header contains octets that are not ASCII",
      changed((header) => header.replace("nonce", "nonÃ©")),
    ],
    [
      "authorization-malformed",
      'Authorization header: expected name="value" at character 7, got something else',
      headed("OAuth x"),
    ],
    ["parameter-duplicated", '"oauth_x" is more than once in the header', headed('OAuth oauth_x="", oauth_x=""')],
    ["parameter-duplicated", 'the Authorization header has "realm" twice', headed('OAuth realm="", realm=""')],
    ["parameter-missing", "oauth_nonce is missing", signedRequest({ protocol: { oauth_nonce: null } })],
    ["parameter-missing", "oauth_consumer_key is missing", signedRequest({ protocol: { oauth_consumer_key: null } })],
    ["parameter-missing", "oauth_timestamp is missing", signedRequest({ protocol: { oauth_timestamp: null } })],
    [
      "parameter-missing",
      "oauth_signature_method is missing",
      signedRequest({ protocol: { oauth_signature_method: null } }),
    ],
    [
      "protocol-parameters-missing",
      "there are no OAuth 1.0 protocol parameters",
      withHeaders(signedRequest(), { authorization: undefined }),
    ],
    [
      "protocol-parameters-in-two-places",
      "protocol parameters are in header and body and query",
      { ...inBoth("oauth_x=1"), url: "/pay?oauth_x=1" },
    ],
    [
      "protocol-parameters-in-two-places",
      "protocol parameters are in header and body and query",
      { ...inBoth("oauth_x=1"), url: "/pay?oauth_x=1" },
      { allowHeaderAndBody: true },
    ],
    [
      "protocol-parameters-in-two-places",
      '"oauth_x" is in the body, but not in the header',
      inBoth("oauth_x=1"),
      { allowHeaderAndBody: true },
    ],
    [
      "parameter-duplicated",
      '"oauth_x" is more than once in the query',
      { ...withHeaders(signedRequest(), { authorization: undefined }), url: "/pay?oauth_x=1&oauth_x=1" },
    ],
    [
      "url-malformed",
      'the value of "oauth_x" in the query is not UTF-8',
      { ...withHeaders(signedRequest(), { authorization: undefined }), url: "/pay?oauth_x=%ff" },
    ],
    [
      "body-malformed",
      'the value of "oauth_x" in the body is not UTF-8',
      typed(FORM, "oauth_x=%ff"),
      { allowHeaderAndBody: true },
    ],
    [
      "authorization-malformed",
      'the value of "oauth_token" in the header is not UTF-8',
      changed((header) => `${header}, oauth_token="%ff"`),
    ],
    [
      "version-unsupported",
      'oauth_version must be "1.0" or absent, got "2.0"',
      signedRequest({ protocol: { oauth_version: "2.0" } }),
    ],
    [
      "signature-method-not-allowed",
      'oauth_signature_method must be one of HMAC-SHA1, RSA-SHA256, got "HMAC-MD5"',
      signedRequest({ protocol: { oauth_signature_method: "HMAC-MD5" } }),
    ],
    [
      "insecure-transport",
      "PLAINTEXT sends the secrets themselves and needs https",
      { ...signedRequest({ protocol: { oauth_signature_method: "PLAINTEXT" } }), secure: false },
      { signatureMethods: ["PLAINTEXT"] },
    ],
    [
      "timestamp-malformed",
      'oauth_timestamp must be a positive whole number of seconds in decimal digits, got "0"',
      signedRequest({ protocol: { oauth_timestamp: "0" } }),
    ],
    [
      "timestamp-too-old",
      "oauth_timestamp is 301 s behind the clock, the tolerance is 300 s",
      signedRequest({ protocol: { oauth_timestamp: String(NOW - 301) } }),
    ],
    [
      "timestamp-in-future",
      "oauth_timestamp is 301 s ahead of the clock, the tolerance is 300 s",
      signedRequest({ protocol: { oauth_timestamp: String(NOW + 301) } }),
    ],
    ["nonce-malformed", "oauth_nonce is empty", signedRequest({ protocol: { oauth_nonce: "" } })],
    [
      "nonce-malformed",
      'oauth_nonce contains a control character: "a\\u0000"',
      signedRequest({ protocol: { oauth_nonce: "a\0" } }),
    ],
    [
      "consumer-unknown",
      'oauth_token contains a control character: "\\u007f"',
      signedRequest({ protocol: { oauth_token: "\x7f" } }),
    ],
    [
      "consumer-unknown",
      'oauth_consumer_key contains a control character: "ck\\u001f"',
      signedRequest({ protocol: { oauth_consumer_key: "ck\x1f" } }),
    ],
    [
      "signature-malformed",
      "oauth_signature is not canonical base64 for an HMAC-SHA1 signature",
      signedRequest({ key: () => "x" }),
    ],
    [
      "signature-malformed",
      "oauth_signature has 256 octets, as an RSA signature has, so it is no HMAC-SHA1 signature",
      signedRequest({ key: () => `${"A".repeat(341)}A==`.slice(0, 344) }),
    ],
    [
      "signature-malformed",
      "oauth_signature has 32 octets, so it is no HMAC-SHA1 signature",
      signedRequest({ key: () => `${"A".repeat(43)}=` }),
    ],
    [
      "signature-malformed",
      "oauth_signature is empty",
      signedRequest({ key: "", protocol: { oauth_signature_method: "PLAINTEXT" } }),
      { signatureMethods: ["PLAINTEXT"] },
    ],
    [
      "signature-malformed",
      "oauth_signature has 3 octets, which is not the size of the client's key",
      signedRequest({ key: () => "AAAA", protocol: RSA }),
      stored({ publicKey: rsa.publicKey }),
    ],
    [
      "signature-malformed",
      "oauth_signature has 255 octets, which is not the size of the client's key",
      signedRequest({ key: () => Buffer.alloc(255).toString("base64"), protocol: RSA }),
      stored({ publicKey: rsa.publicKey }),
    ],
    [
      "signature-malformed",
      "oauth_signature has 257 octets, which is not the size of the client's key",
      signedRequest({ key: () => Buffer.alloc(257).toString("base64"), protocol: RSA }),
      stored({ publicKey: rsa.publicKey }),
    ],
    [
      "signature-mismatch",
      "the signature does not match",
      signedRequest({ key: () => Buffer.alloc(256).toString("base64"), protocol: RSA }),
      stored({ publicKey: rsa.publicKey }),
    ],
    ["consumer-unknown", "the client is unknown", signedRequest({ protocol: { oauth_consumer_key: "x" } })],
    [
      "consumer-unknown",
      "the client has no key for this token",
      signedRequest(),
      stored({ consumerSecret: SECRET, token: "t" }),
    ],
    ...[{ oauth_token: "" }, { oauth_token: "t" }, { oauth_token: "", ...RSA }].map(
      (protocol) =>
        [
          "consumer-unknown",
          "the client has no key for this token",
          signedRequest({ protocol }),
          { credentials: () => [{ consumerSecret: SECRET }, { publicKey: rsa.publicKey }] },
        ] as const,
    ),
    [
      "key-kind-mismatch",
      "HMAC-SHA1 cannot be verified with a public key",
      signedRequest(),
      stored({ publicKey: rsa.publicKey }),
    ],
    [
      "key-kind-mismatch",
      "RSA-SHA256 cannot be verified with a secret",
      signedRequest({ key: rsa.privateKey, protocol: RSA }),
      stored({ consumerSecret: SECRET }),
    ],
    [
      "key-kind-mismatch",
      "HMAC-SHA1 cannot be verified with a secret that is PEM text",
      signedRequest(),
      stored({ consumerSecret: "-----BEGIN PUBLIC KEY-----" }),
    ],
    ["key-too-weak", "the client's secret is empty", signedRequest(), stored({ consumerSecret: "" })],
    [
      "key-too-weak",
      "the client's RSA key has 2048 bits, the minimum is 2049",
      signedRequest({ key: rsa.privateKey, protocol: RSA }),
      { ...stored({ publicKey: rsa.publicKey }), minimumRsaBits: 2049 },
    ],
    [
      "credentials-unavailable",
      "a stored public key cannot be read",
      signedRequest({ key: rsa.privateKey, protocol: RSA }),
      stored({ publicKey: "x" }),
    ],
    ["credentials-unavailable", "the look-up returned a value that is not a key", signedRequest(), stored(null)],
    [
      "credentials-unavailable",
      "the look-up returned a value that is not a key",
      signedRequest(),
      { credentials: () => "secret" as never },
    ],
    [
      "credentials-unavailable",
      "a stored key has neither a secret nor a public key",
      signedRequest(),
      stored([{ consumerSecret: SECRET }]),
    ],
    [
      "credentials-unavailable",
      "a stored secret is not text",
      signedRequest(),
      stored({ consumerSecret: Buffer.from(SECRET) }),
    ],
    [
      "credentials-unavailable",
      "a stored key has neither a secret nor a public key",
      signedRequest(),
      stored({ id: "x" }),
    ],
    [
      "credentials-unavailable",
      "a stored key has both a secret and a public key",
      signedRequest(),
      stored({ consumerSecret: SECRET, publicKey: rsa.publicKey }),
    ],
    ["credentials-unavailable", "a stored secret is not text", signedRequest(), stored({ consumerSecret: 7 })],
    ["credentials-unavailable", "a stored secret is not text", signedRequest(), stored({ consumerSecret: "\ud800" })],
    [
      "credentials-unavailable",
      "a stored secret is not text",
      signedRequest(),
      stored({ consumerSecret: SECRET, tokenSecret: null }),
    ],
    [
      "credentials-unavailable",
      "the token or id of a stored key is not text",
      signedRequest(),
      stored({ consumerSecret: SECRET, id: 7 }),
    ],
    [
      "credentials-unavailable",
      "the token or id of a stored key is not text",
      signedRequest(),
      stored({ consumerSecret: SECRET, token: 7 }),
    ],
    [
      "credentials-unavailable",
      "a stored key cannot be used",
      signedRequest(),
      {
        credentials: () =>
          new Proxy([] as StoredKey[], {
            get: (list, name) => {
              if (name === "map") throw new Error("hunter2");
              return Reflect.get(list, name);
            },
          }),
      },
    ],
    [
      "body-malformed",
      "the body contains a lone surrogate, which has no UTF-8 encoding",
      { ...signedRequest(), body: "a=\ud800" },
    ],
    ["body-malformed", "there are 2 Content-Type headers", typed([FORM, FORM], "a=1")],
    ["body-malformed", 'Content-Type cannot be read: "form"', typed("form", "a=1")],
    [
      "body-malformed",
      'the form has a charset that cannot be decoded: "x-nobody"',
      typed(`${FORM}; charset=X-Nobody`, "a=1"),
    ],
    [
      "body-hash-missing",
      "the body is not form-encoded, and oauth_body_hash is missing",
      signedRequest({ body: "{}" }),
    ],
    [
      "body-hash-mismatch",
      "oauth_body_hash is not the hash of the body",
      signedRequest({ body: "{}", protocol: { oauth_body_hash: HASH } }),
    ],
    ["url-malformed", 'the request method is not an HTTP method: "GE T"', { ...signedRequest(), method: "GE T" }],
    ["url-malformed", 'the request method is not an HTTP method: " GET"', { ...signedRequest(), method: " GET" }],
    ["url-malformed", 'the request method is not an HTTP method: "GET "', { ...signedRequest(), method: "GET " }],
    ...["", "/a b", "/é", "/pay#", "/a#b"].map(
      (url) =>
        ["url-malformed", "the URL must be visible ASCII without a fragment", { ...signedRequest(), url }] as const,
    ),
    [
      "url-malformed",
      "the URL is a path, and neither the option origin nor proxy names the origin that clients sign",
      signedRequest(),
      { origin: undefined },
    ],
    [
      "url-malformed",
      "the URL is neither an absolute http or https URL nor a path",
      { ...signedRequest(), url: "pay" },
    ],
    [
      "url-malformed",
      'Host is not the configured origin: "https://other.example" instead of https://api.example',
      { ...signedRequest(), url: "https://other.example/pay" },
    ],
    [
      "signature-mismatch",
      'the signature does not match; Host is not the configured origin: "a.example" instead of https://api.example',
      signedRequest({ key: "wrong&", headers: { host: "a.example" } }),
    ],
    ...["wss", "", "https, http", ["https", "https"]].map(
      (proto) =>
        [
          "url-malformed",
          "the proxy must send one X-Forwarded-Proto that is http or https",
          forwarded({ "x-forwarded-proto": proto }),
          { proxy },
        ] as const,
    ),
    ...["evil.example", "", "api.example, evil", ["api.example", "api.example"]].map(
      (host) =>
        [
          "url-malformed",
          "the proxy must send one X-Forwarded-Host, or Host, that is among the configured hosts",
          forwarded({ "x-forwarded-host": host }),
          { proxy },
        ] as const,
    ),
    ["limit-exceeded", "the URL has more than 3 octets", signedRequest(), { limits: { url: 3 } }],
    [
      "limit-exceeded",
      "the Authorization header has more than 9 octets",
      signedRequest(),
      { limits: { authorization: 9 } },
    ],
    ["limit-exceeded", "the body has more than 2 octets", signedRequest({ form: "a=1" }), { limits: { body: 2 } }],
    ["limit-exceeded", "the request has more than 4 parameters", signedRequest(), { limits: { parameters: 4 } }],
    [
      "limit-exceeded",
      "a parameter name in the header has more than 9 octets",
      signedRequest(),
      { limits: { name: 9 } },
    ],
    [
      "limit-exceeded",
      "a parameter value in the query has more than 9 octets",
      signedRequest({ target: "/pay?a=0123456789" }),
      { limits: { value: 9 } },
    ],
    [
      "limit-exceeded",
      "a parameter value in the body has more than 60 octets",
      signedRequest({ form: `${"n".repeat(22)}=${"v".repeat(61)}` }),
      { limits: { name: 22, value: 60 } },
    ],
    ["limit-exceeded", "oauth_consumer_key has more than 1 octets", signedRequest(), { limits: { identifier: 1 } }],
    ["nonce-used", "the nonce was used before", signedRequest(), { nonceStore: { claim: () => "used" } }],
    [
      "nonce-store-full",
      "the nonce store cannot remember this nonce",
      signedRequest(),
      { nonceStore: { claim: async () => "full" as const } },
    ],
    [
      "nonce-store-unavailable",
      "the nonce store could not answer",
      signedRequest(),
      { nonceStore: { claim: () => Promise.reject(new Error("hunter2")) } },
    ],
  ])("is %s: %s", async (code, message, request, options) => {
    const { problems } = await rejectionOf(request, options);
    expect(problems[0]).toEqual({ code, message });
  });
});

const GOOD = { credentials: () => undefined, nonceStore: watchedStore() };

describe("the message for an invalid option", () => {
  const proxied = (given: object): object => ({ proxy: { ...proxy, ...given } });
  const ADDRESSES = "proxy: addresses must be IP addresses such as 10.0.0.7, or subnets such as 10.0.0.0/8";
  const METHODS =
    "signatureMethods must be a list of at least one of " +
    "HMAC-SHA1, HMAC-SHA256, HMAC-SHA512, RSA-SHA1, RSA-SHA256, RSA-SHA512, PLAINTEXT";
  const HOSTS = "proxy: hosts must be hosts with an optional port, such as api.example:8443";
  const ORIGIN =
    "origin must be http or https with a host, an optional port and nothing else, such as https://api.example";
  const OPTIONS =
    "credentials, nonceStore, signatureMethods, clockToleranceSeconds, clockSkewSeconds, timeoutMilliseconds, now, origin, " +
    "proxy, minimumRsaBits, transport, allowHeaderAndBody, requireVersion, requireEncodedHeader, allowUnsignedBody, " +
    "onVerdict, limits";
  const LIMITS = "url, authorization, body, parameters, name, value, nonce, identifier";
  const STORE = "; without one every request can be replayed";

  test.each([undefined, null, "x"])("that is no object: %s", (options) => {
    const actual = options === undefined ? "undefined" : options === null ? "null" : "string";
    expect(() => createVerifier(options as never)).toThrow(
      new VerifierConfigurationError("options-invalid", `options must be an object, got ${actual}`),
    );
  });

  testEach<readonly [message: string, option: object]>([
    [`options has no member "clockTolerance", only ${OPTIONS}`, { clockTolerance: 300 }],
    ["credentials must be a function, got object", { credentials: {} }],
    [`nonceStore must be a store with a claim method, got undefined${STORE}`, { nonceStore: undefined }],
    [`nonceStore must be a store with a claim method, got null${STORE}`, { nonceStore: null }],
    [`nonceStore must be a store with a claim method, got function${STORE}`, { nonceStore: () => "fresh" }],
    [`nonceStore must be a store with a claim method, got object${STORE}`, { nonceStore: { claim: "fresh" } }],
    [METHODS, { signatureMethods: [] }],
    [METHODS, { signatureMethods: ["HMAC-SHA1", "HMAC-MD5"] }],
    ["PLAINTEXT needs an origin that is https", { signatureMethods: ["PLAINTEXT"], origin: "http://api.example" }],
    ["clockToleranceSeconds must be a whole number from 0 to 86400, got string", { clockToleranceSeconds: "300" }],
    ["clockToleranceSeconds must be a whole number from 0 to 86400, got -1", { clockToleranceSeconds: -1 }],
    ["clockToleranceSeconds must be a whole number from 0 to 86400, got 0.5", { clockToleranceSeconds: 0.5 }],
    ["clockSkewSeconds must be a whole number from 0 to 3600, got -1", { clockSkewSeconds: -1 }],
    ["timeoutMilliseconds must be a whole number from 1 to 600000, got 600001", { timeoutMilliseconds: 600_001 }],
    ["minimumRsaBits must be a whole number from 1024 to 16384, got 1023", { minimumRsaBits: 1023 }],
    ["minimumRsaBits must be a whole number from 1024 to 16384, got 16385", { minimumRsaBits: 16_385 }],
    ["now must be a function, got number", { now: 5 }],
    ["onVerdict must be a function, got object", { onVerdict: [] }],
    ["allowHeaderAndBody must be true or false, got number", { allowHeaderAndBody: 1 }],
    ["allowUnsignedBody must be true or false, got null", { allowUnsignedBody: null }],
    [ORIGIN, { origin: "https://api.example/v1" }],
    [ORIGIN, { origin: "https://api.example/?" }],
    [ORIGIN, { origin: "https://api.example#x" }],
    [ORIGIN, { origin: "https://u@api.example" }],
    [ORIGIN, { origin: "https://api.example/ " }],
    [ORIGIN, { origin: 7 }],
    ["limits must be an object, got null", { limits: null }],
    ["limits must be an object, got number", { limits: 7 }],
    [`limits has no member "bodySize", only ${LIMITS}`, { limits: { bodySize: 1 } }],
    [`limits has no member "toString", only ${LIMITS}`, { limits: { toString: 1 } }],
    ["limits.body must be a whole number from 1", { limits: { body: 0 } }],
    ["limits.url must be a whole number from 1", { limits: { url: 1.5 } }],
    ["proxy must be an object, got null", { proxy: null }],
    ['proxy has no member "trusted", only addresses, hosts', proxied({ trusted: [] })],
    ["proxy: addresses must be a list of IP addresses", proxied({ addresses: [] })],
    ["proxy: addresses must be a list of IP addresses", proxied({ addresses: "10.0.0.1" })],
    [ADDRESSES, proxied({ addresses: ["proxy.internal"] })],
    [ADDRESSES, proxied({ addresses: [7] })],
    [ADDRESSES, proxied({ addresses: ["10.0.0.0/8/8"] })],
    [ADDRESSES, proxied({ addresses: ["10.0.0.0/08"] })],
    [ADDRESSES, proxied({ addresses: ["10.0.0.0/"] })],
    [ADDRESSES, proxied({ addresses: ["10.0.0.0/x8"] })],
    [ADDRESSES, proxied({ addresses: ["10.0.0.0/8x"] })],
    [ADDRESSES, proxied({ addresses: ["10.0.0.0/1000"] })],
    ["proxy: a subnet of 10.0.0.0 must have from 1 to 32 bits", proxied({ addresses: ["10.0.0.0/33"] })],
    ["proxy: a subnet of 10.0.0.0 must have from 1 to 32 bits", proxied({ addresses: ["10.0.0.0/0"] })],
    ["proxy: a subnet of fd00:: must have from 1 to 128 bits", proxied({ addresses: ["fd00::/129"] })],
    ["proxy: hosts must be a list of the hosts that clients sign", proxied({ hosts: [] })],
    ["proxy: hosts must be a list of the hosts that clients sign", proxied({ hosts: "api.example" })],
    ["proxy: hosts must be a list of the hosts that clients sign", proxied({ hosts: undefined })],
    [HOSTS, proxied({ hosts: ["https://api.example"] })],
    [HOSTS, proxied({ hosts: ["api.example/"] })],
    [HOSTS, proxied({ hosts: ["u@api.example"] })],
    [HOSTS, proxied({ hosts: ["api.example", 7] })],
    [HOSTS, proxied({ hosts: ["api.example?"] })],
    [HOSTS, proxied({ hosts: ["api.example#"] })],
    [HOSTS, proxied({ hosts: [" api.example"] })],
  ])("is %s", (message, option) => {
    let error: unknown;
    try {
      createVerifier({ ...GOOD, ...option });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(VerifierConfigurationError);
    expect(error).toMatchObject({ name: "VerifierConfigurationError", message });
  });

  test("is accepted at the ends of its range", () => {
    for (const option of [
      { clockToleranceSeconds: 0, clockSkewSeconds: 0, timeoutMilliseconds: 1, minimumRsaBits: 1024 },
      { clockToleranceSeconds: 86_400, clockSkewSeconds: 3600, timeoutMilliseconds: 600_000 },
      { minimumRsaBits: 16_384, limits: { body: 1 } },
      proxied({ addresses: ["10.0.0.0/1", "10.0.0.0/32", "fd00::/128", "fd00::"], hosts: ["api.example:8443"] }),
    ]) {
      expect(() => createVerifier({ ...GOOD, ...option })).not.toThrow();
    }
  });
});

describe("the message for an argument that is no request", () => {
  const PAIRS = "request.headers must contain pairs of text";
  testEach<readonly [message: string, request: unknown]>([
    ["request must be an object", undefined],
    ["request must be an object", null],
    ["request must be an object", "GET /"],
    ["request.method must be text", { ...signedRequest(), method: undefined }],
    ["request.url must be text", { ...signedRequest(), url: new URL("https://api.example/pay") }],
    [
      "request.body must be the octets as received, or text; a parsed body cannot be verified",
      { ...signedRequest(), body: { a: "1" } },
    ],
    [
      "request.secure must be true or false, got undefined; leave it out for https",
      { ...signedRequest(), secure: undefined },
    ],
    ["request.secure must be true or false, got string; leave it out for https", { ...signedRequest(), secure: "no" }],
    ["request.headers must be a record or pairs", { ...signedRequest(), headers: undefined }],
    ["request.headers must be a record or pairs", { ...signedRequest(), headers: null }],
    ["request.headers must be a record or pairs", { ...signedRequest(), headers: "authorization: OAuth" }],
    ["request.headers must be a record or a list of pairs", { ...signedRequest(), headers: new Map() }],
    [PAIRS, { ...signedRequest(), headers: ["authorization", "OAuth"] }],
    [
      PAIRS,
      {
        ...signedRequest(),
        headers: [
          ["authorization", "OAuth"],
          [7, "x"],
        ],
      },
    ],
    ["the values in request.headers must be text", { ...signedRequest(), headers: { authorization: ["OAuth", 7] } }],
  ])("is %s", async (message, request) => {
    const verdict = createVerifier({ ...GOOD, origin: "https://api.example" }).verify(request as ReceivedRequest);
    await expect(verdict).rejects.toThrow(new VerifierConfigurationError("request-invalid", message));
  });

  test("says that the clock has no time", async () => {
    const message = "now() must return a number of seconds";
    const throws = (): never => {
      throw new Error("no clock");
    };
    for (const now of [() => Number.NaN, () => "1" as never, throws]) {
      const verdict = createVerifier({ ...GOOD, origin: "https://api.example", now }).verify(signedRequest());
      await expect(verdict).rejects.toThrow(new VerifierConfigurationError("clock-invalid", message));
    }
  });

  test("says that there is no such option of a request", async () => {
    const verifier = createVerifier({ ...GOOD, origin: "https://api.example" });
    const error = (code: "options-invalid" | "option-unknown" | "switch-invalid", message: string) =>
      new VerifierConfigurationError(code, message);
    const unknown = verifier.verify(signedRequest(), { allowUnsigned: true } as never);
    await expect(unknown).rejects.toThrow(
      error("option-unknown", 'options has no member "allowUnsigned", only allowUnsignedBody'),
    );
    const none = verifier.verify(signedRequest(), null as never);
    await expect(none).rejects.toThrow(error("options-invalid", "options must be an object, got null"));
    const wrong = verifier.verify(signedRequest(), { allowUnsignedBody: "no" } as never);
    await expect(wrong).rejects.toThrow(error("switch-invalid", "allowUnsignedBody must be true or false, got string"));
  });
});

describe("the message for a parameter that cannot be read", () => {
  test.each([
    ["a=1&a=2&a=3", "parameter-repeated", 'the request has 3 parameters named "a"', "A parameter is repeated."],
    ["a=%FF", "parameter-not-text", 'the value of the parameter "a" is not UTF-8', "A parameter is not UTF-8."],
  ])("names its place: %s", async (form, code, problem, message) => {
    const verifier = createVerifier({
      ...GOOD,
      credentials: () => ({ consumerSecret: SECRET }),
      origin: "https://api.example",
      now: () => NOW,
    });
    const accepted = await verifier.authenticate(signedRequest({ form }));
    expect(() => accepted.one("a")).toThrow(
      expect.objectContaining({ code, message, problem, publicResponse: { status: 400, message } }),
    );
  });
});
