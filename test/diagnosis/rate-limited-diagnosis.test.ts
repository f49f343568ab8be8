import { describe, expect, test } from "vitest";
import { createRateLimitedDiagnosis } from "../../src/diagnosis/index.ts";
import { asked, payment, sentWith } from "./requests.ts";

const wrong = asked(sentWith(["asterisk-bare"]));
const right = asked(sentWith([]));

describe("a rate-limited diagnosis", () => {
  test("runs at most perMinute times a minute, and again in the next minute", async () => {
    let time = 0;
    const { diagnose } = createRateLimitedDiagnosis({ perMinute: 2, now: () => time });
    const kinds = [];
    for (let count = 0; count < 3; count++) kinds.push((await diagnose(right))?.diagnosis.kind);
    expect(kinds).toEqual(["right", "right", undefined]);
    time = 60_000;
    expect((await diagnose(right))?.diagnosis.kind).toBe("right");
  });

  test("names the fault without values of the request, unless showValues is set", { tags: ["deep"] }, async () => {
    const budget = { combinations: 300 };
    const text = JSON.stringify(await createRateLimitedDiagnosis({ budget }).diagnose(wrong));
    expect(text).toContain("asterisk-bare");
    expect(text).not.toMatch(/order_desc|shirts/);
    const shown = await createRateLimitedDiagnosis({ budget, showValues: true }).diagnose(wrong);
    expect(JSON.stringify(shown)).toMatch(/shirts/);
  });

  test("lets the server work after each slice of the search, and runs one search at a time", {
    tags: ["deep"],
  }, async () => {
    const { diagnose } = createRateLimitedDiagnosis({ perMinute: 9, budget: { combinations: 5000 } });
    const unknown = asked(sentWith([], { ...payment, consumerSecret: "another" }));
    let turns = 0;
    const other = setInterval(() => turns++, 0);
    const running = diagnose(unknown);
    expect(await diagnose(right)).toBeUndefined();
    const found = await running;
    clearInterval(other);
    expect(found?.diagnosis.kind).toBe("unknown");
    expect(turns).toBeGreaterThan(3);
    expect((await diagnose(right))?.diagnosis.kind).toBe("right");
  });

  test("does not reject for an invalid key", async () => {
    const request = sentWith([], { ...payment, protocolParameters: [["oauth_signature_method", "RSA-SHA1"]] });
    expect(await createRateLimitedDiagnosis().diagnose({ request, key: { publicKey: "none" } })).toBeUndefined();
  });

  test("refuses a perMinute that is not a positive integer", () => {
    expect(() => createRateLimitedDiagnosis({ perMinute: 0.5 })).toThrow(
      "perMinute must be a positive integer, got 0.5",
    );
  });
});
