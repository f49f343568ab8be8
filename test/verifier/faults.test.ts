/** The named faults of verifiers: each has a test that names it, or a reason why it cannot occur. */

import { readFileSync } from "node:fs";
import { dirname } from "node:path/posix";
import { describe, expect, test } from "vitest";
import { createVerifier, type VerifierOptions } from "../../src/verifier/index.ts";
import { filesBelow } from "../files-below.ts";
import { pem } from "../oauth1/example-keys.ts";
import { encode } from "../oauth1/independent.ts";
import { FORM, NOW, SECRET, signedRequest, writeHeader } from "../signed-request.ts";
import {
  authorizationOf,
  codeOf,
  coveredIn,
  rejectionOf,
  rsa,
  verdictOn,
  verifierWith,
  watchedStore,
  withHeaders,
} from "./requests.ts";

/** All named faults of verifiers. */
const FAULTS = [
  "early-exit-comparison",
  "no-nonce-check",
  "nonce-check-then-set",
  "nonce-recorded-before-signature",
  "nonce-store-unbounded",
  "nonce-not-scoped-to-client",
  "nonce-raw-text-stored",
  "nonce-key-ambiguous",
  "one-nonce-per-timestamp",
  "nonce-forgotten-inside-window",
  "nonce-expiry-unit-mixed",
  "nonce-result-inverted",
  "nonce-recorded-as-null",
  "full-store-refuses-everyone",
  "future-timestamps-accepted",
  "timestamp-check-off-by-default",
  "timestamp-parsed-leniently",
  "timestamps-must-increase",
  "plaintext-accepted-over-http",
  "client-chooses-method",
  "missing-method-defaulted",
  "forwarded-headers-trusted",
  "proxy-scheme-not-considered",
  "both-schemes-tried",
  "two-path-forms-tried",
  "host-header-unchecked",
  "host-default-port-kept",
  "mounted-path-wrong",
  "method-override-signed",
  "query-ignored-on-post",
  "query-exempted-by-request",
  "only-one-duplicate-covered",
  "form-body-of-other-methods-uncovered",
  "same-name-across-sources-merged",
  "array-joined-collision",
  "values-concatenated-collision",
  "pairs-not-encoded-collision",
  "identical-duplicates-merged",
  "bracket-parser-reencoded",
  "non-form-body-collected",
  "content-type-matched-by-substring",
  "protocol-params-from-two-places",
  "duplicate-protocol-params-accepted",
  "shadowed-oauth-param-unsigned",
  "realm-found-by-substring",
  "realm-param-unsigned-everywhere",
  "oauth-values-decoded-twice",
  "header-plus-as-space",
  "form-plus-not-space",
  "header-split-naively",
  "header-spacing-or-case-rejected",
  "malformed-header-crashes",
  "non-canonical-base64-accepted",
  "expected-signature-disclosed",
  "secrets-in-log",
  "client-enumeration",
  "unknown-client-has-empty-secret",
  "empty-secret-accepted",
  "token-not-bound-to-client",
  "verification-result-ignored",
  "errors-swallowed",
  "fail-open-option",
  "path-prefix-drops-token",
  "no-input-limits",
  "parameter-names-as-object-keys",
  "rsa-verified-by-signing-again",
  "key-fetched-from-request",
  "body-hash-not-compared",
  "body-hash-not-required",
  "verifier-secrets-not-encoded",
  "server-decodes-octets-one-by-one",
  "defaults-added-to-base-string",
  "version-not-checked",
] as const;

/** Faults that no request can show, and what prevents them. */
const BY_CONSTRUCTION: Readonly<Record<string, string>> = {
  "nonce-store-unbounded":
    "part of a store: a claim says when it expires, and the tests of the stores check that they forget it",
  "one-nonce-per-timestamp":
    "part of a store: a claim has nonce and timestamp, and nonceStoreTests checks that both count",
  "full-store-refuses-everyone": "part of a store: its tests check that a client at its quota does not affect others",
};

