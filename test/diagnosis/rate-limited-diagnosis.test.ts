import { describe, expect, test } from "vitest";
import { createRateLimitedDiagnosis } from "../../src/diagnosis/index.ts";
import { stopTime } from "../still-time.ts";
import { asked, payment, sentWith } from "./requests.ts";

stopTime();

const wrong = asked(sentWith(["asterisk-bare"]));
const budget = { milliseconds: 60_000 };

describe("a rate-limited diagnosis", () => {
  test("runs at most perMinute times a minute, and again in the next minute", () => {
    let time = 0;
    const { diagnose } = createRateLimitedDiagnosis({ perMinute: 2, now: () => time });
    const right = asked(sentWith([]));
    expect([diagnose(right), diagnose(right), diagnose(right)].map((one) => one?.diagnosis.kind)).toEqual([
      "right",
      "right",
      undefined,
    ]);
    time = 60_000;
    expect(diagnose(right)?.diagnosis.kind).toBe("right");
  });

  test("names the fault without values of the request, unless showValues is set", () => {
    const text = JSON.stringify(createRateLimitedDiagnosis({ budget }).diagnose(wrong));
    expect(text).toContain("asterisk-bare");
    expect(text).not.toMatch(/order_desc|shirts/);
    expect(JSON.stringify(createRateLimitedDiagnosis({ budget, showValues: true }).diagnose(wrong))).toMatch(/shirts/);
  });

  test("does not throw for an invalid key", () => {
    const request = sentWith([], { ...payment, protocolParameters: [["oauth_signature_method", "RSA-SHA1"]] });
    expect(createRateLimitedDiagnosis().diagnose({ request, key: { publicKey: "none" } })).toBeUndefined();
  });

  test("refuses a perMinute that is not a positive integer", () => {
    expect(() => createRateLimitedDiagnosis({ perMinute: 0.5 })).toThrow(
      "perMinute must be a positive integer, got 0.5",
    );
  });
});
