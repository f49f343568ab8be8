/** The guards of the quick tests: each of them fails for what it must not let pass. */

import { execFile, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { TestModule } from "vitest/node";
import { getHooks } from "vitest/suite";
import { pathProblem } from "../checkout-path.ts";
import { filesBelow } from "../files-below.ts";
import { measureTest, processorTimeReporter } from "../processor-time.ts";
import { groupOf, type ProgramName } from "../programs.ts";
import { requireBuild } from "../require-build.ts";

const { exitCode } = process;
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = exitCode;
});

/** A test as a reporter sees it. Without processor time, it was skipped. */
function testOf(processorTime: number | undefined, tags: readonly string[] = [], loopTime?: number): object {
  const module = { relativeModuleId: "test/a.test.ts" };
  const state = processorTime === undefined ? "skipped" : "passed";
  return {
    meta: () => ({ processorTime, loopTime }),
    result: () => ({ state }),
    tags,
    module,
    fullName: `a > takes ${processorTime} ms`,
  };
}

/** What the reporter prints, and the exit code that it sets. */
function reportOf(tests: readonly object[]) {
  const info = vi.spyOn(console, "info").mockReturnValue();
  const error = vi.spyOn(console, "error").mockReturnValue();
  process.exitCode = 0;
  const modules = [{ children: { allTests: () => tests } }] as unknown as TestModule[];
  void processorTimeReporter.onTestRunEnd!(modules, [], "passed");
  const linesOf = (spy: typeof info): string[] => spy.mock.calls.map(([line]) => String(line));
  const printed = linesOf(info);
  return { printed, listed: printed.slice(1), errors: linesOf(error), exitCode: process.exitCode };
}

describe("the limit of processor time", () => {
  const quick = Array.from({ length: 100 }, (_, index) => testOf(index));

  test("lists the ten tests that use the most", () => {
    const { listed, errors, exitCode } = reportOf(quick);
    expect(listed).toHaveLength(10);
    expect(listed[0]).toBe("    99  test/a.test.ts  a > takes 99 ms");
    expect([errors, exitCode]).toEqual([[], 0]);
  });

  test("explains skipped tests that are deep, and no others", () => {
    const skipped = [testOf(undefined, ["deep"]), testOf(undefined, ["deep"]), testOf(undefined)];
    expect(reportOf([testOf(1), ...skipped]).printed).toEqual([
      "2 of the skipped tests are deep: npm run test:deep runs them",
    ]);
  });

  test("explains nothing if no deep test was skipped", () => {
    expect(reportOf([testOf(1, ["deep"]), testOf(undefined)]).printed).toEqual([]);
  });

  test("fails a run with a test above forty times the loop that has no tag", () => {
    const { errors, exitCode } = reportOf([
      ...quick,
      testOf(4001, [], 100),
      testOf(9000, ["deep"], 100),
      testOf(4000, [], 100),
    ]);
    expect(errors.slice(1)).toEqual(["  4001  test/a.test.ts  a > takes 4001 ms"]);
    expect(exitCode).toBe(1);
  });

  test("is higher where the same work takes longer, as on a busy machine", () => {
    expect(reportOf([...quick, testOf(4001, [], 101)]).exitCode).toBe(0);
  });

  test("is compared with a loop that runs after a test which used much", () => {
    const cpuUsage = vi.spyOn(process, "cpuUsage");
    const used = (user: number): void => void cpuUsage.mockReturnValueOnce({ user, system: 500_000 });
    used(0);
    const little = measureTest();
    used(500_000);
    expect(little()).toEqual({ processorTime: 1000 });
    used(0);
    const much = measureTest();
    used(500_001);
    const { processorTime, loopTime } = much();
    expect(processorTime).toBe(1000.001);
    expect(loopTime).toBeGreaterThan(0);
  });
});

describe("a quick test", () => {
  test.for([
    ["spawnSync", () => spawnSync(process.execPath, ["--version"])],
    ["execFile", () => execFile(process.execPath, ["--version"])],
  ] as const)(
    "cannot start a program with %s, and fails at its end although it caught the error",
    async ([, start], { task }) => {
      expect(start).toThrow("a quick test starts a program");
      // The hooks that follow every test. They forget the failure, so that this test passes.
      const ends = getHooks(task.file).afterEach.map(async (hook) => hook(task.context, task.file));
      const failures = (await Promise.allSettled(ends)).filter(({ status }) => status === "rejected");
      expect(failures).toMatchObject([
        { reason: { message: expect.stringContaining("a quick test starts a program") } },
      ]);
    },
  );
});

