import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openDriverFile, writeDriver } from "../../src/cli/capture/seen-shape.ts";
import { writeBaselineFile } from "../../src/cli/check/baseline.ts";
import { UsageError } from "../../src/cli/process/exit-codes.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "written-files-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

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
