/**
 * The tests in examples/tests pass, in the test frameworks that they are for, with the built package.
 *
 * @module-tag commands
 */

import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const FOLDER = "examples/tests";

/** A copy inside the checkout, from which the package finds itself. */
let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join("test", ".examples-tests-"));
  cpSync(FOLDER, copy, { recursive: true });
  // Otherwise vitest reads the one of this project.
  writeFileSync(join(copy, "vitest.config.mjs"), "export default {};\n");
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

async function run(...args: string[]): Promise<{ readonly code: number; readonly output: string }> {
  const { VITEST: _, ...env } = process.env;
  const done = promisify(execFile)(process.execPath, args, { env, timeout: 110_000 });
  return done.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  );
}

const RUNS: Readonly<Record<string, readonly [file: string, ...args: string[]]>> = {
  vitest: ["gateway.vitest.test.ts", "node_modules/vitest/vitest.mjs", "run", "--root"],
  "node:test": ["gateway.node-test.mjs", "--test"],
};

describe.each(Object.entries(RUNS))("the example for %s", (_name, [file, ...args]) => {
  const target = (): string => (args.includes("--root") ? copy : join(copy, file));

  test("passes", async () => {
    const { code, output } = await run(...args, target());
    expect([code, output]).toEqual([0, expect.stringMatching(/pass/)]);
  });

  test("fails if the simulator does something else", async () => {
    const text = readFileSync(join(FOLDER, file), "utf8");
    const wrong = text
      .replace('"approved")', '"declined")')
      .replace('card.status, "approved"', 'card.status, "declined"');
    expect(wrong).not.toBe(text);
    writeFileSync(join(copy, file), wrong);
    try {
      const { code, output } = await run(...args, target());
      expect([code, output]).toEqual([1, expect.stringContaining("declined")]);
    } finally {
      writeFileSync(join(copy, file), text);
    }
  });
});

describe("the example in TypeScript", () => {
  test("compiles", async () => {
    const { code, output } = await run(resolve("node_modules/typescript/bin/tsc"), "-p", FOLDER);
    expect([output, code]).toEqual(["", 0]);
  });
});
