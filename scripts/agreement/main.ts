/**
 * Asks outside implementations for every vector, and writes to vectors/agreement.json which of them agree.
 *
 * This package and its model do not take part, because only independent agreement is evidence. `thin` in the file lists the
 * weakly corroborated vectors. Only the installed implementations are asked; for the others, the file keeps its entries.
 * `--check` writes nothing: it fails if an implementation does not agree where the file lists it, or if `thin` is wrong. An
 * agreement that the file does not list yet is only counted, because a contributor need not install everything.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { loadVectors, type Stage } from "../../src/conformance/vectors/index.ts";
import {
  AGREEMENT_FILE,
  agreementText,
  type Confirmation,
  confirm,
  isWeaklyCorroborated,
  readAgreement,
} from "./agreement.ts";
import { missingPackages, OUTSIDE, type Outside } from "./implementations.ts";

const MOST_DIFFERENCES = 10;

const isCheck = process.argv.includes("--check");
const vectors = loadVectors();
const recorded = new Map(readAgreement().map((one) => [one.implementation.name, one]));

const absent = OUTSIDE.filter((one) => missingPackages(one).length > 0);
for (const one of absent) console.log(`not here: ${one.name} (needs ${missingPackages(one).join(", ")})`);
if (absent.length > 0 && !isCheck) console.log("they are not asked; CI asks them, and counts what can be added");
const confirmations: Confirmation[] = [];
for (const one of OUTSIDE) {
  const found = absent.includes(one) ? recorded.get(one.name) : await ask(one);
  if (found !== undefined) confirmations.push(found);
}
finish(confirmations);

async function ask(one: Outside): Promise<Confirmation> {
  const found = await confirm(await one.open(), vectors, one);
  const { name, version } = found.implementation;
  console.log(`${String(found.confirmed.size).padStart(5)}  ${name} ${version}`);
  // Another version that agrees with the same vectors does not count as a difference.
  return isCheck ? { ...found, implementation: recorded.get(one.name)?.implementation ?? found.implementation } : found;
}

function finish(confirmations: readonly Confirmation[]): void {
  const weak = vectors.filter((vector) => isWeaklyCorroborated(vector, confirmations)).length;
  const confirmed = vectors.filter(({ id }) => confirmations.some((one) => one.confirmed.has(id))).length;
  console.log(`${vectors.length} vectors, ${confirmed} confirmed by others, ${weak} weakly corroborated`);
  const before = readFileSync(AGREEMENT_FILE, "utf8");
  if (!isCheck) {
    writeFileSync(AGREEMENT_FILE, agreementText(vectors, confirmations));
    return;
  }
  const listed = confirmations.map((one) => ({ ...one, confirmed: listedOf(one) }));
  const countOf = (all: readonly Confirmation[]): number =>
    all.reduce((sum, one) => sum + [...one.confirmed.values()].reduce((size, stages) => size + stages.size, 0), 0);
  const unlisted = countOf(confirmations) - countOf(listed);
  if (unlisted > 0) console.log(`${unlisted} more values agree; npm run generate -- agreement adds them`);
  const after = agreementText(vectors, listed);
  if (before === after) return;
  const known = new Set(before.split("\n"));
  const differing = after.split("\n").filter((line) => !known.has(line));
  for (const line of differing.slice(0, MOST_DIFFERENCES)) console.error(line.trim());
  console.error(
    "vectors/agreement.json lists an agreement that does not exist, or another list of weakly corroborated vectors; run npm run generate -- agreement",
  );
  process.exitCode = 1;
}

/** What an implementation confirms among the values that the file lists. */
function listedOf({ implementation, confirmed }: Confirmation): Confirmation["confirmed"] {
  const listed = recorded.get(implementation.name)?.confirmed ?? new Map<string, ReadonlySet<Stage>>();
  const both = [...confirmed].map(([id, stages]): [string, Set<Stage>] => {
    return [id, new Set([...stages].filter((stage) => listed.get(id)?.has(stage)))];
  });
  return new Map(both.filter(([, stages]) => stages.size > 0));
}
