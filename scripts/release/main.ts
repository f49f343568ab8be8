/**
 * `tsx scripts/release/main.ts --set` writes the version of package.json into the other files that state it; npm runs it
 * during `npm version`. Without `--set` it fails if the package must not be published; npm runs it before `npm publish`. The
 * workflow also gives it the tag that was pushed, which must name the version.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { filesOfRelease, RELEASE_FILES, type ReleaseFiles, type ReleaseManifest, releaseProblems } from "./release.ts";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as ReleaseManifest;
const files = Object.fromEntries(RELEASE_FILES.map((path) => [path, readFileSync(path, "utf8")])) as ReleaseFiles;

if (process.argv.includes("--set")) {
  const written = filesOfRelease(files, manifest.version, new Date().toISOString().slice(0, 10));
  for (const path of RELEASE_FILES) writeFileSync(path, written[path]);
} else {
  const problems = releaseProblems(manifest, files, process.argv[2]);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
