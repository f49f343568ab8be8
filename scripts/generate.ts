/**
 * `npm run generate -- NAME…` writes generated files. `--check` writes nothing, and fails if a file is out of date; without a name
 * it checks every file that needs no other program.
 */

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readmeFiles } from "./figures/files.ts";
import { GENERATED } from "./generated-files.ts";

/** Programs that do more than write text. */
const PROGRAMS: Readonly<Record<string, string>> = {
  vectors: "vectors/main.ts",
  agreement: "agreement/main.ts",
  archive: "release/archive.ts",
};
/** The README needs minutes, because it contains the output of commands. */
const FILES = { ...GENERATED, figures: readmeFiles };
/** Ordered so that nothing reads a file that is written later. */
const NAMES = ["vectors", ...Object.keys(FILES), "agreement", "archive"];

const given = process.argv.slice(2);
const isCheck = given.includes("--check");
const named = given.filter((word) => word !== "--check");
// An archive cannot be checked.
const known = NAMES.filter((name) => !(isCheck && name === "archive"));
const unknown = named.find((name) => !known.includes(name));

if (unknown !== undefined || given.length === 0) {
  console.error(`expected some of ${known.join(", ")}, or --check, got ${unknown ?? "no name"}`);
  process.exit(2);
}
// Checked only by name, because it needs third-party implementations.
const all = known.filter((name) => name !== "agreement");
const tsx = fileURLToPath(import.meta.resolve("tsx/cli"));
for (const name of named.length > 0 ? named : all) {
  if (PROGRAMS[name] !== undefined) {
    const args = [tsx, `scripts/${PROGRAMS[name]}`, ...(isCheck ? ["--check"] : [])];
    if (spawnSync(process.execPath, args, { stdio: "inherit" }).status !== 0) process.exitCode = 1;
    continue;
  }
  for (const [path, text] of Object.entries(await FILES[name as keyof typeof FILES]!())) {
    if ((existsSync(path) ? readFileSync(path, "utf8") : undefined) === text) continue;
    if (isCheck) {
      console.error(`${path} is out of date; run npm run generate -- ${name}`);
      process.exitCode = 1;
    } else if (text === undefined) rmSync(path);
    else writeFileSync(path, text);
  }
}
