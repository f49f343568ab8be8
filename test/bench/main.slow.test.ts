/**
 * The benchmark, as a program.
 *
 * @module-tag commands
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { accept, SECRET, WORST_SHAPES } from "../../scripts/bench/requests.ts";
import { withLargeBodies } from "../../scripts/bench/sign-verify.ts";

function bench(...options: string[]): { status: number | null; stdout: string; stderr: string } {
  const args = ["--import", "tsx", "scripts/bench/main.ts", "--quick", ...options];
  return spawnSync(process.execPath, args, { encoding: "utf8" });
}

describe("the benchmark", () => {
  test("measures each row of a table in a process of its own, and prints the table as on the page", () => {
    const page = readFileSync("docs/data/performance.md", "utf8");
    const { status, stdout, stderr } = bench("--table", "verify-3", "--table", "claims-memory");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const lines = stdout.split("\n").filter((line) => line !== "");
    const figure = "-?\\d+\\.\\d\\d";
    expect(lines).toEqual([
      "### HMAC-SHA1, 3 parameters",
      "`--table verify-3`",
      "| | µs | ratio | bound |",
      "| --- | ---: | ---: | ---: |",
      expect.stringMatching(new RegExp(`^\\| createHmac alone \\| ${figure} \\| 1\\.00 \\| \\|$`)),
      expect.stringMatching(
        new RegExp(`^\\| countersign verify \\| ${figure} \\| ${figure} \\| ≤ 8\\.2( exceeded)? \\|$`),
      ),
      "### A million nonces",
      "`--table claims-memory`",
      "| | MB |",
      "| --- | ---: |",
      ...["1 client", "1,000 clients", "100,000 clients"].map((clients) =>
        expect.stringMatching(new RegExp(`^\\| of ${clients} \\| ${figure} \\|$`)),
      ),
    ]);
    expect(readFileSync("docs/data/performance.md", "utf8")).toBe(page);
  });

  test.each(WORST_SHAPES)("measures a request that the verifier accepts: $name", async (shape) => {
    const verifier = withLargeBodies(() => ({ consumerSecret: SECRET }));
    expect(await accept(verifier, shape.make(shape.octets).received)).toBe(true);
  });

  test("names the tables if one is unknown", () => {
    const { status, stderr } = bench("--table", "verify");
    expect(stderr).toContain("--table must be one of sign-3, sign-16,");
    expect(status).toBe(1);
  });
});
