/**
 * Asks publint and attw whether the package, as it would be published, works for everyone who imports it.
 *
 * @module
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "packaging-"));
try {
  run("npm", ["pack", "--loglevel=error", "--pack-destination", folder]);
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz"))!);
  run("node_modules/.bin/publint", ["run", tarball, "--strict"]);
  // The package is for import alone, which is what this profile says.
  run("node_modules/.bin/attw", [tarball, "--profile", "esm-only", "--exclude-entrypoints", "vectors/*", "--no-emoji"]);
} finally {
  rmSync(folder, { recursive: true });
}

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { stdio: "inherit" });
}
