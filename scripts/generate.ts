/**
 * `npm run generate -- NAME…`: runs the programs that write generated files. `--check` writes nothing, and fails if a file is
 * out of date; without a name it checks every file that needs no other program.
 */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The programs by name, ordered so that no program reads a file that a later one writes. */
const PROGRAMS: Readonly<Record<string, string>> = {
  vectors: "vectors/main.ts",
  faults: "fault-pages/main.ts",
  openapi: "openapi/main.ts",
  rules: "rules-doc.ts",
  schemas: "schemas.ts",
  figures: "figures/main.ts",
  agreement: "agreement/main.ts",
  archive: "release/archive.ts",
};
/** Checked only by name, because it needs third-party implementations. */
const NEEDS_PACKAGES = ["agreement"];
const CANNOT_BE_CHECKED = ["archive"];

const given = process.argv.slice(2);
const isCheck = given.includes("--check");
const named = given.filter((word) => word !== "--check");
const known = Object.keys(PROGRAMS).filter((name) => !isCheck || !CANNOT_BE_CHECKED.includes(name));
const unknown = named.find((name) => !known.includes(name));

if (unknown !== undefined || given.length === 0) {
  const option = isCheck ? " with --check" : ", or --check";
  process.stderr.write(`expected some of ${known.join(", ")}${option}, got ${unknown ?? "no name"}\n`);
  process.exit(2);
}
const all = known.filter((name) => !NEEDS_PACKAGES.includes(name));
const tsx = fileURLToPath(import.meta.resolve("tsx/cli"));
for (const name of named.length > 0 ? named : all) {
  const args = [tsx, `scripts/${PROGRAMS[name]}`, ...(isCheck ? ["--check"] : [])];
  if (spawnSync(process.execPath, args, { stdio: "inherit" }).status !== 0) process.exitCode = 1;
}
