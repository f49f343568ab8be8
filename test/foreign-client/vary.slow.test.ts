/**
 * `capture --vary` with the foreign client as the program, correct and with each of its mistakes that a form post can show.
 *
 * @module-tag clients
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readMistakes } from "../../scripts/foreign-client/cases.ts";
import { capture } from "../../src/cli/capture/capture.ts";
import { fakeTerminal } from "../cli/fake-terminal.ts";
import { isInstalled } from "../programs.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "foreign-client-"));
  writeFileSync(join(folder, "line.json"), '{"amount": "{amount}", "note": "{text}"}');
  vi.stubEnv("PYTHONPATH", "scripts/foreign-client");
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

async function varied(words: readonly string[], { runs = "0", seed = "1", combinations = 1 } = {}) {
  const terminal = fakeTerminal();
  const options = { consumerKey: "shop", maxRequests: "1000", privateKeyFile: "test/keys/rsa-2048.pem", vary: true };
  const given = { ...options, lines: true, input: join(folder, "line.json"), runs, seed };
  const command = ["python3", "-B", "-m", "foreign_client", "send", ...words];
  const status = await capture(command, given, terminal, { combinations });
  const [, starts] = /^ {2}(\d+) starts?$/m.exec(terminal.text()) ?? [];
  return { status, starts: Number(starts), stdout: terminal.text() };
}

describe.skipIf(!isInstalled("python"))("the foreign client under capture --vary", () => {
  test("conforms in ten starts, with each of ten seeds", async () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { status, starts, stdout } = await varied([], { runs: "10", seed: String(seed) });
      expect(stdout).toContain("20 passed, 0 failed");
      expect([status, starts]).toEqual([0, 20]);
    }
  });

  test("is found with a mistake, which is named", async () => {
    const { status, stdout } = await varied(["--mistake", "timestamp-in-milliseconds"], { combinations: 5000 });
    expect(stdout).toContain("(timestamp-milliseconds)");
    expect(status).toBe(1);
  });

  test("is found with each mistake that shows in random values too", {
    tags: ["deep"],
    timeout: 1_800_000,
  }, async () => {
    const open = readMistakes().filter(({ held_out }) => !held_out);
    const late: string[] = [];
    let found = 0;
    for (const { id } of open) {
      const { status } = await varied(["--mistake", id]);
      if (status === 1) found += 1;
      else if ((await varied(["--mistake", id], { runs: "30" })).status === 1) late.push(id);
    }
    expect(late).toEqual([]);
    expect(found).toBeGreaterThan(100);
  });
});
