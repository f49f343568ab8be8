import { describe, expect, test } from "vitest";
import { type Explain, type IncomingRequest, resultOf } from "../../../src/conformance/capture/index.ts";
import { ruleOf } from "../../../src/conformance/capture/result.ts";
import { type Diagnosis, explainRequest, explanationOf } from "../../../src/diagnosis/index.ts";
import { percentEncode, SIGNATURE_METHODS, type Transport } from "../../../src/oauth1/index.ts";
import { RECEIVE_FAILURES } from "../../../src/request-log/incoming-request.ts";
import { REJECTION_CODES } from "../../../src/verifier/index.ts";
import { AT, arrived, EXPECTED, FORM, HMAC, RSA, URL, verified, verifierOf } from "./clients.ts";

const first = async (request: IncomingRequest, verifier = verifierOf()) => (await verified(verifier, request)).captured;

/** A header of the request, changed. */
function withHeader(request: IncomingRequest, name: string, change: (value: string) => string): IncomingRequest {
  const headers = request.headers.map(([one, value]) => [one, one === name ? change(value) : value] as const);
  return { ...request, headers };
}

function telling(request: IncomingRequest, value: string): IncomingRequest {
  return { ...request, headers: [...request.headers, ["X-Countersign-Base-String", value]] };
}

describe("a valid request", () => {
  const methods = SIGNATURE_METHODS.filter((method) => method !== "PLAINTEXT");
  test.each(methods)("is accepted under %s, by every transport", async (signatureMethod) => {
    const credentials = { ...(signatureMethod.startsWith("RSA-") ? RSA : HMAC), signatureMethod };
    for (const transport of ["header", "body", "query", "header-and-body"] as const satisfies Transport[]) {
      const captured = await first(arrived({ form: FORM, transport, credentials }));
      expect(captured).toMatchObject({ problems: [], kind: `${signatureMethod}, ${transport}` });
    }
  });

  test("may be a GET with a query, or JSON with the hash of its body", async () => {
    expect((await first(arrived({ method: "GET" }))).problems).toEqual([]);
    const json = arrived({ body: '{"amount":"10.42"}', bodyHash: true });
    expect((await first(json)).problems).toEqual([]);
    const altered = { ...json, body: Buffer.from('{"amount":"99.42"}') };
    expect((await first(altered)).problems).toMatchObject([
      { code: "body-hash-mismatch", rule: { id: "body-hash-3.2-2" } },
    ]);
  });

  test.each(["own", ""])("names the options for the client's own key: %j", async (consumerKey) => {
    expect((await first(arrived({ credentials: { ...HMAC, consumerKey } }))).hints).toEqual([
      `oauth_consumer_key is "${consumerKey}", expected "shop"; give the client's own key with --consumer-key, and its secret with --consumer-secret-file or --private-key-file`,
    ]);
  });

  test("gets no advice on an unknown mistake if it is of another client", async () => {
    const verifier = verifierOf({
      explain: (sent, { consumerSecret }) =>
        explainRequest(sent, [{ consumerSecret }], { budget: { combinations: 500 } }),
    });
    const own = { consumerKey: "own", consumerSecret: "of another client" };
    expect((await first(arrived({ credentials: own }), verifier)).explanation).toBeUndefined();
    const encodesNoKey = { credentials: { ...HMAC, consumerKey: "own" }, key: `${HMAC.consumerSecret}&` };
    expect((await first(arrived(encodesNoKey), verifier)).explanation?.data.kind).toBe("explained");
  });

  test("names the expected token, and no other", async () => {
    const token = { token: "t", tokenSecret: "a secret of t" };
    const verifier = verifierOf({ expected: { ...EXPECTED, ...token } });
    expect((await first(arrived({ credentials: { ...HMAC, ...token } }), verifier)).problems).toEqual([]);
    expect((await first(arrived({ credentials: { ...RSA, token: "t" } }), verifier)).problems).toEqual([]);
    expect((await first(arrived({ credentials: { ...RSA, token: "u" } }), verifier)).hints).toEqual([
      'oauth_token is "u", expected "t"; give the client\'s own token with --token, and its secret with --token-secret-file',
    ]);
  });
});

