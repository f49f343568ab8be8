/**
 * The load run for the gateway simulator with few orders: only counts, never times.
 *
 * @module-tag commands
 */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const run = promisify(execFile);
const SCRIPT = ["--import", "tsx", "scripts/load-gateway/main.ts"];

describe("100 orders", () => {
  test("reach the end once, and every replay is rejected", { timeout: 600_000 }, async () => {
    const { stdout } = await run(process.execPath, [...SCRIPT, "--quick", "--json"]);
    const { orders, checks } = JSON.parse(stdout);
    expect(orders).toBe(100);
    expect(checks.map((check: { ok: boolean; detail: string }) => [check.ok, check.detail])).toEqual([
      [true, "100 of 100 complete"],
      [
        true,
        expect.stringMatching(
          /^\d+ callbacks, of \d+ the answer was late; repeated without need for 0 orders; 0 with a wrong checksum; 100 ids, 100 card references, 100 stored orders$/,
        ),
      ],
      [true, "200 of 200; by the log as replays: 50 of 50 that were looked up"],
    ]);
  });
});
