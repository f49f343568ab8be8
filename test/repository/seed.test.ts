import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { filesBelow } from "../files-below.ts";
import { seed } from "../seed.ts";

const FILES = filesBelow("test", ".ts");

/** What gives properties another seed than the project's: an option of `fc.assert`, or other global settings. */
function otherSeeds(text: string): string[] {
  const options = text
    .split(/\bfc\.assert\(/)
    .slice(1)
    .map((after) => argumentsOf(after).match(/\bseed: .*/)?.[0]);
  const settings = text.match(/\bfc\.(?:resetConfigureGlobal|configureGlobal)\b.*/g) ?? [];
  return [...options, ...settings].filter((found) => found !== undefined);
}

/** The text up to the parenthesis that closes the call. */
function argumentsOf(text: string): string {
  let depth = 1;
  for (const { index, 0: parenthesis } of text.matchAll(/[()]/g)) {
    depth += parenthesis === "(" ? 1 : -1;
    if (depth === 0) return text.slice(0, index);
  }
  return text;
}

describe("the project's seed", () => {
  test("is that of every property that names none", () => {
    expect(fc.check(fc.property(fc.nat(), () => true)).runConfiguration.seed).toBe(seed);
    expect(process.env.COUNTERSIGN_SEED).toBe(String(seed));
  });

  test("is replaced by no test", () => {
    const found = FILES.filter((file) => file !== "test/setup.ts" && file !== "test/repository/seed.test.ts").flatMap(
      (file) => otherSeeds(readFileSync(file, "utf8")).map((what) => `${file}: ${what}`),
    );
    expect(found).toEqual([]);
  });

  test("would be missed: another one as an option, and global settings", () => {
    expect(otherSeeds("fc.assert(fc.property(f(1), g), { numRuns: 5, seed: 1 });")).toEqual(["seed: 1 }"]);
    expect(otherSeeds("fc.assert(\n  fc.property(f(1), g),\n  {\n    seed: 5849,\n  },\n);")).toEqual(["seed: 5849,"]);
    expect(otherSeeds("fc.configureGlobal({ numRuns: 5 });")).toEqual(["fc.configureGlobal({ numRuns: 5 });"]);
    expect(otherSeeds("fc.assert(fc.property(f(1), g), { seed, numRuns: 5 });\nconst a = { seed: 1 };")).toEqual([]);
  });
});
