import { describe, expect, test } from "vitest";
import { createDiagnostician } from "../../src/diagnosis/index.ts";
import { stopTime } from "../still-time.ts";
import { asked, payment, sentWith } from "./requests.ts";

stopTime();

const wrong = asked(sentWith(["asterisk-bare"]));
const budget = { milliseconds: 60_000 };

describe("a diagnostician", () => {
  test("answers so often in a minute, and again in the next", () => {
    let time = 0;
    const { diagnose } = createDiagnostician({ perMinute: 2, now: () => time });
    const right = asked(sentWith([]));
    expect([diagnose(right), diagnose(right), diagnose(right)].map((one) => one?.diagnosis.kind)).toEqual([
      "right",
      "right",
      undefined,
    ]);
    time = 60_000;
    expect(diagnose(right)?.diagnosis.kind).toBe("right");
  });

  test("names the fault and keeps what the request holds to itself, unless asked", () => {
    const told = JSON.stringify(createDiagnostician({ budget }).diagnose(wrong));
    expect(told).toContain("asterisk-bare");
    expect(told).not.toMatch(/order_desc|shirts/);
    expect(JSON.stringify(createDiagnostician({ budget, showValues: true }).diagnose(wrong))).toMatch(/shirts/);
  });

  test("does not throw for a key that is none", () => {
    const request = sentWith([], { ...payment, protocolParameters: [["oauth_signature_method", "RSA-SHA1"]] });
    expect(createDiagnostician().diagnose({ request, key: { publicKey: "none" } })).toBeUndefined();
  });

  test("wants a whole number of answers", () => {
    expect(() => createDiagnostician({ perMinute: 0.5 })).toThrow(
      "perMinute must be a whole number from 1 on, got 0.5",
    );
  });
});
