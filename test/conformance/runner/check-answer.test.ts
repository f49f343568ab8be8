import { describe, expect, test } from "vitest";
import { checkAnswer } from "../../../src/conformance/runner/answers/check-answer.ts";
import { type OtherAnswer, otherAnswers } from "../../../src/conformance/runner/answers/open-answers.ts";
import {
  type Answer,
  computedStages,
  type DriverFailure,
  type InputOf,
  loadVectors,
  openMembers,
  openPoints,
  type StageValues,
  type Vector,
  type VectorInput,
} from "../../../src/conformance/vectors/index.ts";

const vectors = loadVectors();
const withId = (id: string): Vector => vectors.find((vector) => vector.id === id)!;
const request = withId("request/rfc5849/1");
const refused = vectors.find(({ expected, open }) => "refused" in expected && open === undefined)!;
const lenient = withId("request/url-spellings/9");

const answering = (stages: object): Answer => ({ ok: true, stages });
const silent = (error: "unsupported" | DriverFailure | "refused"): Answer => ({
  ok: false,
  error,
  message: "because",
});

const VERIFY: VectorInput = {
  operation: "verify",
  received: { method: "GET", url: "https://a.example/", headers: [] },
  credentials: { consumerSecret: "s" },
  now: 0,
  seen: false,
};