const sources = filesBelow("src/verifier", ".ts").map((name) => ({
  name,
  text: readFileSync(name, "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ""),
}));

const core = sources.filter(({ name }) => dirname(name) === "src/verifier");

describe("nonces", () => {
  test("no-nonce-check: the same request is accepted once", async () => {
    const verifier = verifierWith();
    const request = signedRequest();
    expect((await verifier.verify(request)).accepted).toBe(true);
    expect(await verifier.verify(request)).toMatchObject({ accepted: false, code: "nonce-used" });
  });

  test("nonce-check-then-set: one of fifty simultaneous requests is accepted, with one claim each", async () => {
    const nonceStore = watchedStore();
    const slow = async (): Promise<{ consumerSecret: string }> => ({ consumerSecret: SECRET });
    const verifier = verifierWith({ nonceStore, credentials: slow });
    const request = signedRequest();
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => verifier.verify(request)));
    expect(verdicts.filter(({ accepted }) => accepted)).toHaveLength(1);
    expect(nonceStore.claims).toHaveLength(50);
  });

  test("nonce-recorded-before-signature: a wrong signature uses up no nonce", async () => {
    const nonceStore = watchedStore();
    const verifier = verifierWith({ nonceStore });
    const request = signedRequest();
    const forged = { ...request, url: "/pay?x=1" };
    expect(await verifier.verify(forged)).toMatchObject({ code: "signature-mismatch" });
    expect(nonceStore.claims).toEqual([]);
    expect((await verifier.verify(request)).accepted).toBe(true);
  });

  test("nonce-not-scoped-to-client: two clients may use one nonce", async () => {
    const verifier = verifierWith({ credentials: () => ({ consumerSecret: SECRET }) });
    for (const oauth_consumer_key of ["a", "b"]) {
      const request = signedRequest({ protocol: { oauth_consumer_key, oauth_nonce: "same" } });
      expect((await verifier.verify(request)).accepted).toBe(true);
    }
  });

  test("nonce-raw-text-stored: another spelling of a used nonce is used too", async () => {
    const verifier = verifierWith();
    const request = signedRequest({ protocol: { oauth_nonce: "abc" } });
    expect((await verifier.verify(request)).accepted).toBe(true);
    const again = withHeaders(request, { authorization: authorizationOf(request).replace('"abc"', '"%61bc"') });
    expect(await verifier.verify(again)).toMatchObject({ code: "nonce-used" });
  });

  test("nonce-key-ambiguous: a store gets client, token, timestamp and nonce apart, not joined", async () => {
    const nonceStore = watchedStore();
    const verifier = verifierWith({ nonceStore, credentials: () => ({ consumerSecret: SECRET, tokenSecret: "" }) });
    await verifier.verify(
      signedRequest({ protocol: { oauth_consumer_key: "a-1", oauth_token: "2", oauth_nonce: "n-3" } }),
    );
    await verifier.verify(
      signedRequest({ protocol: { oauth_consumer_key: "a", oauth_token: "1-2", oauth_nonce: "n-3" } }),
    );
    await verifier.verify(signedRequest({ protocol: { oauth_consumer_key: "a", oauth_nonce: "1-2-n-3" } }));
    const shape = nonceStore.claims.map(({ consumerKey, token, timestamp, nonce }) => [
      consumerKey,
      token,
      timestamp,
      nonce,
    ]);
    expect(shape).toEqual([
      ["a-1", "2", NOW, "n-3"],
      ["a", "1-2", NOW, "n-3"],
      ["a", undefined, NOW, "1-2-n-3"],
    ]);
  });

  test("nonce-forgotten-inside-window, nonce-expiry-unit-mixed: kept while the timestamp is acceptable", async () => {
    const nonceStore = watchedStore();
    const request = signedRequest({ protocol: { oauth_timestamp: String(NOW + 290) } });
    await verifierWith({ nonceStore, clockSkewSeconds: 0 }).verify(request);
    const { expiresAt, now } = nonceStore.claims[0]!;
    expect(now).toBe(NOW);
    expect(await codeOf(request, { now: () => expiresAt })).toBe("timestamp-too-old");
    expect(await codeOf(request, { now: () => expiresAt - 0.001 })).toBe("accepted");
  });

  test.each([
    ["used", "nonce-used"],
    ["full", "nonce-store-full"],
    [undefined, "nonce-store-unavailable"],
    [true, "nonce-store-unavailable"],
    ["Fresh", "nonce-store-unavailable"],
  ])("nonce-result-inverted: the answer %s of a store is a rejection", async (answer, code) => {
    expect(await codeOf(signedRequest(), { nonceStore: { claim: () => answer as "used" } })).toBe(code);
  });

  test("nonce-recorded-as-null: what is claimed is the nonce of the request", async () => {
    const nonceStore = watchedStore();
    await verifierWith({ nonceStore }).verify(signedRequest({ protocol: { oauth_nonce: "k9 é" } }));
    expect(nonceStore.claims.map(({ nonce }) => nonce)).toEqual(["k9 é"]);
  });
});

