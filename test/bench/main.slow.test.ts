/**
 * The benchmark, as a program.
 *
 * @module-tag commands
 */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { accept } from "../../scripts/bench/received.ts";
import { SECRET } from "../../scripts/bench/workload.ts";
import { withLargeBodies } from "../../scripts/bench/worst.ts";
import { worstRequest } from "../../scripts/bench/worst-requests.ts";
import { WORST_SHAPES } from "../../scripts/bench/worst-shapes.ts";

function bench(...options: string[]): { status: number | null; stdout: string; stderr: string } {
  const args = ["--import", "tsx", "scripts/bench/main.ts", "--quick", ...options];
  return spawnSync(process.execPath, args, { encoding: "utf8" });
}

describe("the benchmark", () => {
  test("measures each row of a table in a process of its own, and prints the report as JSON", () => {
    const { status, stdout, stderr } = bench("--json", "--table", "verify-3", "--table", "short-held");
    expect(stderr).toContain("verify-3: HMAC-SHA1, 3 parameters");
    expect(status).toBe(0);
    const figure = expect.any(Number);
    const ratio = [figure, figure, figure];
    expect(JSON.parse(stdout).results).toEqual([
      {
        id: "verify-3",
        rounds: 1,
        rows: ["createHmac alone", "countersign verify"].map((name) => ({ name, figure, ratio })),
      },
      {
        id: "short-held",
        rounds: 1,
        rows: ["header", "query"].map((place) => ({ name: `short parameters in the ${place}`, figure })),
      },
    ]);
  });

  test.each(WORST_SHAPES)("measures a request that the verifier accepts: $name", async (shape) => {
    const verifier = withLargeBodies(() => ({ consumerSecret: SECRET }));
    expect(await accept(verifier, worstRequest(shape, shape.octets).received)).toBe(true);
  });

  test("names the tables if one is unknown", () => {
    const { status, stderr } = bench("--table", "verify");
    expect(stderr).toContain("--table must be one of sign-3, sign-16,");
    expect(status).toBe(1);
  });
});
