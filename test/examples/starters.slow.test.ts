/**
 * The drivers that `countersign driver` prints, as their users save and start them, where the language is installed.
 *
 * @module-tag clients
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { STARTERS, type Starter, savedAs } from "../../src/cli/driver/starters.ts";
import { isInstalled, LIBRARY_PROGRAMS, type ProgramName } from "../programs.ts";

const folder = mkdtempSync(join(tmpdir(), "starters-"));
symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
afterAll(() => rmSync(folder, { recursive: true }));

const CLI = resolve("dist/cli/main.js");

/** The programs that the drivers of a language need; `countersign driver` has the names of languages in lower case. */
const PROGRAMS = new Map(Object.entries(LIBRARY_PROGRAMS).map(([language, names]) => [language.toLowerCase(), names]));
/** Without a library only the language itself and, for Java, Gson. */
const WITHOUT_LIBRARY: Readonly<Record<string, readonly ProgramName[]>> = {
  javascript: [],
  python: ["python"],
  ruby: ["ruby"],
  php: ["php"],
  java: ["javac", "gson"],
  go: ["go"],
};
const here = STARTERS.filter(({ language, library }) =>
  isInstalled(...(library === undefined ? WITHOUT_LIBRARY[language]! : PROGRAMS.get(language)!)),
);

function run(program: string, args: readonly string[]) {
  return spawnSync(program, args, { cwd: folder, encoding: "utf8", env: { ...process.env, GOFLAGS: "" } });
}

/** Prints the driver to its file, and builds it. */
function save(starter: Starter): void {
  const { language, library, build } = starter;
  const printed = run(process.execPath, [CLI, "driver", language, ...(library === undefined ? [] : [library])]);
  expect(printed.status).toBe(0);
  writeFileSync(join(folder, savedAs(starter)), printed.stdout);
  if (build !== undefined) expect(run("sh", ["-c", build])).toMatchObject({ status: 0 });
}

function startOf(starter: Starter): readonly string[] {
  return starter.program === undefined ? ["./driver"] : [...starter.program, savedAs(starter)];
}

describe("a printed driver", () => {
  test.each(here)("in $language passes the doctor, with the library $library", (starter) => {
    save(starter);
    const doctor = run(process.execPath, [CLI, "doctor", "--", ...startOf(starter)]);
    expect(doctor.stdout).not.toMatch(/^[✗!]/m);
    expect(doctor.status).toBe(0);
  });

  test.each(here.filter(({ library }) => library === undefined))(
    "in $language without a library passes all vectors and properties that apply to it",
    (starter) => {
      save(starter);
      const args = [
        "check",
        "--seed",
        "1",
        "--no-references",
        "--report",
        "json=report.json",
        "--",
        ...startOf(starter),
      ];
      expect(run(process.execPath, [CLI, ...args])).toMatchObject({ status: 0 });
      const [report] = JSON.parse(readFileSync(join(folder, "report.json"), "utf8")).implementations;
      const verdicts = report.properties.map(({ verdict }: { verdict: string }) => verdict);
      expect(report.vectors.failed).toBe(0);
      expect(report.vectors.passed).toBeGreaterThan(800);
      expect(new Set(verdicts)).toEqual(new Set(["pass", "not-offered"]));
    },
  );
});
