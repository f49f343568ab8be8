import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openDriverFile, writeDriver } from "../../src/cli/capture/seen-shape.ts";
import { writeBaselineFile } from "../../src/cli/check/baseline.ts";
import { saveCounterexample } from "../../src/cli/check/counterexamples.ts";
import { reportError } from "../../src/cli/command-line.ts";
import { fileProblem } from "../../src/cli/input/system-reason.ts";
import { checkVectorsFolder } from "../../src/cli/input/vectors-folder.ts";
import { EXIT, UsageError } from "../../src/cli/process/exit-codes.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "written-files-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a file that cannot be used", () => {
  test("is named with the reason, whichever command opens it", () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    const message = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const failing = [
      () => checkVectorsFolder(file),
      () => saveCounterexample(join(file, "inner"), { property: "order-is-free", case: {} }),
      () => writeBaselineFile(join(file, "known.json"), []),
    ];
    for (const run of failing) expect(exitCodeOf(run)).toBe(EXIT.usage);
    const lines = message.mock.calls.map(([text]) => String(text));
    expect(lines).toEqual(
      Array(3).fill(expect.stringMatching(/^countersign: cannot use ".*": a part of it is no folder\n$/)),
    );
    message.mockRestore();
  });

  test("is not confused with an error of this program", () => {
    expect(fileProblem(new Error("x"))).toBeUndefined();
    expect(fileProblem(Object.assign(new Error("x"), { code: "EISDIR", path: "a" }))).toBe(
      'cannot use "a": it is a folder',
    );
  });
});

function exitCodeOf(run: () => unknown): number | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return reportError(error);
  }
}

describe("a file that another command reads", () => {
  test("is not written as a baseline if it could not be read again", () => {
    const path = join(folder, "baseline.json");
    expect(() => writeBaselineFile(path, [{ cause: "", reason: "unknown" }])).toThrow(UsageError);
    expect(existsSync(path)).toBe(false);
  });

  test("is not written as a driver if the signature method of the program is source code", () => {
    const message = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const path = join(folder, "driver.mjs");
    const captured = { kind: 'X"], evil: [process.exit(), header' };
    writeDriver(openDriverFile(path), { first: { arrived: [{ captured }] } } as never, "mine");
    expect(existsSync(path)).toBe(false);
    expect(message.mock.calls.join("")).toContain("no driver is written");
    message.mockRestore();
  });
});
