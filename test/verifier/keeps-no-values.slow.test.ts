/**
 * A verifier keeps no values of requests in memory.
 *
 * @module-tag commands
 */

import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";

describe("the memory of a verifier", () => {
  test("keeps no value of a request", () => {
    const args = ["--import", "tsx", "--expose-gc", "test/verifier/keeps-no-values.ts"];
    expect(execFileSync(process.execPath, args, { encoding: "utf8" }).trim()).toBe("no value is kept and no memory");
  });
});
