/**
 * The tests in examples/suite cover a published library in ten lines each, in the test runners that they are for, with the
 * built package.
 *
 * @module-tag commands
 */

import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const FOLDER = "examples/suite";
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".mjs"));

/** A copy inside the checkout, from which the package finds itself. */
let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join("test", ".examples-suite-"));
  cpSync(FOLDER, copy, { recursive: true });
  // Otherwise vitest reads the one of this project.
  writeFileSync(join(copy, "vitest.config.mjs"), "export default {};\n");
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

async function run(file: string): Promise<{ readonly code: number; readonly output: string }> {
  const { VITEST: _, ...env } = process.env;
  const args = file.includes(".vitest.")
    ? ["node_modules/vitest/vitest.mjs", "run", "--reporter", "verbose", "--root", copy]
    : ["--test", "--test-reporter", "spec", join(copy, file)];
  const done = promisify(execFile)(process.execPath, args, { env, timeout: 110_000 });
  return done.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  );
}

describe.each(FILES)("the example %s", (file) => {
  test("has at most ten lines", () => {
    const lines = readFileSync(join(FOLDER, file), "utf8").split("\n");
    expect(lines.filter((line) => line !== "" && !line.startsWith("//")).length).toBeLessThanOrEqual(10);
  });

  test("passes with the known failures of the library", async () => {
    const { code, output } = await run(file);
    expect([code, output]).toEqual([0, expect.stringMatching(/base-string: [\d,]+ vectors/)]);
    expect(output).toMatch(/known failures: each entry/);
    expect(output).toMatch(
      /[\d,]+ vectors(?: and \d+ propert(?:y|ies))? not offered: .*does not support percent-encoding/,
    );
  });
});

/** One for each runner. */
const RUNNERS = [".vitest.", ".node-test."].map((runner) => FILES.find((file) => file.includes(runner))!);

describe.each(RUNNERS)("the example %s", (file) => {
  test("fails without an entry of its known failures, and names it", async () => {
    const baseline = join(copy, `${file.split(".")[0]}.json`);
    const text = readFileSync(baseline, "utf8");
    type Known = { readonly vectors?: Readonly<Record<string, string>> };
    const { format, known } = JSON.parse(text) as { readonly format: number; readonly known: readonly Known[] };
    const entry = known.find(({ vectors }) => vectors !== undefined)!;
    writeFileSync(baseline, JSON.stringify({ format, known: known.filter((one) => one !== entry) }));
    try {
      const { code, output } = await run(file);
      expect([code, output]).toEqual([1, expect.stringContaining(`  at ${Object.keys(entry.vectors!)[0]!}: `)]);
    } finally {
      writeFileSync(baseline, text);
    }
  });
});
