/** @module-tag commands */

import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";

function generate(...args: string[]): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, ["--import", "tsx", "scripts/generate.ts", ...args], {
    encoding: "utf8",
  });
  return { status, stderr };
}

describe("npm run generate", () => {
  test("checks the named files and writes nothing", () => {
    expect(generate("rules", "schemas", "--check")).toEqual({ status: 0, stderr: "" });
  });

  test("names what it can write if a name is unknown or missing", () => {
    expect(generate("rule")).toEqual({
      status: 2,
      stderr: expect.stringMatching(/^expected some of .*\brules\b.*, got rule\n$/),
    });
    expect(generate().stderr).toMatch(/got no name\n$/);
  });

  test("does not claim to check what cannot be compared", () => {
    expect(generate("archive", "--check").stderr).toMatch(/^expected some of (?!.*archive.* with).* got archive\n$/);
  });
});