describe("checkAnswer", () => {
  test("passes an answer whose every stage is right", () => {
    const { verdict, passedStages } = checkAnswer(request, answering(request.expected));
    expect(verdict).toBe("pass");
    expect([...passedStages].sort()).toEqual(Object.keys(request.expected).sort());
  });

  test("passes an answer that must return only its last stage and gives only that", () => {
    const { signature } = request.expected as { signature: string };
    expect(checkAnswer(request, answering({ signature }))).toMatchObject({
      verdict: "pass",
      passedStages: ["signature"],
    });
  });

  test("fails an answer that does not give what it must return", () => {
    expect(checkAnswer(request, answering({}))).toMatchObject({
      verdict: "fail",
      difference: { stage: "signature", actual: "(nothing)" },
    });
  });

  test("names the first stage that differs, in the order of computation, and the character", () => {
    const stages = { ...request.expected, "base-string": "POST&x", signature: "wrong" };
    expect(checkAnswer(request, answering(stages))).toMatchObject({
      verdict: "fail",
      difference: { stage: "base-string", index: 5, actual: "POST&x" },
    });
  });

  test("keeps of a long value what is behind the difference only up to a measure", () => {
    const { signature } = request.expected as { signature: string };
    const { difference } = checkAnswer(request, answering({ signature: signature + "x".repeat(15_000_000) }));
    expect(difference).toMatchObject({ expected: signature, index: signature.length });
    expect(difference?.actual).toMatch(/^[^…]{100028}… \(15000028 characters\)$/);
  });

  test("takes a header in another order and spacing for the same, and one with another value for another", () => {
    const header = (request.expected as { "authorization-header": string })["authorization-header"];
    const [realm, ...rest] = header.replace("OAuth ", "").split(", ");
    const shuffled = `OAuth ${[realm, ...rest.reverse()].join(",\t")}`;
    expect(checkAnswer(request, answering({ ...request.expected, "authorization-header": shuffled })).verdict).toBe(
      "pass",
    );
    const other = header.replace('oauth_nonce="', 'oauth_nonce="x');
    expect(checkAnswer(request, answering({ ...request.expected, "authorization-header": other })).verdict).toBe(
      "fail",
    );
  });

  test.each([
    ["base-string/hosts/13", "base-string-uri", "https://[2001:db8::1]/p"],
    ["base-string/hosts/29", "base-string-uri", "http://api.example.com:0080/p"],
    ["base-string-uri/url-parts/16", "base-string-uri", "https://api.example.com:0/p"],
    ["base-string/signpost/2", "parameter-string", ""],
    [
      "authorization-header/realm-in-header/3",
      "authorization-header",
      'OAuth oauth_nonce="x%25y", oauth_token="a%20b"',
    ],
    ["request/not-utf8-query/1", "parameter-string", /^a=%EF%BF%BD&b=1&/],
    ["request/not-utf8-form/1", "parameter-string", /^a=%EF%BF%BD&b=1&/],
    ["request/identities/5", "parameter-string", /^(?!.*oauth_token)/],
  ] as const)("knows the other decision on the open point of %s", (id, stage, value) => {
    const [other] = otherAnswers(withId(id).input);
    expect((other as OtherAnswer).stages[stage]).toEqual(
      typeof value === "string" ? value : expect.stringMatching(value),
    );
  });

  test("knows no other value where only a refusal is open, and each where the input has no meaning", () => {
    expect(otherAnswers(lenient.input)).toEqual([]);
    expect(otherAnswers(withId("request/url-spellings/13").input)).toBe("any");
  });

  test("knows that a host with an escape may be decoded, and written in ASCII", () => {
    const others = otherAnswers(withId("base-string/hosts/33").input) as readonly OtherAnswer[];
    const uris = others.map(({ stages }) => stages["base-string-uri"]);
    expect(uris).toContain("https://straße.example/p");
    expect(uris).toContain("https://xn--strae-oqa.example/p");
  });

  test("reports octets that were replaced by U+FFFD apart, and fails any other value", () => {
    const open = withId("request/not-utf8-query/6");
    const replaced = (otherAnswers(open.input) as readonly OtherAnswer[])[0]!;
    expect(checkAnswer(open, answering(replaced.stages))).toMatchObject({
      verdict: "open",
      message: expect.stringMatching(
        /^octets that are not UTF-8 were replaced by U\+FFFD; RFC 5849 leaves this open: what/,
      ),
    });
    const asLatin1 = computedStages({
      ...open.input,
      request: { method: "GET", url: "https://api.example.com/q?a=%C3%83&b=1" },
    } as InputOf<"sign">);
    expect(checkAnswer(open, answering(asLatin1)).verdict).toBe("fail");
    expect(openPoints({ operation: "percent-encoding", text: Uint8Array.of(0xff) })).toEqual([]);
  });

  test("takes one U+FFFD for each octet that is in no character for a replacement too", () => {
    const open = withId("request/not-utf8-query/7");
    const texts = (otherAnswers(open.input) as readonly OtherAnswer[]).map(({ stages }) => stages["parameter-string"]);
    expect(texts).toContainEqual(expect.stringMatching(/^a=%EF%BF%BD&b/));
    expect(texts).toContainEqual(expect.stringMatching(/^a=%EF%BF%BD%EF%BF%BD&b/));
  });

  test("allows a client that sends U+FFFD in the query too, whatever it does with the octets of the form", () => {
    const input = {
      ...withId("request/rfc5849/1").input,
      transport: "query",
      request: { method: "POST", url: "https://a.example/?a=%FF", form: [["b", Uint8Array.of(0xff)]] },
    } as InputOf<"sign">;
    const open = { ...request, input, expected: computedStages(input), open: "octets" };
    const sent = (url: string, octets: Uint8Array | string): Answer =>
      answering(computedStages({ ...input, request: { method: "POST", url, form: [["b", octets]] } }));
    expect(checkAnswer(open, sent("https://a.example/?a=%EF%BF%BD", Uint8Array.of(0xff))).verdict).toBe("open");
    expect(checkAnswer(open, sent("https://a.example/?a=%EF%BF%BD", "\ufffd")).verdict).toBe("open");
    expect(checkAnswer(open, sent("https://a.example/?a=%FF", "\ufffd")).verdict).toBe("open");
    expect(checkAnswer(open, sent("https://a.example/?a=%C3%BF", "\ufffd")).verdict).toBe("fail");
  });

  test("lets a client sign and send the resolved path, or sign it and send the path as it was given", () => {
    const input = {
      ...withId("request/rfc5849/1").input,
      transport: "query",
      request: { method: "GET", url: "https://a.example/a/../b?c=d" },
    } as InputOf<"sign">;
    const open = { ...request, input, expected: computedStages(input), open: "the path" };
    const resolved = computedStages({ ...input, request: { method: "GET", url: "https://a.example/b?c=d" } });
    expect(checkAnswer(open, answering(resolved)).verdict).toBe("open");
    const given = String(resolved.url).replace("/b", "/a/../b");
    expect(checkAnswer(open, answering({ ...resolved, url: given })).verdict).toBe("open");
    expect(checkAnswer(open, answering({ ...resolved, url: "https://a.example/c" })).verdict).toBe("fail");
  });

  test.each([
    ["a lone percent sign in the query", { request: { method: "GET", url: "https://a.example/?a=%" } }],
    ["a lone percent sign in the path", { request: { method: "GET", url: "https://a.example/a%zz" } }],
    ["octets in the query that are not UTF-8", { request: { method: "GET", url: "https://a.example/?a=%FF" } }],
    ["a port with leading zeros", { request: { method: "GET", url: "http://a.example:0080/" } }],
    ["a long IPv6 address", { request: { method: "GET", url: "https://[2001:0db8::1]/" } }],
    ["dot segments", { request: { method: "GET", url: "https://a.example/a/../b" } }],
    ["a second oauth_signature", { request: { method: "GET", url: "https://a.example/?oauth_signature=a" } }],
    ["a control character in the realm", { realm: "a\u0001b" }],
  ])("lets a client refuse %s, with the section that is silent", (_what, change) => {
    const input = { ...withId("request/rfc5849/1").input, ...change } as InputOf<"sign">;
    const open = openMembers("MUST", input);
    expect(open).toEqual({ level: "MAY", open: expect.stringMatching(/; section 3\.[0-9.]+ (?:has|encodes|forbids)/) });
    expect(checkAnswer({ ...request, input, ...open }, silent("refused")).verdict).toBe("refused");
  });

  test("requires what a client signs where only the refusal is open", () => {
    for (const number of [6, 7, 8, 9]) {
      const vector = withId(`request/signature-names/${number}`);
      expect(vector.level).toBe("MAY");
      expect(checkAnswer(vector, answering({ signature: "wrong" })).verdict).toBe("fail");
    }
  });

  test("fails another decision on an open point where none is allowed", () => {
    expect(checkAnswer(lenient, silent("refused"), false).verdict).toBe("fail");
  });

  test("requires no refusal of a control character in a realm, of which RFC 5849 does not speak", () => {
    const realm = withId("authorization-header/realm-in-header/18");
    expect(checkAnswer(realm, answering({ "authorization-header": "OAuth" })).verdict).toBe("open");
  });

  test("takes an error for a refusal where a vector expects or allows one", () => {
    expect(checkAnswer(refused, silent("failed")).verdict).toBe("pass");
    expect(checkAnswer(lenient, silent("failed")).verdict).toBe("refused");
    expect(checkAnswer(refused, silent("timed-out")).verdict).toBe("timed-out");
  });

  test("passes a refusal only where one is asked for, and lets it be where one is allowed", () => {
    expect(checkAnswer(refused, silent("refused")).verdict).toBe("pass");
    expect(checkAnswer(refused, answering({ parameters: [] })).verdict).toBe("fail");
    expect(checkAnswer(lenient, silent("refused")).verdict).toBe("refused");
    expect(checkAnswer(request, silent("refused"))).toMatchObject({ verdict: "fail", message: "because" });
  });

  test("counts what the driver answers unsupported as not offered, also where a refusal is expected", () => {
    expect(checkAnswer(request, silent("unsupported"))).toEqual({
      verdict: "not-offered",
      passedStages: [],
      message: "because",
    });
    expect(checkAnswer(refused, silent("unsupported")).verdict).toBe("not-offered");
  });

  test("reports another answer where the RFC is open, and fails a driver that breaks there", () => {
    const open = withId("base-string/paths/8");
    const reason = expect.stringMatching(/^RFC 5849 leaves this open: whether a client resolves the path/);
    const message = expect.stringMatching(/^the path was resolved; RFC 5849 leaves this open: whether/);
    const other = "GET&https%3A%2F%2Fapi.example.com%2Fb&";
    const right = (open.expected as StageValues)["base-string"] as string;
    const resolved = right.replace(/^GET&[^&]*&/, other);
    expect(checkAnswer(open, answering({ "base-string": resolved }))).toMatchObject({ verdict: "open", message });
    expect(checkAnswer(open, answering({ "base-string": other })).verdict).toBe("fail");
    expect(checkAnswer(open, silent("refused"))).toMatchObject({ verdict: "refused", message: reason });
    expect(checkAnswer(open, silent("failed"))).toMatchObject({ verdict: "refused", message: reason });
    expect(checkAnswer(open, silent("crashed")).verdict).toBe("crashed");
    expect(checkAnswer(open, silent("unsupported")).verdict).toBe("not-offered");
  });

  test("reports a decoded host as another answer, and fails the case of an escape that is kept", () => {
    const open = withId("base-string/hosts/33");
    const expected = (open.expected as StageValues)["base-string"] as string;
    const withHost = (host: string): string => expected.replace("stra%25c3%259fe", host);
    expect(checkAnswer(open, answering({ "base-string": withHost("stra%C3%9Fe") })).verdict).toBe("open");
    expect(checkAnswer(open, answering({ "base-string": withHost("stra%25C3%259Fe") })).verdict).toBe("fail");
  });

  test("keeps apart how an implementation broke", () => {
    expect(checkAnswer(request, silent("failed")).verdict).toBe("failed");
    expect(checkAnswer(refused, silent("crashed")).verdict).toBe("crashed");
    expect(checkAnswer(request, { ok: false, error: "timed-out", message: "10 s", stderr: "trace" })).toMatchObject({
      verdict: "timed-out",
      message: "10 s",
      stderr: "trace",
    });
  });

  test("takes a verifier's refusal to read a request for a refusal of the request", () => {
    const verify = { ...request, input: VERIFY, expected: { valid: false } };
    expect(checkAnswer(verify, silent("refused")).verdict).toBe("pass");
    expect(checkAnswer({ ...verify, expected: { valid: true } }, silent("refused")).verdict).toBe("fail");
  });

  test("lets a verifier be stricter or more lenient only where the vector says so", () => {
    const verify = { ...request, input: VERIFY, expected: { valid: false } };
    expect(checkAnswer(verify, answering({ valid: true })).verdict).toBe("fail");
    expect(checkAnswer({ ...verify, open: "it is so" }, answering({ valid: true }))).toMatchObject({
      verdict: "open",
      message: "RFC 5849 leaves this open: it is so",
    });
    const accepted = { ...verify, expected: { valid: true } };
    expect(checkAnswer(accepted, answering({ valid: false })).verdict).toBe("fail");
    expect(checkAnswer({ ...accepted, open: "it is so" }, answering({ valid: false })).verdict).toBe("refused");
  });
});
