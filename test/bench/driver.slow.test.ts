/**
 * The measurement of drivers, as a program.
 *
 * @module-tag commands
 */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";

describe("the measurement of drivers", () => {
  test("starts, and prints its figures as JSON", () => {
    const args = ["--import", "tsx", "scripts/bench/driver.ts", "--json", "--cases", "64"];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toEqual({
      cases: 64,
      alone: expect.any(Number),
      through: expect.any(Number),
      ratio: expect.any(Number),
    });
  });
});
