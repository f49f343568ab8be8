/**
 * Adds the ids of new vectors to `vectors/ids.lock.json`, and fails if a vector with a known id changed or disappeared. With
 * `--check` it writes nothing, and fails if the file is out of date.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type IdLock, questionOf, updateLock } from "../src/conformance/vectors/id-lock.ts";
import { loadVectors, loadVerificationVectors, VECTORS_FOLDER } from "../src/conformance/vectors/index.ts";

const path = join(VECTORS_FOLDER, "ids.lock.json");
const before = readFileSync(path, "utf8");
const old = JSON.parse(before) as IdLock;
const { lock, problems } = updateLock(old, [...loadVectors(), ...loadVerificationVectors()].map(questionOf));
const after = `${JSON.stringify(lock, null, 2)}\n`;
const added = Object.keys(lock.ids).filter((id) => !Object.hasOwn(old.ids, id));

if (problems.length > 0) {
  fail(problems);
} else if (before === after) {
  console.log(`${Object.keys(lock.ids).length} ids, none new`);
} else if (process.argv.includes("--check")) {
  fail(["vectors/ids.lock.json is out of date; run npm run generate -- lock", ...added.map((id) => `${id}: new`)]);
} else {
  writeFileSync(path, after);
  console.log(`${Object.keys(lock.ids).length} ids, ${added.length} new`);
}

function fail(messages: readonly string[]): void {
  for (const message of messages) console.error(message);
  process.exitCode = 1;
}
