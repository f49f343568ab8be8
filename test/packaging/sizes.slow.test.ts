/** @module-tag packaging */

import { describe, expect, test } from "vitest";
import { bundleSize, describeSizes, type Measured, SIZE_LIMITS, tooLarge } from "../../scripts/sizes.ts";

const LIMITS: Readonly<Record<Measured, number>> = SIZE_LIMITS;

describe("a size", () => {
  test("at its limit is allowed, and one byte more is named", () => {
    expect(tooLarge(LIMITS)).toEqual([]);
    expect(tooLarge({ ...LIMITS, "the inspector": 700_001 })).toEqual([
      expect.stringMatching(/^the inspector: 700001 bytes, at most 700000 are allowed by scripts\/sizes\.ts: /),
    ]);
    expect(describeSizes({ ...LIMITS, "the inspector": 512_345 })).toContain("the inspector: 512.3 of 700.0 kB\n");
  });

  test("of a bundle leaves out what its program does not use", async () => {
    const whole = await bundleSize("createVerifier");
    for (const name of ["sign", "verifySignature"]) {
      expect(await bundleSize(name)).toBeLessThan(0.6 * whole);
    }
  });
});
