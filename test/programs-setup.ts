/** Runs once before the tests that start programs: they need a fresh `dist`, and should not be skipped unseen. */

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { missingPrograms } from "./programs.ts";

const BUILT = "dist/live.html";

export function setup(): void {
  const built = statSync(BUILT, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const changed = readdirSync("src", { recursive: true, encoding: "utf8" })
    .map((name) => join("src", name))
    .find((path) => statSync(path).isFile() && statSync(path).mtimeMs > built);
  if (changed !== undefined) throw new Error(`${changed} is newer than ${BUILT}: run npm run build first`);
  // .ci/run names the groups that it installed, except with --have.
  const required = process.env.COUNTERSIGN_REQUIRE_PROGRAMS?.split(" ");
  const missing = missingPrograms(required ?? []);
  if (missing.length === 0) return;
  if (required !== undefined) throw new Error(`not installed: ${missing.join(", ")}`);
  console.warn(`not installed, so their tests are skipped: ${missing.join(", ")}`);
}