describe("tests of what is built", () => {
  test("name what to run if the build is missing, or older than the source", () => {
    const folder = mkdtempSync(join(tmpdir(), "built-"));
    const [built, source, file] = [join(folder, "page.html"), join(folder, "src"), join(folder, "src", "a.ts")];
    try {
      mkdirSync(source);
      writeFileSync(file, "");
      expect(() => requireBuild(built, source)).toThrow(`${built} is missing: run npm run build first`);
      writeFileSync(built, "");
      utimesSync(file, 1000, 1000);
      utimesSync(source, 998, 998);
      expect(() => requireBuild(built, source)).not.toThrow();
      utimesSync(built, 999, 999);
      expect(() => requireBuild(built, source)).toThrow(`${file} is newer than ${built}: run npm run build first`);
      rmSync(file);
      expect(() => requireBuild(built, source)).toThrow(`${source} is newer than ${built}: run npm run build first`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** Where a slow test asks whether a program is installed, and does not have the tag with which .ci/run installs it. */
function untagged(text: string): string[] {
  const [, ofFile] = /@module-tag (\w+)/.exec(text) ?? [];
  return [...text.matchAll(/(?<!function )\bisInstalled\(([^)]*)\)/g)].flatMap(({ 0: asked, 1: names = "", index }) => {
    const literals = [...names.matchAll(/"([^"]+)"/g)].map(([, name]) => name as ProgramName);
    const groups = literals.length > 0 ? literals.map(groupOf) : [ofFile === "commands" ? "clients" : ofFile];
    const near = text.slice(index, index + 600);
    return groups.every((group) => group === ofFile || near.includes(`tags: ["${group}"]`)) ? [] : [asked];
  });
}

describe("a test that is skipped without a program", () => {
  test("has the tag with which .ci/run installs the program", () => {
    const files = filesBelow("test", ".slow.test.ts").filter((file) => !file.includes("runtimes"));
    expect(files.flatMap((file) => untagged(readFileSync(file, "utf8")).map((asked) => [file, asked]))).toEqual([]);
  });

  test("has no other way to find a program", () => {
    const texts = filesBelow("test", ".slow.test.ts").map((file) => readFileSync(file, "utf8"));
    expect(texts.filter((text) => /"(?:--version|-version)"\](?:, \{[^}]*\})?\)\.status/.test(text))).toEqual([]);
  });

  test("would be found without the tag", () => {
    const skipped = 'test.skipIf(!isInstalled("curl"))("sends", async () => {});';
    expect(untagged(`/** @module-tag commands */ ${skipped}`)).toEqual(['isInstalled("curl")']);
    expect(untagged(`/** @module-tag clients */ ${skipped}`)).toEqual([]);
    expect(untagged(`/** @module-tag commands */ ${skipped.replace("async", '{ tags: ["clients"] }, async')}`)).toEqual(
      [],
    );
    expect(untagged("/** @module-tag commands */ describe.skipIf(!isInstalled(...needs))")).toHaveLength(1);
  });
});

describe("the path of a checkout", () => {
  test("from which the test runner loads nothing is named, with what to do", () => {
    expect(["/home/a b", "C:\\home", "/home/é?"].map(pathProblem)).toEqual([undefined, undefined, undefined]);
    for (const folder of ["/home/c#", "/home/100%25"])
      expect(pathProblem(folder)).toMatch(/^the test runner loads nothing from a path with [#%]: move the checkout /);
  });
});

describe("the simulation of Windows", () => {
  const isWindows = process.platform === "win32";

  test("replaces paths, modes and the name of the system where it is chosen", () => {
    if (process.env.COUNTERSIGN_WINDOWS) expect(isWindows).toBe(true);
    expect(join("a", "b")).toBe(isWindows ? "a\\b" : "a/b");
    expect(readdirSync("test/keys", { withFileTypes: true })[0]!.parentPath).toBe(
      isWindows ? "test\\keys" : "test/keys",
    );
    expect(statSync("test/keys").mode & 0o111).toBe(isWindows ? 0 : 0o111);
  });
});