describe("time", () => {
  const at = (timestamp: string | number) => signedRequest({ protocol: { oauth_timestamp: String(timestamp) } });

  test("future-timestamps-accepted: a year ahead is rejected", async () => {
    expect(await codeOf(at(NOW + 31_536_000))).toBe("timestamp-in-future");
    expect(await codeOf(at(NOW + 301))).toBe("timestamp-in-future");
    expect(await codeOf(at(NOW + 300))).toBe("accepted");
  });

  test("timestamp-check-off-by-default: the window is finite by default", async () => {
    expect(await codeOf(at(NOW - 301))).toBe("timestamp-too-old");
    expect(await codeOf(at(NOW - 300))).toBe("accepted");
  });

  test.each([
    "1700000000abc",
    "+1700000000",
    "1700000000.0",
    "1.7e9",
    " 1700000000",
    "01700000000",
    "0x6553f100",
    "",
    "-1",
    "١٧٠٠٠٠٠٠٠٠",
  ])("timestamp-parsed-leniently: %j is no timestamp", async (text) => {
    expect(await codeOf(at(text))).toBe("timestamp-malformed");
  });

  test("timestamp-parsed-leniently: milliseconds are a timestamp in the far future", async () => {
    expect(await codeOf(at(`${NOW}999`))).toBe("timestamp-in-future");
  });

  test("timestamps-must-increase: requests that overtake each other are both accepted", async () => {
    const verifier = verifierWith();
    expect((await verifier.verify(at(NOW + 5))).accepted).toBe(true);
    expect((await verifier.verify(at(NOW - 5))).accepted).toBe(true);
  });
});

