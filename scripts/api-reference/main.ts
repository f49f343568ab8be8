/**
 * Writes docs/api: a page of the API reference for each sub-path of the package, from the declarations that the compiler
 * emits. `--check` writes nothing and fails if a page is not current. Both fail if a `{@link}` has no target.
 */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Manifest, readEntries } from "./declarations.ts";
import { renderPages } from "./pages.ts";

const FOLDER = "docs/api";

const emitted = mkdtempSync(join(tmpdir(), "declarations-"));
try {
  const options = ["-p", "tsconfig.build.json", "--outDir", emitted];
  execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", ...options], { stdio: "inherit" });
  const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
  const pages = new Map(
    renderPages(readEntries(manifest, emitted)).map(({ path, text }) => [join(FOLDER, path), text]),
  );
  const isCurrent = process.argv.includes("--check") ? check(pages) : write(pages);
  process.exitCode = isCurrent ? 0 : 1;
} finally {
  rmSync(emitted, { recursive: true });
}

function write(pages: ReadonlyMap<string, string>): boolean {
  for (const path of surplus(pages)) rmSync(path);
  for (const [path, text] of pages) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return true;
}

function check(pages: ReadonlyMap<string, string>): boolean {
  const changed = [...pages].filter(([path, text]) => !existsSync(path) || readFileSync(path, "utf8") !== text);
  const paths = [...changed.map(([path]) => path), ...surplus(pages)];
  for (const path of paths) process.stderr.write(`${path} is out of date; run npm run generate -- api\n`);
  return paths.length === 0;
}

/** Pages of removed sub-paths. */
function surplus(pages: ReadonlyMap<string, string>): string[] {
  if (!existsSync(FOLDER)) return [];
  return readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(FOLDER, name))
    .filter((path) => !pages.has(path));
}
