/** The guards of the quick tests: each of them fails for what it must not let pass. */

import { execFile, spawnSync } from "node:child_process";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { TestModule } from "vitest/node";
import { processorTimeReporter } from "../processor-time.ts";

const { exitCode } = process;
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = exitCode;
});

/** A test as a reporter sees it. */
function testOf(processorTime: number, tags: readonly string[] = []): object {
  const module = { relativeModuleId: "test/a.test.ts" };
  return { meta: () => ({ processorTime }), tags, module, fullName: `a > takes ${processorTime} ms` };
}

/** What the reporter prints, and the exit code that it sets. */
function reportOf(tests: readonly object[]) {
  const info = vi.spyOn(console, "info").mockReturnValue();
  const error = vi.spyOn(console, "error").mockReturnValue();
  process.exitCode = 0;
  const modules = [{ children: { allTests: () => tests } }] as unknown as TestModule[];
  void processorTimeReporter.onTestRunEnd!(modules, [], "passed");
  const linesOf = (spy: typeof info): string[] => spy.mock.calls.map(([line]) => String(line));
  return { listed: linesOf(info).slice(1), errors: linesOf(error), exitCode: process.exitCode };
}

describe("the limit of processor time", () => {
  const quick = Array.from({ length: 100 }, (_, index) => testOf(index));

  test("lists the ten tests that use the most", () => {
    const { listed, errors, exitCode } = reportOf(quick);
    expect(listed).toHaveLength(10);
    expect(listed[0]).toBe("    99  test/a.test.ts  a > takes 99 ms");
    expect([errors, exitCode]).toEqual([[], 0]);
  });

  test("fails a run with a test above two seconds that has no tag", () => {
    const { errors, exitCode } = reportOf([...quick, testOf(2001), testOf(9000, ["deep"]), testOf(2000)]);
    expect(errors.slice(1)).toEqual(["  2001  test/a.test.ts  a > takes 2001 ms"]);
    expect(exitCode).toBe(1);
  });
});

describe("a quick test", () => {
  test.fails("fails if it starts a program", () => {
    spawnSync(process.execPath, ["--version"]);
  });

  test.fails("fails if it starts a program and catches the error", () => {
    try {
      execFile(process.execPath, ["--version"]);
    } catch {
      // What the code under test might do.
    }
  });
});
