/**
 * Runs every fault as an implementation against the suite, prints the score, and writes docs/data/kill-matrix.md and
 * vectors/quick.json. With `--check`, it writes nothing and fails if a file is out of date. Without it, the diagnosis is
 * measured too. `--fault ID` measures only this fault, and writes nothing. With `--references`, it also measures the reference in another
 * language, which needs python3-oauthlib.
 */

import { parseArgs } from "node:util";
import { FORMAT, loadVectors } from "../../src/conformance/vectors/index.ts";
import { FAULTS, type Fault } from "../../src/faults/index.ts";
import { writeGenerated } from "../write-generated.ts";
import { measureDiagnosis, measureSingles } from "./diagnosis-figures.ts";
import { detectedBy, makeMatrix, problemsOf, titleOf } from "./matrix.ts";
import { pageOf } from "./page.ts";
import { propertyKills } from "./property-kills.ts";
import { measureOtherLanguages, RECORD, readOtherLanguages, recordText } from "./reference-kills.ts";
import { vectorKills } from "./vector-kills.ts";

const { values } = parseArgs({
  options: { check: { type: "boolean" }, references: { type: "boolean" }, fault: { type: "string" } },
});
const fault = FAULTS.find(({ id }) => id === values.fault);
if (values.fault !== undefined && fault === undefined) {
  throw new Error(`expected the id of a fault after --fault, got ${values.fault}`);
}
if (fault === undefined) await measureAll();
else await measureOne(fault);

/** Prints what detects one fault, and whether the diagnosis names it. Writes no file, because each lists every fault. */
async function measureOne(one: Fault): Promise<void> {
  const byVectors = vectorKills([one], loadVectors()).get(one.id)!;
  const byProperty = (await propertyKills([one])).get(one.id);
  const unmet = [
    ...(byVectors.length === 0 ? [`no vector detects ${one.id}`] : []),
    ...(byProperty === undefined ? [`no property detects ${one.id}`] : []),
    ...measureSingles([one]).problems,
  ];
  console.log(`${byVectors.length} vectors detect ${one.id}: ${byVectors.slice(0, 5).join(", ")}`);
  if (byProperty !== undefined) console.log(`the property ${byProperty.property} detects it`);
  for (const problem of unmet) console.error(problem);
  if (unmet.length > 0) process.exitCode = 1;
}

/** Measures every fault, and writes the files. */
async function measureAll(): Promise<void> {
  const began = performance.now();
  const matrix = await makeMatrix(values.references ? measureOtherLanguages : readOtherLanguages);
  const problems = problemsOf(matrix);

  const files = {
    "docs/data/kill-matrix.md": pageOf(matrix),
    "vectors/quick.json": quickFile(matrix.quick),
    [RECORD]: recordText(matrix.byReferences[1]),
  };
  writeGenerated(files, "npm run mutants");

  const survivors = [...matrix.byVectors.values()].filter((ids) => ids.length === 0).length;
  const undetected = [...matrix.byProperties.values()].filter((kill) => kill === undefined).length;
  console.log(`${FAULTS.length} faults against ${matrix.vectors.length} vectors and the properties`);
  console.log(`${FAULTS.length - survivors} detected by a vector, ${FAULTS.length - undetected} by a property`);
  for (const groups of [matrix.byReferences.slice(0, 1), matrix.byReferences])
    console.log(
      `${detectedBy(groups)} detected by ${titleOf(groups)}, without vectors, if the model has the fault too`,
    );
  console.log(`${matrix.idle.length} vectors detect no fault; ${matrix.quick.length} quick vectors`);
  console.log(`${((performance.now() - began) / 1000).toFixed(0)} s`);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;

  if (!values.check && problems.length === 0) {
    const unmet = measureDiagnosis();
    for (const one of unmet) console.error(one);
    if (unmet.length > 0) process.exitCode = 1;
  }
}

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
