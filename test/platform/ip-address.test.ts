import { isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ipAddressOctets } from "../../src/platform/index.ts";
import { seed } from "../seed.ts";

const ADDRESSES = [
  "0.0.0.0",
  "255.255.255.255",
  "::",
  "::1",
  "1::",
  "fe80::1%eth0",
  "::ffff:1.2.3.4",
  "1:2:3:4:5:6:7::",
];
const OTHERS = [
  "",
  "1.2.3",
  "01.2.3.4",
  "256.0.0.1",
  "1.2.3.4\n",
  "[::1]",
  ":::",
  "1:2:3:4:5:6:7:8::",
  "::1%",
  "::1.2.3.04",
];

describe("ipAddressOctets", () => {
  test.each(ADDRESSES)("takes %j", (text) => {
    expect(ipAddressOctets(text) !== undefined).toBe(true);
  });

  test.each(OTHERS)("does not take %j", (text) => {
    expect(ipAddressOctets(text) !== undefined).toBe(false);
  });

  test("decides as node:net does", () => {
    const nearly = fc.string({ unit: fc.constantFrom(..."019afA:.%g", "::", "ffff", "25", "256"), maxLength: 20 });
    fc.assert(
      fc.property(fc.oneof(nearly, fc.ipV4(), fc.ipV6()), (text) => {
        expect(ipAddressOctets(text) !== undefined).toBe(isIP(text) !== 0);
      }),
      { seed, numRuns: 2000 },
    );
  });
});
