/**
 * Asks outside implementations for every vector, and writes to vectors/agreement.json which of them agree.
 *
 * This package and its model do not take part, because only independent agreement is evidence. `thin` in the file lists the
 * weakly corroborated vectors. `--check` writes nothing: it asks the installed implementations, and fails if one of them
 * agrees with other vectors than the file lists, or if the list is wrong.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { loadVectors } from "../../src/conformance/vectors/index.ts";
import { type Confirmation, confirm, isWeaklyCorroborated } from "./agreement.ts";
import { AGREEMENT_FILE, agreementText, readAgreement } from "./agreement-file.ts";
import { missingPackages, OUTSIDE, type Outside } from "./implementations.ts";

const MOST_DIFFERENCES = 10;

const isCheck = process.argv.includes("--check");
const vectors = loadVectors();
const recorded = new Map(readAgreement().map((one) => [one.implementation.name, one]));

const absent = OUTSIDE.filter((one) => missingPackages(one).length > 0);
for (const one of absent) console.log(`not here: ${one.name} (needs ${missingPackages(one).join(", ")})`);
if (absent.length > 0 && !isCheck) {
  console.error("npm run generate -- agreement needs every implementation: install these packages first");
  process.exitCode = 1;
} else {
  const confirmations: Confirmation[] = [];
  for (const one of OUTSIDE) {
    const found = absent.includes(one) ? recorded.get(one.name) : await ask(one);
    if (found !== undefined) confirmations.push(found);
  }
  finish(confirmations);
}

async function ask(one: Outside): Promise<Confirmation> {
  const found = await confirm(await one.open(vectors), vectors, one);
  const { name, version } = found.implementation;
  console.log(`${String(found.confirmed.size).padStart(5)}  ${name} ${version}`);
  // Another version that agrees with the same vectors does not count as a difference.
  return isCheck ? { ...found, implementation: recorded.get(one.name)?.implementation ?? found.implementation } : found;
}

function finish(confirmations: readonly Confirmation[]): void {
  const weak = vectors.filter((vector) => isWeaklyCorroborated(vector, confirmations)).length;
  const confirmed = vectors.filter(({ id }) => confirmations.some((one) => one.confirmed.has(id))).length;
  console.log(`${vectors.length} vectors, ${confirmed} confirmed by others, ${weak} weakly corroborated`);
  const [before, after] = [readFileSync(AGREEMENT_FILE, "utf8"), agreementText(vectors, confirmations)];
  if (before === after) return;
  if (!isCheck) {
    writeFileSync(AGREEMENT_FILE, after);
    return;
  }
  const known = new Set(before.split("\n"));
  const differing = after.split("\n").filter((line) => !known.has(line));
  for (const line of differing.slice(0, MOST_DIFFERENCES)) console.error(line.trim());
  console.error("vectors/agreement.json is out of date; run npm run generate -- agreement");
  process.exitCode = 1;
}
