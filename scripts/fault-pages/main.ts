/**
 * Writes docs/faults: a page for each fault, and the index. With `--check`, it writes nothing and fails if a page is
 * missing, out of date, or belongs to no fault.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FAULTS } from "../../src/faults/index.ts";
import { indexPage } from "./index-page.ts";
import { pageOf } from "./page.ts";

const FOLDER = join("docs", "faults");
const isCheck = process.argv.includes("--check");

const pages = new Map(FAULTS.map((fault) => [`${fault.id}.md`, pageOf(fault)]));
pages.set("README.md", indexPage());
const present = existsSync(FOLDER) ? readdirSync(FOLDER) : [];
const stray = present.filter((name) => !pages.has(name));
const stale = [...pages.keys()].filter(
  (name) => !present.includes(name) || readFileSync(join(FOLDER, name), "utf8") !== pages.get(name),
);

if (isCheck) {
  for (const name of [...stale, ...stray])
    console.error(`${join(FOLDER, name)} is out of date; run npm run docs:faults`);
  if (stale.length + stray.length > 0) process.exitCode = 1;
} else {
  mkdirSync(FOLDER, { recursive: true });
  for (const name of stale) writeFileSync(join(FOLDER, name), pages.get(name)!);
  for (const name of stray) rmSync(join(FOLDER, name));
}
console.log(`${pages.size} pages, ${stale.length + stray.length} changed`);
