import { describe, expect, test } from "vitest";
import { TIMESTAMP_CHANGES } from "../../src/diagnosis/causes/timestamp-changes.ts";

const SENT = 1_700_000_077;
const UNITS = { seconds: 1, hours: 3600 } as const;

describe("each change of a timestamp", () => {
  test("is by the time that its sentence names, and no other change has the same result", () => {
    const changes = TIMESTAMP_CHANGES.map(([how, change]) => [how, Number(change(String(SENT))) - SENT] as const);
    for (const [how, difference] of changes.slice(1)) {
      const [, number, unit, direction] = /([\d.]+) (seconds|hours) (later|earlier)/.exec(how)!;
      const seconds = Number(number) * UNITS[unit as keyof typeof UNITS];
      expect([how, difference]).toEqual([how, direction === "later" ? seconds : -seconds]);
    }
    expect(changes[0]).toEqual(["rounded down to the minute", -(SENT % 60)]);
    expect(new Set(changes.map(([, difference]) => difference)).size).toBe(changes.length);
  });

  test("leaves other values alone", () => {
    for (const value of ["", "12345678", "123456789012", "1700000000.5", "x1700000000"]) {
      for (const [, change] of TIMESTAMP_CHANGES) expect(change(value)).toBe(value);
    }
  });
});
