/**
 * Generates vectors and writes them after the published ones of each file. Running it again changes nothing. With
 * `--check` it writes nothing, and fails if a file is out of date.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inProcessDriver } from "../../src/conformance/drivers/index.ts";
import { model } from "../../src/conformance/implementations/model.ts";
import {
  FORMAT,
  fileOfVector,
  flagsOf,
  type JsonVector,
  listText,
  loadRules,
  openMembers,
  openPoints,
  readInput,
  type StageValues,
  VECTOR_FILES,
  VECTORS_FOLDER,
  type Vector,
  type VectorInput,
  writeVerificationVector,
} from "../../src/conformance/vectors/index.ts";
import { FAMILIES } from "./families/index.ts";
import type { Draft, Family } from "./types.ts";
import { VERIFICATION_FAMILIES } from "./verification/frozen-cases.ts";
import { vectorOf as verificationVectorOf } from "./verification/vector-of.ts";

type GeneratedVector = JsonVector | ReturnType<typeof writeVerificationVector>;

interface VectorFile {
  readonly $schema: string;
  readonly title: string;
  readonly vectors: readonly GeneratedVector[];
}

const driver = inProcessDriver(model);
const isCheck = process.argv.includes("--check");
const rules = loadRules();
const made = FAMILIES.flatMap((family) => family.make().map((draft, index) => vectorOf(family, draft, index + 1)));
const madeForVerifiers = VERIFICATION_FAMILIES.flatMap(({ cases }) =>
  cases.map((one) => writeVerificationVector(verificationVectorOf(one, rules))),
);
const changed = [
  ...VECTOR_FILES.filter(
    (name) =>
      !isUpToDate(
        name,
        made.filter(({ id, level }) => fileOfVector(id.split("/", 1)[0]!, level) === name),
      ),
  ),
  ...["verifier"].filter((name) => !isUpToDate(name, madeForVerifiers)),
];

for (const { name, cases } of VERIFICATION_FAMILIES) {
  console.log(`${String(cases.length).padStart(4)}  verifier/${name}`);
}
for (const family of FAMILIES) {
  const count = made.filter(({ source }) => source.kind === "generated" && source.generator === family.name).length;
  console.log(`${String(count).padStart(4)}  ${family.area}/${family.name}`);
}
console.log(
  `${String(made.length + madeForVerifiers.length).padStart(4)}  in total; ${changed.length === 0 ? "no file" : changed.join(", ")} changed`,
);
if (isCheck && changed.length > 0) {
  console.error("vectors are out of date; run npm run generate -- vectors");
  process.exitCode = 1;
}

function vectorOf(family: Family, draft: Draft, number: number): JsonVector {
  const id = `${family.area}/${family.name}/${number}`;
  const { comment, rule, operation, input } = draft;
  const level = rules.get(rule)?.level;
  if (level === undefined) throw new Error(`${id}: unknown rule ${rule}`);
  try {
    const read = readInput(id, operation, input);
    const open = openMembers(level, read);
    return {
      id,
      comment,
      rule,
      level: open?.level ?? level,
      flags: flagsOf(read),
      source: { kind: "generated", generator: family.name },
      operation,
      input: { ...input },
      expected: expectedOf(draft),
      published: [],
      ...(open && { open: open.open }),
    };
  } catch (error) {
    throw new Error(`${id}: ${(error as Error).message}`, { cause: error });
  }
}

/** Writes the file if it differs, except with `--check`. */
function isUpToDate(name: string, generated: readonly GeneratedVector[]): boolean {
  const path = join(VECTORS_FOLDER, `${name}.json`);
  const before = readFileSync(path, "utf8");
  const { $schema, title, vectors } = JSON.parse(before) as VectorFile;
  const published = vectors.filter(({ source }) => source.kind === "published").map(withOpenPoints);
  // No family can generate the promoted counterexamples again.
  const promoted = vectors.filter(
    ({ source }) => source.kind === "generated" && source.generator === "counterexamples",
  );
  const after = listText({ $schema, format: FORMAT, title }, "vectors", [...published, ...generated, ...promoted]);
  if (before !== after && !isCheck) writeFileSync(path, after);
  return before === after;
}

/** A published vector with the flag and the level of the point of its input that RFC 5849 leaves open, if it has such a point. */
function withOpenPoints(vector: GeneratedVector): GeneratedVector {
  if (!("operation" in vector)) return vector;
  const input = readInput(vector.id, vector.operation, vector.input);
  const { open: _, ...others } = vector;
  const members = openMembers(rules.get(vector.rule)?.level, input);
  if (members === undefined) return others;
  return { ...others, flags: [...new Set([...vector.flags, ...openPoints(input)])].sort(), ...members };
}

/** The expected stages of a vector. Throws if the model refuses the input unexpectedly, or does not refuse it as expected. */
export function expectedOf({ operation, input, mustRefuse }: Draft): Vector["expected"] {
  const stages = answer(readInput("input", operation, input));
  if (stages === undefined && mustRefuse) return { refused: true };
  if (stages === undefined || mustRefuse) throw new Error(`the model ${stages ? "accepts" : "refuses"} this input`);
  // The URL is a stage only if signing changes it.
  const { url, ...others } = stages;
  return input.transport === "query" ? stages : others;
}

function answer(input: VectorInput): StageValues | undefined {
  const answered = driver.ask(input);
  if (answered instanceof Promise) throw new Error("expected a synchronous answer of the model");
  if (answered.ok) return answered.stages;
  if (answered.error === "refused") return undefined;
  throw new Error(answered.message);
}