describe("methods and transport", () => {
  const plaintext = { protocol: { oauth_signature_method: "PLAINTEXT" }, key: `${encode(SECRET)}&` };

  test("plaintext-accepted-over-http: not over http, and over https only if asked for", async () => {
    const signatureMethods = ["PLAINTEXT"] as const;
    const origin = undefined;
    const over = (scheme: string) => ({ ...signedRequest(plaintext), url: `${scheme}://api.example/pay` });
    expect(await codeOf(over("http"), { signatureMethods, origin })).toBe("insecure-transport");
    expect(await codeOf(over("https"), { signatureMethods, origin })).toBe("accepted");
    expect(await codeOf({ ...over("https"), secure: false }, { signatureMethods, origin })).toBe("insecure-transport");
    expect(await codeOf(over("https"), { origin })).toBe("signature-method-not-allowed");
  });

  test("client-chooses-method: the public key of an RSA client is no HMAC secret", async () => {
    const text = pem(rsa.publicKey, "spki");
    const forged = signedRequest({ key: `${encode(text)}&` });
    expect(await codeOf(forged, { credentials: () => ({ publicKey: text }) })).toBe("key-kind-mismatch");
    expect(await codeOf(forged, { credentials: () => ({ consumerSecret: text }) })).toBe("key-kind-mismatch");
    const signed = signedRequest({ protocol: { oauth_signature_method: "RSA-SHA256" }, key: rsa.privateKey });
    expect(await codeOf(signed, { credentials: () => ({ publicKey: text }) })).toBe("accepted");
    expect(await codeOf(signed)).toBe("key-kind-mismatch");
  });

  test("missing-method-defaulted: no method is a missing parameter", async () => {
    expect(await codeOf(signedRequest({ protocol: { oauth_signature_method: null } }))).toBe("parameter-missing");
  });

  test("rsa-verified-by-signing-again: the public half is enough, and the verifier never signs", async () => {
    const request = signedRequest({ protocol: { oauth_signature_method: "RSA-SHA256" }, key: rsa.privateKey });
    expect(await codeOf(request, { credentials: () => ({ publicKey: rsa.publicKey }) })).toBe("accepted");
    for (const { text } of core) expect(text).not.toMatch(/privateKey|createPrivateKey|readPrivateKey/);
  });

  test("key-fetched-from-request: a key in the request is ignored", async () => {
    const request = signedRequest({
      protocol: { oauth_signature_method: "RSA-SHA256", xoauth_signature_publickey: "https://evil.example/key" },
      key: rsa.privateKey,
    });
    expect(await codeOf(request, { credentials: () => undefined })).toBe("consumer-unknown");
    for (const { text } of core) expect(text).not.toMatch(/\bfetch\(|node:https?|node:fs/);
  });
});

describe("scheme, host and path", () => {
  const viaProxy = { "x-forwarded-proto": "https", "x-forwarded-host": "api.example" };
  const proxy = { addresses: ["10.0.0.0/8"], hosts: ["api.example"] };

  test("forwarded-headers-trusted: only a configured proxy is trusted", async () => {
    const request = withHeaders(signedRequest(), viaProxy);
    const http = { origin: "http://api.example" };
    expect(await codeOf(request, http)).toBe("signature-mismatch");
    expect(await codeOf({ ...request, remoteAddress: "203.0.113.9" }, { ...http, proxy })).toBe("signature-mismatch");
    expect(await codeOf({ ...request, remoteAddress: "10.1.2.3" }, { ...http, proxy })).toBe("accepted");
  });

  test("proxy-scheme-not-considered: a configured origin is what the client signed", async () => {
    expect(await codeOf({ ...signedRequest(), secure: false })).toBe("accepted");
  });

  test("both-schemes-tried: a request signed for http is not accepted for https, and vice versa", async () => {
    expect(await codeOf(signedRequest({ origin: "http://api.example" }))).toBe("signature-mismatch");
    expect(await codeOf(signedRequest(), { origin: "http://api.example" })).toBe("signature-mismatch");
  });

  test("two-path-forms-tried: /a/ is not /a", async () => {
    expect(await codeOf({ ...signedRequest({ target: "/a" }), url: "/a/" })).toBe("signature-mismatch");
    expect(await codeOf({ ...signedRequest({ target: "/a/" }), url: "/a" })).toBe("signature-mismatch");
  });

  test("host-header-unchecked: the Host that a caller sends changes nothing", async () => {
    const staging = signedRequest({ origin: "https://staging.example", headers: { host: "staging.example" } });
    expect(await codeOf(staging)).toBe("signature-mismatch");
    expect(await codeOf({ ...staging, url: "https://staging.example/pay" })).toBe("url-malformed");
    const other = {
      ...withHeaders(staging, { ...viaProxy, "x-forwarded-host": "staging.example" }),
      remoteAddress: "10.0.0.1",
    };
    expect(await codeOf(other, { proxy })).toBe("url-malformed");
  });

  test("host-default-port-kept: a default port is no other origin", async () => {
    expect(await codeOf(signedRequest(), { origin: "https://API.example:443" })).toBe("accepted");
    expect(await codeOf({ ...signedRequest(), url: "https://api.example:443/pay" })).toBe("accepted");
    const forwarded = {
      ...withHeaders(signedRequest(), { ...viaProxy, "x-forwarded-host": "api.example:443" }),
      remoteAddress: "10.0.0.1",
    };
    expect(await codeOf(forwarded, { proxy, origin: undefined })).toBe("accepted");
  });

  test("mounted-path-wrong: the path is taken as the request line has it", async () => {
    expect(await codeOf(signedRequest({ target: "/app/v1/../pay%2fnow//x?a=1" }))).toBe("accepted");
    expect(await codeOf({ ...signedRequest({ target: "/app/pay" }), url: "/pay" })).toBe("signature-mismatch");
  });

  test("method-override-signed: an override is a header or a parameter like any other", async () => {
    const request = signedRequest({ form: "_method=PUT", headers: { "x-http-method-override": "PUT" } });
    expect(await codeOf(request)).toBe("accepted");
    expect(await codeOf({ ...signedRequest({ method: "PUT" }), method: "POST" })).toBe("signature-mismatch");
  });
});

describe("what is covered", () => {
  test("query-ignored-on-post: the query of a POST is covered", async () => {
    expect(await codeOf({ ...signedRequest({ form: "a=1" }), url: "/pay?admin=1" })).toBe("signature-mismatch");
  });

  test("query-exempted-by-request: no parameter exempts another", async () => {
    const request = signedRequest({ form: "product=special&lti_message_type=basic" });
    expect(await codeOf({ ...request, url: "/pay?admin=1" })).toBe("signature-mismatch");
  });

  test.each<[string, Parameters<typeof signedRequest>[0], { url?: string; body?: string }]>([
    ["only-one-duplicate-covered", { form: "a=1" }, { body: "a=1&a=evil" }],
    ["only-one-duplicate-covered", { form: "a=1" }, { body: "a=evil&a=1" }],
    ["same-name-across-sources-merged", { target: "/pay?a=1", form: "b=2" }, { body: "b=2&a=evil" }],
    ["array-joined-collision", { form: "a=1%2C2" }, { body: "a=1&a=2" }],
    ["values-concatenated-collision", { target: "/pay?a=12" }, { url: "/pay?a=1&a=2" }],
    ["pairs-not-encoded-collision", { form: "a=1%26b%3D2" }, { body: "a=1&b=2" }],
    ["identical-duplicates-merged", { form: "a=1" }, { body: "a=1&a=1" }],
  ])("%s: %j is not %j", async (_id, signed, sent) => {
    const request = signedRequest(signed);
    expect(await codeOf(request)).toBe("accepted");
    expect(await codeOf({ ...request, ...sent })).toBe("signature-mismatch");
  });

  test("identical-duplicates-merged: true duplicates are accepted and all handed on", async () => {
    const verdict = await verdictOn(signedRequest({ target: "/pay?a=1&a=1", form: "a=1&a=1" }));
    expect(coveredIn(verdict)).toEqual(["query a=1", "query a=1", "body a=1", "body a=1"]);
  });

  test.each(["PATCH", "DELETE", "PUT", "GET", "M-SEARCH"])(
    "form-body-of-other-methods-uncovered: the form body of %s is covered",
    async (method) => {
      const request = signedRequest({ method, form: "a=1" });
      expect(await codeOf(request)).toBe("accepted");
      expect(await codeOf({ ...request, body: "a=evil" })).toBe("signature-mismatch");
    },
  );

  test("bracket-parser-reencoded: brackets are characters", async () => {
    const verdict = await verdictOn(signedRequest({ form: "a[b]=1&a%5Bc%5D=2&a[]=3" }));
    expect(coveredIn(verdict)).toEqual(["body a[b]=1", "body a[c]=2", "body a[]=3"]);
  });

  test.each(["application/json", "multipart/form-data; boundary=x", undefined])(
    "non-form-body-collected: a body of type %s is left out",
    async (contentType) => {
      const request = signedRequest({ body: "a=1&oauth_token=x", ...(contentType && { contentType }) });
      const verdict = await verdictOn(request, { allowUnsignedBody: true });
      expect(coveredIn(verdict)).toEqual([]);
    },
  );

  test("content-type-matched-by-substring: only the media type itself counts", async () => {
    const request = signedRequest({ form: "a=1" });
    for (const type of [`text/plain; x=${FORM}`, `text/plain; x="${FORM}"`, `${FORM}+json`, `x-${FORM}`]) {
      expect(await codeOf(withHeaders(request, { "content-type": type }), { allowUnsignedBody: true })).toBe(
        "signature-mismatch",
      );
    }
    for (const type of [`${FORM}; charset=UTF-8`, "Application/X-WWW-Form-URLEncoded", ` ${FORM} ;x=y;`]) {
      expect(await codeOf(signedRequest({ form: "a=1", contentType: type }))).toBe("accepted");
    }
  });

  test("shadowed-oauth-param-unsigned: parameters of the header cannot be repeated elsewhere", async () => {
    const request = signedRequest({ protocol: { oauth_callback: "https://good.example" } });
    const sent = { ...request, url: "/pay?oauth_callback=https%3A%2F%2Fevil.example" };
    expect(await codeOf(sent)).toBe("protocol-parameters-in-two-places");
  });

  test("realm-found-by-substring: a nonce that contains realm is a nonce", async () => {
    expect(await codeOf(signedRequest({ protocol: { oauth_nonce: "realm42", oauth_realm: "realm=" } }))).toBe(
      "accepted",
    );
  });

  test("realm-param-unsigned-everywhere: a query parameter called realm is covered", async () => {
    const write = (pairs: Parameters<typeof writeHeader>[0]) =>
      writeHeader(pairs).replace("OAuth ", 'OAuth realm="x", ');
    const request = signedRequest({ target: "/pay?realm=good", write });
    expect(coveredIn(await verdictOn(request))).toEqual(["query realm=good"]);
    expect(await codeOf({ ...request, url: "/pay?realm=evil" })).toBe("signature-mismatch");
    expect(await codeOf({ ...request, url: "/pay" })).toBe("signature-mismatch");
  });

  test("server-decodes-octets-one-by-one: text beyond ASCII is UTF-8", async () => {
    expect(coveredIn(await verdictOn(signedRequest({ target: "/pay?name=Jos%C3%A9" })))).toEqual(["query name=José"]);
  });

  test("defaults-added-to-base-string: what the client left out stays out", async () => {
    expect(await codeOf(signedRequest({ protocol: { oauth_version: null } }))).toBe("accepted");
    expect(await codeOf(signedRequest({ protocol: { oauth_version: "1.0" } }))).toBe("accepted");
  });

  test("version-not-checked: only 1.0", async () => {
    for (const oauth_version of ["2.0", "1.0a", "1", "", "1.00"]) {
      expect(await codeOf(signedRequest({ protocol: { oauth_version } }))).toBe("version-unsupported");
    }
  });

  test("parameter-names-as-object-keys: names of prototypes are names", async () => {
    const names = ["__proto__", "constructor", "hasOwnProperty", "toString"];
    const query = names.map((name) => `${name}=x`).join("&");
    const verdict = await verdictOn(signedRequest({ target: `/pay?${query}`, protocol: { oauth___proto__: "y" } }));
    expect(coveredIn(verdict)).toEqual(names.map((name) => `query ${name}=x`));
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe("reading", () => {
  test("protocol-params-from-two-places: rejected, wherever the second one is", async () => {
    const request = signedRequest({ form: "a=1" });
    const code = "protocol-parameters-in-two-places";
    expect(await codeOf({ ...request, url: "/pay?oauth_nonce=x" })).toBe(code);
    expect(await codeOf({ ...request, body: "a=1&oauth_nonce=x" })).toBe(code);
    expect(await codeOf(signedRequest({ form: "a=1", transport: "header-and-body" }))).toBe(code);
  });

  test("duplicate-protocol-params-accepted: rejected in header, query and body", async () => {
    const request = signedRequest();
    const authorization = `${authorizationOf(request)}, oauth_nonce="x"`;
    expect(await codeOf(withHeaders(request, { authorization }))).toBe("parameter-duplicated");
    const inQuery = signedRequest({ transport: "query" });
    expect(await codeOf({ ...inQuery, url: `${inQuery.url}&oauth_nonce=x` })).toBe("parameter-duplicated");
    const inBody = signedRequest({ transport: "body" });
    expect(await codeOf({ ...inBody, body: `${inBody.body}&oauth%5Fnonce=x` })).toBe("parameter-duplicated");
  });

  test.each(["query", "body"] as const)("oauth-values-decoded-twice: once, in the %s", async (transport) => {
    const verdict = await verdictOn(
      signedRequest({ transport, protocol: { oauth_callback: "https://a.example/%25?b=%2B+" } }),
    );
    const callback = verdict.accepted && verdict.parameters.find(({ name }) => name === "oauth_callback");
    expect(callback).toMatchObject({ value: "https://a.example/%25?b=%2B+", origin: transport });
  });

  test("header-plus-as-space: a plus in the header is a plus", async () => {
    const write = (pairs: Parameters<typeof writeHeader>[0]) => writeHeader(pairs).replaceAll("%2B", "+");
    expect(await codeOf(signedRequest({ write, protocol: { oauth_nonce: "a+b", oauth_token: "+" } }))).toBe("accepted");
  });

  test("form-plus-not-space: a plus in query and body is a space", async () => {
    const verdict = await verdictOn(signedRequest({ target: "/pay?q=a+b", form: "r=c+d%2B" }));
    expect(coveredIn(verdict)).toEqual(["query q=a b", "body r=c d+"]);
  });

  test("header-split-naively: separators inside quotes belong to the value", async () => {
    const write = (pairs: Parameters<typeof writeHeader>[0]) =>
      `OAuth ${pairs.map(([name, value]) => `${name}="${value}"`).join(",")}`;
    expect(await codeOf(signedRequest({ write, protocol: { oauth_nonce: "a,b=c&d, oauth_x=" } }))).toBe("accepted");
  });

  test("header-spacing-or-case-rejected: legal spacing and any case of names and scheme", async () => {
    const request = signedRequest();
    const authorization = authorizationOf(request).replace("OAuth ", "oAuTh  ").replaceAll(", ", " ,\t");
    expect(await codeOf({ ...request, headers: { AUTHORIZATION: authorization } })).toBe("accepted");
  });

  test.each([
    "OAuth x",
    "OAuth ,",
    'OAuth a="1" b="2"',
    'OAuth a="',
    'OAuth oauth_nonce="\ud800"',
    'OAuth oauth_x="é"',
  ])("malformed-header-crashes: %j is rejected", async (authorization) => {
    expect(await rejectionOf(withHeaders(signedRequest(), { authorization }))).toMatchObject({
      code: "authorization-malformed",
      status: 400,
    });
  });

  test("non-canonical-base64-accepted: one text for one signature", async () => {
    const request = signedRequest();
    const [, text] = /oauth_signature="([^"]*)"/.exec(authorizationOf(request))!;
    const signature = decodeURIComponent(text!);
    const last = signature.at(-2)!;
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const twin = alphabet[alphabet.indexOf(last) + 1]!;
    const spellings = [
      `${signature} `,
      ` ${signature}`,
      signature.slice(0, -1),
      `${signature}=`,
      `${signature}\n`,
      "",
      `${signature.slice(0, -2)}${twin}=`,
    ];
    for (const spelling of spellings) {
      const authorization = authorizationOf(request).replace(text!, encode(spelling));
      expect(await codeOf(withHeaders(request, { authorization }))).toBe("signature-malformed");
    }
  });

  test("no-input-limits: too large requests are rejected before they are decoded", async () => {
    const many = { ...signedRequest({ form: "a=1" }), body: "a=1&".repeat(200_000) };
    const long = signedRequest({ protocol: { oauth_nonce: "n".repeat(1_000_000) } });
    for (const request of [many, long]) {
      expect(await rejectionOf(request)).toMatchObject({ code: "limit-exceeded", status: 413 });
    }
  });
});

describe("what is reported", () => {
  const wrong = () => signedRequest({ key: "wrong&" });

  test("expected-signature-disclosed, secrets-in-log: no rejection contains a signature or a secret", async () => {
    const signatureMethods = ["HMAC-SHA1", "PLAINTEXT"] as const;
    const request = signedRequest();
    const right = decodeURIComponent(/oauth_signature="([^"]*)"/.exec(authorizationOf(request))![1]!);
    const changed = `${right.startsWith("A") ? "B" : "A"}${right.slice(1)}`;
    const tampered = withHeaders(request, {
      authorization: authorizationOf(request).replace(encode(right), encode(changed)),
    });
    const plain = signedRequest({ protocol: { oauth_signature_method: "PLAINTEXT" }, key: "guess hunter3&" });
    const http = signedRequest({ protocol: { oauth_signature_method: "PLAINTEXT" }, key: `${encode(SECRET)}&` });
    for (const rejection of [
      await rejectionOf(tampered, { signatureMethods }),
      await rejectionOf(plain, { signatureMethods }),
      await rejectionOf({ ...http, secure: false }, { signatureMethods }),
    ]) {
      const text = JSON.stringify(rejection);
      for (const secret of [right.slice(1), right.slice(0, 12), SECRET, encode(SECRET), "hunter2", "hunter3"])
        expect(text).not.toContain(secret);
    }
  });

  test("client-enumeration: an unknown client and a wrong signature get the same response", async () => {
    const unknown = await rejectionOf(signedRequest({ protocol: { oauth_consumer_key: "nobody" } }));
    const mismatch = await rejectionOf(wrong());
    expect([unknown.code, mismatch.code]).toEqual(["consumer-unknown", "signature-mismatch"]);
    expect(unknown.publicResponse).toEqual(mismatch.publicResponse);
    expect(unknown.status).toBe(mismatch.status);
  });
});

describe("keys", () => {
  test.each(["undefined&", "&", "null&", "undefined&undefined", ""])(
    "unknown-client-has-empty-secret: a signature under %j proves nothing",
    async (key) => {
      const request = signedRequest({ key, protocol: { oauth_consumer_key: "nobody" } });
      for (const found of [undefined, null, []])
        expect(await codeOf(request, { credentials: () => found })).toBe("consumer-unknown");
    },
  );

  test("empty-secret-accepted: a client with an empty secret is rejected", async () => {
    expect(await codeOf(signedRequest({ key: "&" }), { credentials: () => ({ consumerSecret: "" }) })).toBe(
      "key-too-weak",
    );
  });

  test("token-not-bound-to-client: a key with a token verifies requests with that token only", async () => {
    const credentials = () => ({ consumerSecret: SECRET, tokenSecret: "ts", token: "tokenOfA" });
    const key = `${encode(SECRET)}&ts`;
    const withToken = (oauth_token: string | null) => signedRequest({ key, protocol: { oauth_token } });
    expect(await codeOf(withToken("tokenOfA"), { credentials })).toBe("accepted");
    expect(await codeOf(withToken("tokenOfB"), { credentials })).toBe("consumer-unknown");
    expect(await codeOf(withToken(null), { credentials })).toBe("consumer-unknown");
  });

  test("token-not-bound-to-client: a secret without a token verifies no request with one", async () => {
    const claimed = signedRequest({ protocol: { oauth_token: "root" } });
    expect(await codeOf(claimed, { credentials: () => ({ consumerSecret: SECRET }) })).toBe("consumer-unknown");
    const withEmptySecret = () => ({ consumerSecret: SECRET, tokenSecret: "" });
    expect(await codeOf(claimed, { credentials: withEmptySecret })).toBe("accepted");
  });

  test("token-not-bound-to-client: the look-up gets client and token together", async () => {
    const asked: unknown[] = [];
    await verdictOn(signedRequest({ protocol: { oauth_token: "t" } }), {
      credentials: (claim) => void asked.push(claim),
    });
    expect(asked).toEqual([{ consumerKey: "ck", token: "t", signatureMethod: "HMAC-SHA1" }]);
  });

  test("verifier-secrets-not-encoded: secrets are encoded in the key", async () => {
    const stored = { consumerSecret: "a/b&c é", tokenSecret: "+d" };
    expect(await codeOf(signedRequest({ key: "a%2Fb%26c%20%C3%A9&%2Bd" }), { credentials: () => stored })).toBe(
      "accepted",
    );
  });
});

describe("the verdict", () => {
  test("verification-result-ignored: a rejection contains nothing that a caller could continue with", async () => {
    const rejection = await rejectionOf(signedRequest({ key: "wrong&" }));
    expect(Object.keys(rejection).sort()).toEqual([
      "accepted",
      "claimed",
      "code",
      "message",
      "problems",
      "publicResponse",
      "status",
    ]);
  });

  test("errors-swallowed: any failure is a rejection", async () => {
    const fail = (): never => {
      throw new Error("connection string with hunter2");
    };
    const reject = () => Promise.reject(new Error("hunter2"));
    for (const credentials of [fail, reject, () => 7 as never, () => ({}) as never]) {
      const rejection = await rejectionOf(signedRequest(), { credentials });
      expect(rejection).toMatchObject({ accepted: false, code: "credentials-unavailable", status: 503 });
      expect(JSON.stringify(rejection)).not.toContain("hunter2");
    }
    for (const claim of [fail, reject]) {
      expect(await codeOf(signedRequest(), { nonceStore: { claim } })).toBe("nonce-store-unavailable");
    }
  });

  test("fail-open-option: no option lets a failing request pass", () => {
    const options = { credentials: () => undefined, nonceStore: watchedStore(), optional: true, ignorePaths: ["/x"] };
    expect(() => createVerifier(options as VerifierOptions)).toThrow(/options has no member "optional"/);
  });

  test("path-prefix-drops-token: the path decides nothing", async () => {
    const asked: unknown[] = [];
    for (const target of ["/oauth/request_token", "/oauth/request_token_anything", "/pay"]) {
      const request = signedRequest({ target, protocol: { oauth_token: "t" } });
      await verdictOn(request, { credentials: ({ token }) => void asked.push(token) });
    }
    expect(asked).toEqual(["t", "t", "t"]);
  });

  test.each([
    ["body-hash-not-compared", { contentType: "application/json" }],
    ["body-hash-not-compared", {}],
  ])("%s: a changed body is noticed (%j)", async (_id, type) => {
    const oauth_body_hash = "Lve95gjOVATpfV8EL5X4nxwjKHE=";
    const request = signedRequest({ ...type, body: "Hello World!", protocol: { oauth_body_hash } });
    expect(await codeOf(request)).toBe("accepted");
    expect(await codeOf({ ...request, body: "Hello world!" })).toBe("body-hash-mismatch");
    expect(await codeOf({ ...request, body: undefined })).toBe("body-hash-mismatch");
  });

  test("body-hash-not-required: it is required, unless the policy allows unsigned bodies", async () => {
    const request = signedRequest({ body: "{}", contentType: "application/json" });
    expect(await codeOf(request, { allowUnsignedBody: true })).toBe("accepted");
    expect(await codeOf(request)).toBe("body-hash-missing");
    expect(await codeOf(signedRequest({ form: "a=1" }))).toBe("accepted");
    expect(await codeOf(signedRequest({ method: "GET" }))).toBe("accepted");
  });
});

describe("comparison", () => {
  test("early-exit-comparison: signatures are compared only by timingSafeEqual or OpenSSL", () => {
    const comparing = core.filter(({ text }) =>
      /\bsignature\s*[!=]==(?!\s*undefined)|[!=]==\s*(?:signature|expected)\b/.test(text),
    );
    expect(comparing.map(({ name }) => name)).toEqual([]);
    // HMAC and PLAINTEXT; RSA is compared by OpenSSL.
    expect(readFileSync("src/oauth1/signature.ts", "utf8").match(/\bequalOctets\(/g)).toHaveLength(2);
    expect(readFileSync("src/platform/node.ts", "utf8").match(/\btimingSafeEqual\(/g)).toHaveLength(1);
  });
});

describe("the list of faults", () => {
  const own = readFileSync("test/verifier/faults.test.ts", "utf8");
  const named = [
    ...own.matchAll(/\btest\(\s*"([^"]+)"/g),
    ...own.matchAll(/^ {2,4}"([^"]+)",\s*async /gm),
    ...own.matchAll(/\)\("([^"]+)",? /g),
    ...own.matchAll(/^ {4}\["([a-z0-9-]+)", \{/gm),
  ];
  const titles = named.map((match) => match[1]).join(" ");
  const answered = (id: string): boolean => new RegExp(`(?:^|[\\s,])${id}(?=[\\s,:]|$)`).test(titles);

  test("all 73 have a test that names them, or a reason", () => {
    expect(new Set(FAULTS).size).toBe(73);
    expect(FAULTS.filter((id) => !answered(id) && BY_CONSTRUCTION[id] === undefined)).toEqual([]);
  });

  test("a fault without a test or a reason is noticed, and so is one with both", () => {
    expect(answered("no-such-fault")).toBe(false);
    expect(Object.keys(BY_CONSTRUCTION).filter((id) => answered(id) || !FAULTS.some((fault) => fault === id))).toEqual(
      [],
    );
  });
});
