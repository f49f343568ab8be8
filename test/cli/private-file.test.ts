import { closeSync, mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openPrivateFile } from "../../src/cli/output/private-file.ts";
import { expectOwnerOnly } from "../owner-only.ts";
import { removeFolder } from "../remove-folder.ts";

describe("a file of requests", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "private-file-"));
  });
  afterEach(() => removeFolder(folder));

  test("can only be read by its owner", () => {
    const file = join(folder, "new.jsonl");
    closeSync(openPrivateFile("--record", file));
    expectOwnerOnly(file);
  });

  test("can only be read by its owner if others could read it before", () => {
    const file = join(folder, "old.jsonl");
    writeFileSync(file, "old", { mode: 0o644 });
    closeSync(openPrivateFile("--record", file));
    expectOwnerOnly(file);
    expect(statSync(file).size).toBe(0);
  });

  test("may be a device, which keeps its mode", { skip: process.platform === "win32" }, () => {
    const { mode } = statSync("/dev/null");
    closeSync(openPrivateFile("--record", "/dev/null"));
    expect(statSync("/dev/null").mode).toBe(mode);
  });

  test("that cannot be opened is a mistake in the option", () => {
    expect(() => openPrivateFile("--record", folder)).toThrow("--record must be a file that can be written");
  });
});
