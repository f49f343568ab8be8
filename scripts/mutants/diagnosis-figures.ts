/** Measures the accuracy of the diagnosis with a fixed seed, and reports figures that are too low. */

import type { Diagnosis } from "../../src/diagnosis/index.ts";
import { FAULTS, type Fault } from "../../src/faults/index.ts";
import { specification } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";
import { diagnoseSent, measurePair, measureSingle, requestAt } from "./measure-diagnosis.ts";

const SEED = 5849;
const EACH = { seed: SEED, wanted: 3, tries: 300 };
const MOST_CANDIDATES = 1.3;
const PAIRS = 60;
const LEAST_PAIRS = 0.95;
const RIGHT = 10_000;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Measures everything, which takes minutes. Prints the figures, and returns those that are too low as sentences. */
export function measureDiagnosis(): string[] {
  const { problems, mean } = measureSingles(FAULTS);
  if (mean > MOST_CANDIDATES) {
    problems.push(`the mean number of candidates is ${mean.toFixed(2)}, above ${MOST_CANDIDATES}`);
  }
  return [...problems, ...measurePairs(), ...measureRightRequests()];
}

/** Measures how often faults are named in requests that show one of them, and the average number of candidates. */
export function measureSingles(faults: readonly Fault[]): { readonly problems: string[]; readonly mean: number } {
  const problems: string[] = [];
  const singles = faults.map((fault) => measureSingle(fault, EACH));
  const shown = singles.filter(({ triggered }) => triggered > 0);
  for (const { id, triggered } of singles) if (triggered === 0) problems.push(`${id} is not shown by any request`);
  const triggered = sum(shown.map((one) => one.triggered));
  const mean = sum(shown.map((one) => one.candidates)) / triggered;
  console.log(`one fault: ${shown.length} of ${faults.length} are shown by ${triggered} generated requests`);
  console.log(`  named for ${sum(shown.map((one) => one.named))}; mean number of candidates ${mean.toFixed(2)}`);
  for (const { id, missed } of shown) {
    if (missed.length === 0) continue;
    console.log(`  ${id} is not named for ${missed.map((index) => `${SEED}:${index}`).join(", ")}`);
    problems.push(`${id} must be named: see docs/contributing/add-a-fault.md`);
  }
  const largest = [...new Set(shown.map((one) => one.largest.join(", ")))].sort((a, b) => b.length - a.length);
  console.log("  largest sets of candidates:");
  for (const set of largest.slice(0, 5)) console.log(`    ${set}`);
  return { problems, mean };
}

function measurePairs(): string[] {
  const measured = randomPairs().map((pair) => ({ pair, ...measurePair(pair, { seed: SEED, wanted: 1, tries: 60 }) }));
  const both = sum(measured.map((one) => one.triggered));
  const found = sum(measured.map((one) => one.found));
  console.log(`two faults: ${found} of ${both} pairs found (${((100 * found) / both).toFixed(1)} %)`);
  for (const { pair, missed } of measured) {
    if (missed.length > 0)
      console.log(`  ${pair.map(({ id }) => id).join(" + ")} is not found for ${SEED}:${missed[0]}`);
  }
  return found < LEAST_PAIRS * both ? ["fewer than 95 % of the pairs are found"] : [];
}

/** Some generated timestamps are of the size of milliseconds, so that notice is true of their requests. */
function isAccused({ kind, notices }: Diagnosis): boolean {
  if (kind === "rejected") return notices.some(({ id, rejects }) => rejects && id !== "timestamp-milliseconds");
  return kind !== "right";
}

function measureRightRequests(): string[] {
  let accused = 0;
  for (let index = 0; index < RIGHT; index++) {
    const request = requestAt(SEED, index);
    const sent = sendAs(request, specification);
    if (sent !== undefined && isAccused(diagnoseSent(request, sent))) accused += 1;
  }
  console.log(`a correct client: ${accused} of ${RIGHT} requests got a cause`);
  return accused > 0 ? ["a correct client gets a cause"] : [];
}

/** Random pairs of faults, from the fixed seed. */
function randomPairs(): (readonly [Fault, Fault])[] {
  let state = SEED;
  const next = (): Fault => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return FAULTS[(state >> 8) % FAULTS.length]!;
  };
  return Array.from({ length: PAIRS }, () => [next(), next()] as const).filter(([one, other]) => one !== other);
}