describe("a request without a token, if one is expected", () => {
  const expected = { ...EXPECTED, token: "t", tokenSecret: "a secret of t" };

  test("has an empty token secret, such as the first request of RFC 5849 2.1", async () => {
    const verifier = verifierOf({ expected });
    const captured = await first(arrived({ credentials: HMAC }), verifier);
    expect([captured.problems, captured.kind]).toEqual([[], "HMAC-SHA1, header, no token"]);
    expect(verifier.hasToken()).toBe(false);
    await first(arrived({ credentials: { ...HMAC, token: "t", tokenSecret: "a secret of t" } }), verifier);
    expect(verifier.hasToken()).toBe(true);
  });

  test("is invalid if it is signed with the token secret", async () => {
    const key = `${percentEncode(EXPECTED.consumerSecret)}&${percentEncode(expected.tokenSecret)}`;
    const captured = await first(arrived({ credentials: HMAC, key }), verifierOf({ expected }));
    expect(captured.problems.map(({ code }) => code)).toEqual(["signature-mismatch"]);
    expect(captured.hints).toContain("the request has no oauth_token, so its token secret is empty");
  });
});

describe("a request with a token that an answer handed out", () => {
  test("is verified with the secret of that token", async () => {
    const verifier = verifierOf({ expected: { ...EXPECTED, otherTokens: new Map([["u", "a secret of u"]]) } });
    const credentials = { ...HMAC, token: "u", tokenSecret: "a secret of u" };
    expect((await first(arrived({ credentials }), verifier)).problems).toEqual([]);
    const wrong = await first(arrived({ credentials: { ...credentials, tokenSecret: "other" } }), verifier);
    expect(wrong.problems.map(({ code }) => code)).toEqual(["signature-mismatch"]);
  });
});

describe("a request with a valid signature", () => {
  const explain: Explain = (sent, { consumerSecret }) => explainRequest(sent, [{ consumerSecret }]);
  const signatureInHeader = /oauth_signature="([^"]*)"/;
  /** Leaves the signature in the header as it is; a base64 signature always ends with an equals sign. */
  const raw = withHeader(arrived(), "authorization", (value) =>
    value.replace(signatureInHeader, (text, encoded) => text.replace(encoded, decodeURIComponent(encoded))),
  );

  test("is invalid if its header is not percent-encoded, because servers reject it", async () => {
    const captured = await first(raw, verifierOf({ explain }));
    expect(captured.problems).toEqual([
      {
        code: "header-values-not-encoded",
        message: "oauth_signature is not percent-encoded in the Authorization header",
        rule: expect.objectContaining({ id: "rfc5849-3.5.1-1" }),
      },
    ]);
    expect(resultOf(captured)).toMatchObject({
      verdict: "fail",
      rules: ["rfc5849-3.5.1-1"],
      causes: [{ id: "header-values-not-encoded", fix: expect.stringContaining("Percent-encode") }],
    });
  });

  test("stays valid if its JSON body is not signed, which is noticed", async () => {
    const { problems, explanation } = await first(arrived({ body: '{"amount":"10.42"}' }), verifierOf({ explain }));
    expect(problems).toEqual([]);
    expect(explanation?.explanation.notices.map(({ id }) => id)).toEqual(["body-not-signed"]);
  });

  test("has no explanation if there is nothing else to report", async () => {
    for (const request of [arrived(), arrived({ body: "{}", bodyHash: true }), arrived({ method: "GET" })]) {
      expect((await first(request, verifierOf({ explain }))).explanation).toBeUndefined();
    }
  });

  test("has no explanation of a base string that the client did not sign", async () => {
    const ofAnother = telling(arrived(), "POST&http%3A%2F%2Fa%2F&b%3Dc");
    const verifier = verifierOf({
      explain: (sent, _, baseString) =>
        explainRequest(sent, [{ consumerSecret: EXPECTED.consumerSecret }], { signedBaseString: baseString }),
    });
    expect((await first(ofAnother, verifier)).problems).toEqual([]);
  });
});

describe("PLAINTEXT without timestamp and nonce", () => {
  test("is rejected with a hint on the RFC, which makes both optional", async () => {
    const plain = arrived({
      target: URL.replace("http", "https"),
      credentials: { ...HMAC, signatureMethod: "PLAINTEXT" },
    });
    const without = (name: string) =>
      withHeader(plain, "authorization", (value) => value.replace(new RegExp(`${name}="[^"]*",? ?`), ""));
    for (const name of ["oauth_timestamp", "oauth_nonce"]) {
      expect(await first(without(name))).toMatchObject({
        problems: [{ code: "parameter-missing" }],
        hints: [expect.stringMatching(/^RFC 5849 makes timestamp and nonce optional/)],
      });
    }
    expect((await first(without("oauth_signature_method"))).hints).toEqual([]);
  });
});

