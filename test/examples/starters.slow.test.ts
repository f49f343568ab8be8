/**
 * The drivers that `countersign driver` prints, as their users save and start them, where the language is installed.
 *
 * @module-tag clients
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { STARTERS } from "../../src/cli/driver/starters.ts";
import { isInstalled, LIBRARY_PROGRAMS } from "../programs.ts";

const folder = mkdtempSync(join(tmpdir(), "starters-"));
symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
afterAll(() => rmSync(folder, { recursive: true }));

const CLI = resolve("dist/cli/main.js");

/** The programs that the driver of a language needs; `countersign driver` has the names of languages in lower case. */
const PROGRAMS = new Map(Object.entries(LIBRARY_PROGRAMS).map(([language, names]) => [language.toLowerCase(), names]));
const here = [...STARTERS].filter(([language]) => isInstalled(...PROGRAMS.get(language)!));

describe("a printed driver", () => {
  test.each(here)("in %s passes the doctor", (language, { saveAs, build, command }) => {
    const run = (program: string, args: readonly string[]) =>
      spawnSync(program, args, { cwd: folder, encoding: "utf8", env: { ...process.env, GOFLAGS: "" } });
    const printed = run(process.execPath, [CLI, "driver", language]);
    expect(printed.status).toBe(0);
    writeFileSync(join(folder, saveAs), printed.stdout);
    if (build !== undefined) expect(run("sh", ["-c", build])).toMatchObject({ status: 0 });
    const doctor = run(process.execPath, [CLI, "doctor", "--", ...command]);
    expect(doctor.stdout).not.toMatch(/^[✗!]/m);
    expect(doctor.status).toBe(0);
  });
});
