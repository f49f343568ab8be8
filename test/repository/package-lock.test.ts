import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

describe("package-lock.json", () => {
  test("names no registry, so that npm uses the configured one", () => {
    const lock = readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8");
    expect(lock).not.toContain('"resolved"');
    expect(lock).not.toMatch(/https?:\/\/registry\./);
  });
});
