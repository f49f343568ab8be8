/**
 * Runs every fault as an implementation against the suite, prints the score, and writes docs/kill-matrix.md and
 * vectors/quick.json. With `--check` it writes nothing, and fails where a file is not what it would write.
 *
 * @module
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { FORMAT } from "../../src/conformance/vectors/index.ts";
import { FAULTS } from "../../src/faults/index.ts";
import { makeMatrix, problemsOf } from "./matrix.ts";
import { pageOf } from "./page.ts";

const isCheck = process.argv.includes("--check");
const began = performance.now();
const matrix = await makeMatrix();
const problems = problemsOf(matrix);

const files = new Map([
  ["docs/kill-matrix.md", pageOf(matrix)],
  ["vectors/quick.json", quickFile(matrix.quick)],
]);
const stale = [...files].filter(([path, text]) => !existsSync(path) || readFileSync(path, "utf8") !== text);
if (!isCheck) for (const [path, text] of stale) writeFileSync(path, text);

const survivors = [...matrix.byVectors.values()].filter((ids) => ids.length === 0).length;
const lawful = [...matrix.byLaws.values()].filter((kill) => kill === undefined).length;
console.log(`${FAULTS.length} faults against ${matrix.vectors.length} vectors and the laws`);
console.log(`${FAULTS.length - survivors} noticed by a vector, ${FAULTS.length - lawful} by a law`);
console.log(`${matrix.idle.length} vectors notice none; ${matrix.quick.length} vectors are enough for all`);
console.log(`${((performance.now() - began) / 1000).toFixed(0)} s`);
for (const problem of problems) console.error(problem);
if (isCheck) for (const [path] of stale) console.error(`${path} is not current; run npm run mutants`);
if (problems.length > 0 || (isCheck && stale.length > 0)) process.exitCode = 1;

if (!isCheck) await import("./diagnosis-main.ts");

function quickFile(ids: readonly string[]): string {
  return `{
  "$schema": "./quick.schema.json",
  "format": ${FORMAT},
  "vectors": [
${ids.map((id) => `    ${JSON.stringify(id)}`).join(",\n")}
  ]
}
`;
}
