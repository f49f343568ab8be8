/** Runs `check` as the command line does, in a temporary folder of the test file. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { check } from "../../src/cli/check/check.ts";
import type { CheckOptions } from "../../src/cli/options/check.ts";
import type { ExitCode } from "../../src/cli/process/exit-codes.ts";
import { fakeTerminal } from "./fake-terminal.ts";

/** Options with which a check takes little time: without generated requests, and without a search for causes. */
export const FEW = { filter: ["percent-encoding"], runs: "0", causes: false } as const;

/** `own` is the implementation in the JSON report. */
interface Checked {
  readonly exitCode: ExitCode;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read reports in many shapes.
  readonly own: any;
}

interface CheckFolder {
  readonly folder: string;
  /** Writes a file into the folder and returns its path. */
  readonly file: (name: string, text: string) => string;
  /** Checks this package if neither an option nor the command names an implementation. */
  readonly checked: (options: CheckOptions, command?: readonly string[]) => Promise<Checked>;
}

/** Makes the folder, which is deleted after the tests. */
export function checkInFolder(): CheckFolder {
  const folder = mkdtempSync(join(tmpdir(), "check-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  return {
    folder,
    file(name, text) {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    },
    async checked(options, command = []) {
      const terminal = fakeTerminal();
      const path = join(folder, "report.json");
      const own = command.length === 0 && options.module === undefined && { builtin: "countersign" };
      const exitCode = await check({ ...FEW, ...own, report: [`json=${path}`], ...options }, terminal, command);
      return { exitCode, text: terminal.text(), own: JSON.parse(readFileSync(path, "utf8")).implementations[0] };
    },
  };
}
