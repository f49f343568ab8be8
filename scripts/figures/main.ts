/**
 * Writes figures and command output into the README. `--check` writes nothing, and fails if the README is out of date.
 */

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { proofsTable } from "./proofs.ts";
import { fillReadme } from "./readme.ts";

const README = "README.md";

const folder = mkdtempSync(join(tmpdir(), "figures-"));
try {
  update(README, fillReadme(readFileSync(README, "utf8"), proofsTable(), run));
} catch (error) {
  // The message names the document that must be written first.
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

/** Writes a file that is out of date; with `--check`, reports it instead. */
function update(path: string, text: string): void {
  const current = existsSync(path) ? readFileSync(path, "utf8") : "";
  if (withoutTimes(text) === withoutTimes(current)) return;
  if (process.argv.includes("--check")) {
    process.stderr.write(`${path} is out of date; run npm run generate -- figures\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, text);
  }
}

/** Removes the duration of a run, which differs each time. */
function withoutTimes(text: string): string {
  return text.replaceAll(/^ {2}[0-9.]+ s$/gm, "");
}

/**
 * Runs a code block of the README in an empty folder. `npx countersign` runs the source of this checkout, and
 * `npm run` a script of it; `npm ci` was run before.
 */
function run(commands: string): string {
  const [loader, main] = [resolve("node_modules/tsx/dist/cli.mjs"), resolve("src/cli/main.ts")];
  const npx = `npx() { shift; "${process.execPath}" "${loader}" "${main}" "$@"; }\n`;
  const npm = `npm() { [ "$1" = ci ] || command npm --prefix "${resolve(".")}" "$@"; }\n`;
  const { stdout, stderr } = spawnSync("bash", ["-c", npx + npm + commands], { cwd: folder, encoding: "utf8" });
  if (stderr !== "") process.stderr.write(stderr);
  return stdout;
}
