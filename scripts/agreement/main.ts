/**
 * Computes every stage with third-party implementations, and writes to vectors/agreement.json which of them agree.
 *
 * This package and its model do not take part: only independent agreement is evidence. A vector is weakly corroborated
 * (`thin` in the file) if it has fewer than two origins. Its published source is one origin; each third-party implementation
 * that computes the required stage is another.
 *
 * Needs python3 with oauthlib (Debian: python3-oauthlib).
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
const drivers: Driver[] = [...references.map((reference) => inProcessDriver(reference!)), oauthlib(vectors)];

/** Names of the third-party implementations that agree, by vector and stage. */
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
  const required = REQUIRED_STAGE[vector.input.operation];
  if (!answer.ok) return "refused" in vector.expected && answer.error !== "unsupported" ? [required] : [];
  return STAGES.filter((stage) => {
    const expected = expectedStage(vector, stage);
    const actual = answer.stages[stage];
    return expected !== undefined && actual !== undefined && stageText(stage, expected) === stageText(stage, actual);
  });
}

/**
 * The implementations that confirm a vector. For whole requests they must agree on the base string too, because a signature
 * over the model's base string does not confirm the base string.
 */
function origins(vector: Vector): string[] {
  const agreed = agreement[vector.id] ?? {};
  const names = agreed[REQUIRED_STAGE[vector.input.operation]] ?? [];
  const isWhole = vector.input.operation === "sign" || vector.input.operation === "sign-exactly";
  return isWhole ? names.filter((name) => agreed["base-string"]?.includes(name)) : names;
}

function isWeaklyCorroborated(vector: Vector): boolean {
  const isPublished = vector.published.length > 0 && vector.disputed === undefined ? 1 : 0;
  return isPublished + origins(vector).length < 2;
}

const weaklyCorroborated = vectors.filter(isWeaklyCorroborated).map(({ id }) => id);
const lines = vectors
  .filter(({ id }) => agreement[id] !== undefined)
  .map(({ id }) => `    ${JSON.stringify(id)}: ${JSON.stringify(agreement[id])}`);
const json = `{
  "format": ${FORMAT},
  "implementations": ${JSON.stringify(implementations)},
  "thin": [
${weaklyCorroborated.map((id) => `    ${JSON.stringify(id)}`).join(",\n")}
  ],
  "vectors": {
${lines.join(",\n")}
  }
}
`;
writeFileSync(join(VECTORS_FOLDER, "agreement.json"), json);
process.stdout.write(
  `${vectors.length} vectors, ${lines.length} confirmed by third parties, ${weaklyCorroborated.length} weakly corroborated\n`,
);
