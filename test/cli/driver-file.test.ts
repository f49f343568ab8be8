import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { readImplementation } from "../../src/cli/check/implementation.ts";

const folder = mkdtempSync(join(tmpdir(), "driver-file-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, content: string | Buffer): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

describe("the options of a driver", () => {
  test("allow no restart", async () => {
    expect(await readImplementation({ restarts: "0" }, ["true"])).toBeDefined();
  });

  test("need an answer to wait for", async () => {
    await expect(readImplementation({ timeout: "0" }, ["true"])).rejects.toThrow(
      "--timeout must be a whole number from 1",
    );
  });
});

describe("the language of a driver, for the code of fixes", () => {
  test("is that of its command if its hello names none", async () => {
    expect((await readImplementation({}, ["python3", "driver.py"])).language).toBe("Python");
    expect((await readImplementation({}, ["./driver"])).language).toBeUndefined();
  });
});

describe("the source of a driver, for annotations", () => {
  const script = file("driver.py", "print()");
  const settings = file("settings.json", "{}");
  const compiled = file("driver", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0]));

  test.each([
    ["the program, before the files that it is given", [script, settings], script],
    ["what an interpreter runs", ["python3", "-u", script, settings], script],
    ["unknown for a compiled program", [compiled], undefined],
    ["unknown where a word names a folder or nothing", [folder, join(folder, "nothing"), "no\0name"], undefined],
  ])("is %s", async (_what, command, expected) => {
    expect((await readImplementation({}, command)).file).toBe(expected);
  });

  test("is relative to the checkout that GitHub Actions names, in any working folder", async () => {
    vi.stubEnv("GITHUB_WORKSPACE", tmpdir());
    const { file: shown } = await readImplementation({}, [script]);
    vi.unstubAllEnvs();
    expect(shown).toBe(`${basename(folder)}/driver.py`);
  });
});
