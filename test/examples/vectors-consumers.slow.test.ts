/**
 * The consumers of the vectors in other languages, as examples/vectors has them.
 *
 * @module-tag clients
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, describe, expect, test } from "vitest";
import { loadVectors } from "../../src/conformance/vectors/index.ts";

const folder = mkdtempSync(join(tmpdir(), "consumers-"));
afterAll(() => rmSync(folder, { recursive: true }));

const CONSUMERS = [
  { name: "consumer.py", command: ["/usr/bin/python3"], offered: 1501, unreserved: '"-._~"' },
  { name: "consumer.go", command: ["go", "run"], offered: 1595, unreserved: '"-._~"' },
] as const;

interface Outcome {
  readonly exitCode?: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(command: readonly string[], file: string, vectors = "vectors"): Promise<Outcome> {
  const [program, ...options] = command;
  return execa(program!, [...options, file, vectors], {
    reject: false,
    env: { GO111MODULE: "off", GOFLAGS: "", GOCACHE: join(folder, "cache") },
  });
}

describe.each(CONSUMERS)("$name", ({ name, command, offered, unreserved }) => {
  const file = join("examples/vectors", name);

  test("passes every vector of the operations that it has, and counts the others", async () => {
    const { stdout, stderr, exitCode } = await run(command, file);
    expect([stderr, exitCode]).toEqual(["", 0]);
    const counts = /^([0-9]+) passed, 0 failed, ([0-9]+) not offered$/.exec(stdout)!.slice(1).map(Number);
    expect(counts[0]).toBeGreaterThanOrEqual(offered);
    expect(counts[0]! + counts[1]!).toBe(loadVectors().length);
  });

  test("fails if its implementation leaves an exclamation mark unencoded", async () => {
    const wrong = join(folder, name);
    const code = readFileSync(file, "utf8");
    expect(code.split(unreserved)).toHaveLength(2);
    writeFileSync(wrong, code.replace(unreserved, '"-._~!"'));
    const { stdout, exitCode } = await run(command, wrong);
    expect(stdout).toContain("failed: percent-encoding/");
    expect(stdout).toContain("failed: request/");
    expect(stdout).not.toContain(", 0 failed");
    expect(exitCode).toBe(1);
  });

  test("stops at a format version that it does not know", async () => {
    const other = mkdtempSync(join(folder, "vectors-"));
    writeFileSync(join(other, "percent-encoding.json"), '{"format":2,"vectors":[]}');
    const { stderr, exitCode } = await run(command, file, other);
    expect(stderr).toContain("percent-encoding.json has format 2, expected 1");
    expect(exitCode).toBe(1);
  });
});
