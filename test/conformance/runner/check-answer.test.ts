import { describe, expect, test } from "vitest";
import { checkAnswer } from "../../../src/conformance/runner/check-answer.ts";
import { type Answer, loadVectors, type Vector, type VectorInput } from "../../../src/conformance/vectors/index.ts";

const vectors = loadVectors();
const withId = (id: string): Vector => vectors.find((vector) => vector.id === id)!;
const request = withId("request/rfc5849/1");
const refused = vectors.find(({ expected }) => "refused" in expected)!;
const lenient = vectors.find(({ mayRefuse }) => mayRefuse !== undefined)!;

const answering = (stages: object): Answer => ({ ok: true, stages });
const silent = (error: "unsupported" | "refused" | "failed" | "crashed"): Answer => ({ ok: false, error, message: "because" });

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
    const open = { ...request, open: "who knows" };
    const message = "RFC 5849 leaves this open: who knows";
    expect(checkAnswer(open, answering({ signature: "other" }))).toMatchObject({ verdict: "open", message });
    expect(checkAnswer(open, silent("refused"))).toMatchObject({ verdict: "open", message });
    expect(checkAnswer(open, silent("failed"))).toMatchObject({ verdict: "open", message });
    expect(checkAnswer(open, silent("crashed")).verdict).toBe("crashed");
    expect(checkAnswer(open, silent("unsupported")).verdict).toBe("not-offered");
  });

  test("keeps apart how an implementation broke", () => {
    expect(checkAnswer(refused, silent("failed")).verdict).toBe("failed");
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
