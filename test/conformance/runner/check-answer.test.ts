import { describe, expect, test } from "vitest";
import { checkAnswer } from "../../../src/conformance/runner/check-answer.ts";
import { otherStages } from "../../../src/conformance/runner/open-answers.ts";
import {
  type Answer,
  type DriverFailure,
  loadVectors,
  type StageValues,
  type Vector,
  type VectorInput,
} from "../../../src/conformance/vectors/index.ts";

const vectors = loadVectors();
const withId = (id: string): Vector => vectors.find((vector) => vector.id === id)!;
const request = withId("request/rfc5849/1");
const refused = vectors.find(({ expected }) => "refused" in expected)!;
const lenient = vectors.find(({ mayRefuse }) => mayRefuse !== undefined)!;

const answering = (stages: object): Answer => ({ ok: true, stages });
const silent = (error: "unsupported" | DriverFailure | "refused"): Answer => ({
  ok: false,
  error,
  message: "because",
});

const VERIFY: VectorInput = {
  operation: "verify",
  received: { method: "GET", url: "https://a.example/", headers: [] },
  ...{ credentials: { consumerSecret: "s" }, now: 0, seen: false },
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
    ["base-string/hosts/29", "base-string-uri", "http://api.example.com:0080/p"],
    ["base-string-uri/url-parts/16", "base-string-uri", "https://api.example.com:0/p"],
    ["base-string/signpost/2", "parameter-string", ""],
    [
      "authorization-header/realm-in-header/3",
      "authorization-header",
      'OAuth oauth_nonce="x%25y", oauth_token="a%20b"',
    ],
  ] as const)("knows the other decision on the open point of %s", (id, stage, value) => {
    expect(otherStages(withId(id).input)?.[stage]).toBe(value);
  });

  test("takes an error for a refusal where a vector expects or allows one", () => {
    expect(checkAnswer(refused, silent("failed")).verdict).toBe("pass");
    expect(checkAnswer(lenient, silent("failed")).verdict).toBe("refused");
    expect(checkAnswer(refused, silent("timed-out")).verdict).toBe("timed-out");
  });

  test("passes a refusal only where one is asked for, and lets it be where one is allowed", () => {
    expect(checkAnswer(refused, silent("refused")).verdict).toBe("pass");
    expect(checkAnswer(refused, answering({ "base-string-uri": "http://x/" })).verdict).toBe("fail");
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
    const message = expect.stringMatching(/^RFC 5849 leaves this open: whether a client resolves the path/);
    const other = "GET&https%3A%2F%2Fapi.example.com%2Fb&";
    const right = (open.expected as StageValues)["base-string"] as string;
    const resolved = right.replace(/^GET&[^&]*&/, other);
    expect(checkAnswer(open, answering({ "base-string": resolved }))).toMatchObject({ verdict: "open", message });
    expect(checkAnswer(open, answering({ "base-string": other })).verdict).toBe("fail");
    expect(checkAnswer(open, silent("refused"))).toMatchObject({ verdict: "open", message });
    expect(checkAnswer(open, silent("failed"))).toMatchObject({ verdict: "open", message });
    expect(checkAnswer(open, silent("crashed")).verdict).toBe("crashed");
    expect(checkAnswer(open, silent("unsupported")).verdict).toBe("not-offered");
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
    expect(checkAnswer({ ...verify, mayAccept: "it is so" }, answering({ valid: true }))).toMatchObject({
      verdict: "refused",
      message: "accepted (allowed): it is so",
    });
    const accepted = { ...verify, expected: { valid: true } };
    expect(checkAnswer(accepted, answering({ valid: false })).verdict).toBe("fail");
    expect(checkAnswer({ ...accepted, mayRefuse: "it is so" }, answering({ valid: false })).verdict).toBe("refused");
  });
});