describe("PLAINTEXT over http", () => {
  test("is rejected with the option that gives the client an https URL", async () => {
    const { problems, hints } = await first(arrived({ credentials: { ...HMAC, signatureMethod: "PLAINTEXT" } }));
    expect(problems.map(({ code }) => code)).toEqual(["insecure-transport"]);
    expect(hints).toEqual(["--tls gives the client an https URL"]);
  });
});

describe("a request that is wrong", () => {
  test.each<[string, IncomingRequest, string, string]>([
    [
      "another secret",
      arrived({ form: FORM, credentials: { ...HMAC, consumerSecret: "other" } }),
      "signature-mismatch",
      "rfc5849-3.2-1",
    ],
    [
      "a body changed after signing",
      { ...arrived(), body: Buffer.from("amount=99.42") },
      "signature-mismatch",
      "rfc5849-3.2-1",
    ],
    [
      "https signed and http spoken",
      { ...arrived({ target: URL.replace("http", "https") }), url: URL },
      "signature-mismatch",
      "rfc5849-3.2-1",
    ],
    ["a clock that is late", { ...arrived(), at: AT + 301 }, "timestamp-too-old", "rfc5849-3.3-3"],
    ["a clock that is fast", { ...arrived(), at: AT - 301 }, "timestamp-in-future", "rfc5849-3.3-3"],
    ["no Authorization", { ...arrived(), headers: [] }, "protocol-parameters-missing", "rfc5849-3.1-3"],
    ["somebody else", arrived({ credentials: { ...HMAC, consumerKey: "other" } }), "consumer-unknown", "rfc5849-3.2-3"],
    [
      "the secret shown over http",
      arrived({ credentials: { ...HMAC, signatureMethod: "PLAINTEXT" } }),
      "insecure-transport",
      "rfc5849-3.4.4-2",
    ],
  ])("is reported with the rule that it violates: %s", async (_name, request, code, rule) => {
    expect((await first(request)).problems).toMatchObject([{ code, rule: { id: rule } }]);
  });

  test("shows how far a timestamp in milliseconds is from the clock", async () => {
    for (let milliseconds = 0; milliseconds < 20; milliseconds += 1) {
      const timestamp = AT * 1000 + milliseconds;
      const request = withHeader(arrived(), "authorization", (header) => header.replace(String(AT), String(timestamp)));
      expect((await first(request)).problems[0]?.message).toContain(`${timestamp - AT} s ahead`);
    }
  });

  test("is reported once it is sent a second time", async () => {
    const verifier = verifierOf();
    const request = arrived();
    expect((await first(request, verifier)).problems).toEqual([]);
    expect((await first(request, verifier)).problems).toMatchObject([
      { code: "nonce-used", rule: { id: "rfc5849-3.3-2" } },
    ]);
  });

  test("shows how its signature is computed, of what arrived and with where it stood", async () => {
    const { computation } = await first({ ...arrived(), body: Buffer.from("note=%C3%BC+x") });
    expect(computation?.parameters.filter(({ name }) => !name.startsWith("oauth_"))).toEqual([
      { name: "channel", value: "a b", origin: "query" },
      { name: "note", value: "ü x", origin: "body" },
    ]);
    expect(computation?.parameterString).toMatch(/^channel=a%20b&note=%C3%BC%20x&oauth_consumer_key=shop&/);
    expect(computation?.baseStringUri).toBe("http://127.0.0.1:8080/pay");
    expect(computation?.baseString).toMatch(/^POST&http%3A%2F%2F127\.0\.0\.1%3A8080%2Fpay&channel%3Da%2520b%26note/);
    expect(computation?.expectedSignature).toBeUndefined();
  });

  test("says what the correct signature is only where that is asked for, and never for PLAINTEXT", async () => {
    const right = arrived();
    const [, encoded = ""] = /oauth_signature="([^"]+)"/.exec(
      right.headers.find(([name]) => name === "authorization")![1],
    )!;
    const signature = decodeURIComponent(encoded);
    const changed = encodeURIComponent(`${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`);
    const wrong = withHeader(right, "authorization", (value) => value.replace(encoded, changed));
    const verifier = verifierOf({ showSignature: true });
    expect((await first(wrong, verifier)).computation).toMatchObject({ expectedSignature: signature });
    const target = "https://127.0.0.1:8080/pay";
    const plain = arrived({
      target,
      credentials: { ...HMAC, consumerSecret: "quite another", signatureMethod: "PLAINTEXT" },
    });
    const captured = await first(plain, verifier);
    expect(captured.computation?.sentSignature).toBeUndefined();
    const text = JSON.stringify(captured);
    expect(text).toContain("signature-mismatch");
    for (const secret of ["quite", "secret & key", "secret%20%26%20key"]) expect(text).not.toContain(secret);
  });

  test("is compared with the base string that the client tells, plain, percent-encoded or in base64", async () => {
    const request = { ...arrived({ form: [["note", "a+b"]] }), body: Buffer.from("note=a+b") };
    const clientBaseString = (await first(request)).computation!.baseString.replace("note%3Da%2520b", "note%3Da+b");
    const spellings = [
      clientBaseString,
      `percent:${encodeURIComponent(clientBaseString)}`,
      `base64:${Buffer.from(clientBaseString).toString("base64")}`,
    ];
    for (const spelling of spellings) {
      const { computation } = await first(telling(request, spelling));
      expect(computation?.difference).toEqual({
        stage: "base-string",
        expected: computation?.baseString,
        actual: clientBaseString,
        index: clientBaseString.indexOf("+b"),
      });
    }
  });

  test("has no difference and no hint where the client's base string is correct", async () => {
    const request = arrived({ form: FORM, credentials: { ...HMAC, consumerSecret: "other" } });
    const { baseString } = (await first(request)).computation!;
    const { computation, hints } = await first(telling(request, baseString));
    expect(computation?.difference).toBeUndefined();
    expect(hints).toEqual([]);
  });

  test("says that the Host header differs from the verified host", async () => {
    const request = arrived({ form: FORM, credentials: { ...HMAC, consumerSecret: "other" } });
    const elsewhere = withHeader(request, "Host", () => "gateway.example");
    expect((await first(elsewhere)).hints[0]).toBe(
      'the Host header is "gateway.example"; the signature was verified for 127.0.0.1:8080',
    );
  });

  test("is reported without its computation where its body is large", async () => {
    const captured = await first({ ...arrived(), body: Buffer.from(`note=${"x".repeat(300_000)}`) });
    expect(captured).toMatchObject({ problems: [{ code: "signature-mismatch" }] });
    expect(captured.computation).toBeUndefined();
    expect(captured.hints).toEqual(["the body is too large to show how the signature is computed"]);
  });

  test("is explained if the mistake is known, in lines free of secrets", async () => {
    const data: Diagnosis = {
      kind: "not-diagnosed",
      reason: "unsigned",
      message: EXPECTED.consumerSecret,
      notices: [],
    };
    const lines = [`the key was ${EXPECTED.consumerSecret}`];
    const explain = async () => ({ lines, parameters: [], causes: [], explanation: explanationOf(data), data });
    const request = arrived({ form: FORM, credentials: { ...HMAC, consumerSecret: "other" } });
    const { explanation, hints } = await first(request, verifierOf({ explain }));
    expect(explanation?.lines).toEqual(["the key was (secret)"]);
    expect(JSON.stringify(explanation)).not.toContain(EXPECTED.consumerSecret);
    expect(hints).toEqual([]);
  });
});

