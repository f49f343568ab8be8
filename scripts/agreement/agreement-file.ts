/** The content of vectors/agreement.json. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Hello } from "../../src/conformance/drivers/index.ts";
import { FORMAT, STAGES, type Stage, VECTORS_FOLDER, type Vector } from "../../src/conformance/vectors/index.ts";
import { type Confirmation, isWeaklyCorroborated } from "./agreement.ts";

export const AGREEMENT_FILE: string = join(VECTORS_FOLDER, "agreement.json");

interface AgreementFile {
  readonly implementations: readonly Hello["implementation"][];
  /** The names of the implementations that agree, by vector and stage. */
  readonly vectors: Readonly<Record<string, { readonly [stage in Stage]?: readonly string[] }>>;
}

/** The vectors that each implementation confirms according to the file. */
export function readAgreement(): Confirmation[] {
  const { implementations, vectors } = JSON.parse(readFileSync(AGREEMENT_FILE, "utf8")) as AgreementFile;
  return implementations.map((implementation) => {
    const stagesOf = (id: string): Stage[] =>
      STAGES.filter((stage) => vectors[id]?.[stage]?.includes(implementation.name));
    const confirmed = Object.keys(vectors).map((id): [string, Set<Stage>] => [id, new Set(stagesOf(id))]);
    return { implementation, confirmed: new Map(confirmed.filter(([, stages]) => stages.size > 0)) };
  });
}

/** The text of the file. Ids without a vector are left out. */
export function agreementText(vectors: readonly Vector[], confirmations: readonly Confirmation[]): string {
  const implementations = confirmations.map(({ implementation: { name, version, language } }) => {
    return { name, version, language };
  });
  const weak = vectors.filter((vector) => isWeaklyCorroborated(vector, confirmations));
  const lines = vectors.map((vector) => lineOf(vector, confirmations)).filter((line) => line !== undefined);
  return `{
  "format": ${FORMAT},
  "implementations": ${JSON.stringify(implementations)},
  "thin": [
${weak.map(({ id }) => `    ${JSON.stringify(id)}`).join(",\n")}
  ],
  "vectors": {
${lines.join(",\n")}
  }
}
`;
}

function lineOf({ id }: Vector, confirmations: readonly Confirmation[]): string | undefined {
  const namesAt = (stage: Stage): string[] =>
    confirmations.filter(({ confirmed }) => confirmed.get(id)?.has(stage)).map(({ implementation: { name } }) => name);
  const stages = STAGES.map((stage) => [stage, namesAt(stage)] as const).filter(([, names]) => names.length > 0);
  return stages.length === 0 ? undefined : `    ${JSON.stringify(id)}: ${JSON.stringify(Object.fromEntries(stages))}`;
}
