/**
 * Asks implementations that others have written for the value of every stage, and writes down which of them agree.
 *
 * Our own two writings are not asked: agreement is worth something only where it is independent. A vector is thin where
 * it has fewer than two origins: its published source counts as one, each outside implementation that gives the owed
 * stage as another.
 *
 * Needs python3 with oauthlib (Debian: python3-oauthlib).
 *
 * @module
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Driver, inProcessDriver } from "../../src/conformance/drivers/index.ts";
import { loadBuiltin, REFERENCES } from "../../src/conformance/implementations/index.ts";
import {
  expectedStage,
  FORMAT,
  loadVectors,
  REQUIRED_STAGE,
  STAGES,
  type Stage,
  stageText,
  VECTORS_FOLDER,
  type Vector,
} from "../../src/conformance/vectors/index.ts";
import { oauthlib } from "./oauthlib.ts";

const vectors = loadVectors();
const references = await Promise.all(REFERENCES.map(loadBuiltin));
const drivers: Driver[] = [...references.map((one) => inProcessDriver(one!)), oauthlib(vectors)];

/** Names of the outside implementations that agree, by vector and stage. */
const agreement: Record<string, { [stage in Stage]?: string[] }> = {};
const implementations = [];
for (const driver of drivers) {
  const { implementation, operations } = await driver.hello();
  implementations.push(implementation);
  for (const vector of vectors) {
    if (!operations.includes(vector.input.operation)) continue;
    if (driver.outside?.(vector.input) !== undefined) continue;
    for (const stage of agreedStages(vector, await driver.ask(vector.input))) {
      agreement[vector.id] ??= {};
      agreement[vector.id]![stage] ??= [];
      agreement[vector.id]![stage]!.push(implementation.name);
    }
  }
}

function agreedStages(vector: Vector, answer: Awaited<ReturnType<Driver["ask"]>>): Stage[] {
  const owed = REQUIRED_STAGE[vector.input.operation];
  if (!answer.ok) return "refused" in vector.expected && answer.error !== "unsupported" ? [owed] : [];
  return STAGES.filter((stage) => {
    const expected = expectedStage(vector, stage);
    const actual = answer.stages[stage];
    return expected !== undefined && actual !== undefined && stageText(stage, expected) === stageText(stage, actual);
  });
}

/** Who agrees on all the way: a signature over a base string that came from us says nothing about the base string. */
function origins(vector: Vector): string[] {
  const agreed = agreement[vector.id] ?? {};
  const names = agreed[REQUIRED_STAGE[vector.input.operation]] ?? [];
  const isWhole = vector.input.operation === "sign" || vector.input.operation === "sign-exactly";
  return isWhole ? names.filter((name) => agreed["base-string"]?.includes(name)) : names;
}

function isThin(vector: Vector): boolean {
  const isPublished = vector.published.length > 0 && vector.disputed === undefined ? 1 : 0;
  return isPublished + origins(vector).length < 2;
}

const thin = vectors.filter(isThin).map(({ id }) => id);
const lines = vectors
  .filter(({ id }) => agreement[id] !== undefined)
  .map(({ id }) => `    ${JSON.stringify(id)}: ${JSON.stringify(agreement[id])}`);
const json = `{
  "format": ${FORMAT},
  "implementations": ${JSON.stringify(implementations)},
  "thin": [
${thin.map((id) => `    ${JSON.stringify(id)}`).join(",\n")}
  ],
  "vectors": {
${lines.join(",\n")}
  }
}
`;
writeFileSync(join(VECTORS_FOLDER, "agreement.json"), json);
process.stdout.write(`${vectors.length} vectors, ${lines.length} confirmed from outside, ${thin.length} thin\n`);