describe("secrets", () => {
  test("are in no output, wherever a client puts them", async () => {
    const leaky = arrived({
      target: `${URL}&k=a%20very/secret%20%26%20key`,
      form: [["secret", EXPECTED.consumerSecret]],
    });
    const wrong = { ...leaky, body: Buffer.concat([leaky.body, Buffer.from("&x=1")]) };
    const verifier = verifierOf({ showSignature: true });
    const text = JSON.stringify(await first(telling(wrong, EXPECTED.consumerSecret), verifier));
    expect(text).toContain("(secret)");
    expect(text).not.toMatch(/very.{0,6}secret.{0,12}key/);
  });
});

describe("the rules", () => {
  test("are named for every refusal and every disturbance", () => {
    for (const code of REJECTION_CODES) expect(ruleOf(code), code).toMatchObject({ statement: expect.any(String) });
    for (const kind of RECEIVE_FAILURES) expect(ruleOf(kind)).toMatchObject({ id: "http" });
  });

  test("are broken by requests that never became whole, too", () => {
    const captured = verifierOf().incomplete({ kind: "cut-off", message: "gone" }, 7);
    expect(captured).toMatchObject({ number: 7, method: "", problems: [{ code: "cut-off", rule: { id: "http" } }] });
    // No driver is involved, whose verdicts would name a process.
    expect(resultOf(captured)).toMatchObject({ verdict: "fail", finding: "cut-off" });
  });
});
