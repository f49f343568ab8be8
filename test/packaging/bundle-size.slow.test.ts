import { expect, test } from "vitest";
import { BUNDLE_BUDGETS, bundleSize } from "../../scripts/figures/bundle-size.ts";

test.each(Object.entries(BUNDLE_BUDGETS))(
  "a program that imports %s only is at most %d kB, minified",
  async (name, kilobytes) => {
    const size = await bundleSize(name);
    process.stdout.write(`import { ${name} }: ${(size / 1000).toFixed(1)} kB of ${kilobytes} kB\n`);
    expect(size).toBeLessThanOrEqual(kilobytes * 1000);
  },
);

test("a bundle leaves out what its program does not use", async () => {
  const whole = await bundleSize("verify");
  for (const name of ["sign", "verifySignature"]) {
    expect(await bundleSize(name)).toBeLessThan(0.6 * whole);
  }
});
