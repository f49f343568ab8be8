/** `countersign vectors promote`: turns a saved counterexample into vectors, so that every later run includes it. */

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inProcessDriver } from "../../conformance/drivers/index.ts";
import { model } from "../../conformance/implementations/index.ts";
import { checkProperty, NotOffered, PROPERTIES, type Property } from "../../conformance/properties/index.ts";
import type { Terminal } from "../../conformance/reporters/index.ts";
import {
  type Answer,
  type Ask,
  copyVectors,
  FORMAT,
  flagsOf,
  type InputOf,
  loadRules,
  type Operation,
  type Rule,
  type StageValues,
  VECTORS_FOLDER,
  type VectorInput,
  writeInput,
  writeVector,
} from "../../conformance/vectors/index.ts";
import { VECTORS_FILE } from "../../conformance/vectors/vector-shapes.ts";
import { VERIFIER_FILE } from "../../conformance/vectors/verifier-shapes.ts";
import { readCounterexample } from "../check/counterexamples.ts";
import { EXIT, type ExitCode, UsageError } from "../exit-codes.ts";
import { parseChecked } from "../input/checked-json.ts";
import { readFile } from "../input/read-file.ts";
import { unknownName } from "../input/similar-names.ts";
import { logMessage } from "../output/terminal.ts";
import { checkVectorsFolder } from "./vectors-folder.ts";
import { specifiedVerdict, verifierVector } from "./verifier-vector.ts";

/** The options as they were typed; the help text of the command describes them. */
export interface PromoteOptions {
  readonly vectors?: string;
  readonly rule?: string;
  readonly comment?: string;
}

/** A question that a property asks, and the answer of the specification. */
interface AnsweredQuestion {
  readonly input: VectorInput;
  readonly stages: StageValues;
}

/** Appends a vector for each question that the property asks about the case. Prints their ids. */
export async function promote(path: string, options: PromoteOptions, terminal: Terminal): Promise<ExitCode> {
  const folder = folderOfVectors(options.vectors ?? VECTORS_FOLDER);
  checkVectorsFolder(folder);
  const saved = await readCounterexample(path);
  const property = PROPERTIES.find(({ id }) => id === saved.property)!;
  const rule = ruleOf(property, options, folder);
  const questions = await questionsOf(property, saved.case);
  if (questions.length === 0) {
    throw new UsageError(`no vector can be made of ${path}: the specification refuses all that ${property.id} asks`);
  }
  const comment = options.comment ?? `A counterexample to the property ${property.id}.`;
  const faults = faultsOf(saved.case);
  const ids = questions.map((question) => append(folder, question, { rule, comment, faults }));
  const added = ids.filter((id) => id !== undefined);
  if (added.length === 0) throw new UsageError(`the vectors in ${folder} have all the questions of ${path} already`);
  for (const id of added) terminal.out(`${id}\n`);
  logMessage(
    "countersign: edit the comments of the new vectors; in a checkout, record their ids: npm run generate -- lock",
  );
  return EXIT.ok;
}

/** A new folder starts as a copy. An existing one without rules is not a folder of vectors, and is probably a mistake. */
function folderOfVectors(folder: string): string {
  if (!existsSync(folder)) copyVectors(folder);
  if (existsSync(join(folder, "rules.json"))) return folder;
  throw new UsageError(
    `expected a folder with vectors at ${folder}, got one without rules.json`,
    "name a folder that does not exist: it then becomes a copy of the vectors of the package",
  );
}

function ruleOf({ rules, id }: Property, { rule: wanted = rules[0] ?? "" }: PromoteOptions, folder: string): Rule {
  const all = loadRules(folder);
  const rule = all.get(wanted);
  if (rule !== undefined) return rule;
  const next = `the property ${id} has the rules ${rules.join(", ")}`;
  throw unknownName(`no rule has the id ${JSON.stringify(wanted)}`, wanted, all.keys(), next);
}

/** Checks the property on the specification, which answers everything correctly, and keeps each question once. */
async function questionsOf(property: Property, saved: unknown): Promise<readonly AnsweredQuestion[]> {
  const { ask, outside } = inProcessDriver(model);
  const asked = new Map<string, AnsweredQuestion>();
  const keeping: Ask = async (input) => {
    const reason = outside?.(input);
    if (reason !== undefined) return { ok: false, error: "unsupported", message: reason };
    if (input.operation === "verify") return verified(input);
    const answer = await ask(input);
    if (answer.ok) asked.set(JSON.stringify(input), { input, stages: answer.stages });
    return answer;
  };
  // For a verifier, only requests that it must reject become vectors: the others only show that the verifier works.
  const verified = (input: InputOf<"verify">): Answer => {
    const stages = specifiedVerdict(input);
    if (stages.valid === false) asked.set(JSON.stringify(writeInput(input)), { input, stages });
    return { ok: true, stages };
  };
  try {
    await checkProperty(property, saved, keeping);
  } catch (error) {
    if (!(error instanceof NotOffered)) throw error;
  }
  return [...asked.values()];
}

/** The mistakes that a case names. */
function faultsOf(saved: unknown): readonly string[] {
  const { faults } = (typeof saved === "object" && saved !== null ? saved : {}) as { readonly faults?: unknown };
  return Array.isArray(faults) ? faults.filter((one) => typeof one === "string") : [];
}

const TOPIC = "counterexamples";

/** The first part of the ids, for operations with another name. */
const AREAS: { readonly [operation in Operation]?: string } = {
  "percent-decoding": "percent-encoding",
  "authorization-header-parsing": "authorization-header",
  "body-hash": "body",
  "verify-signature": "verification",
  verify: "verifier",
  sign: "request",
  "sign-exactly": "request",
};

/** The vectors are written back as they were read. */
interface VectorFile {
  readonly title: string;
  readonly vectors: readonly Readonly<Record<string, unknown>>[];
}

/** Appends one vector to its file. Returns its id; `undefined` if a vector already contains the same question. */
function append(
  folder: string,
  { input, stages }: AnsweredQuestion,
  about: { readonly rule: Rule; readonly comment: string; readonly faults: readonly string[] },
): string | undefined {
  const { operation } = input;
  const area = AREAS[operation] ?? operation;
  if (operation === "verify") return appendForVerifiers(folder, input, about);
  const name = about.rule.level === "gateway" ? "gateway" : area === "request" ? "requests" : area;
  const path = join(folder, `${name}.json`);
  const { title, vectors } = readVectorFile(path, name, "schema.json");
  const question = JSON.stringify([operation, writeInput(input)]);
  if (vectors.some((one) => JSON.stringify([one.operation, one.input]) === question)) return undefined;
  const id = `${area}/${TOPIC}/${freeNumber(vectors, `${area}/${TOPIC}/`)}`;
  // The URL is a stage only if signing changes it.
  const { url, ...others } = stages;
  const vector = writeVector({
    id,
    comment: about.comment,
    rule: about.rule.id,
    level: about.rule.level,
    flags: flagsOf(input),
    source: { kind: "generated", generator: TOPIC },
    input,
    expected: "transport" in input && input.transport === "query" ? stages : others,
    published: [],
  });
  writeVectorFile(path, { title, vectors: [...vectors, vector] }, "schema.json");
  return id;
}

function appendForVerifiers(
  folder: string,
  input: InputOf<"verify">,
  about: { readonly rule: Rule; readonly comment: string; readonly faults: readonly string[] },
): string | undefined {
  const path = join(folder, "verifier.json");
  const { title, vectors } = readVectorFile(path, "verifier", "verifier.schema.json");
  const id = `verifier/${TOPIC}/${freeNumber(vectors, `verifier/${TOPIC}/`)}`;
  const vector = verifierVector(input, { id, ...about });
  const question = ({ server, request }: { readonly server?: unknown; readonly request?: unknown }): string =>
    JSON.stringify([server, request]);
  if (vectors.some((one) => question(one) === question(vector))) return undefined;
  writeVectorFile(path, { title, vectors: [...vectors, { ...vector }] }, "verifier.schema.json");
  return id;
}

function writeVectorFile(path: string, { title, vectors }: VectorFile, schema: VectorSchema): void {
  const lines = vectors.map((one) => `    ${JSON.stringify(one)}`).join(",\n");
  const head = `  "$schema": "./${schema}",\n  "format": ${FORMAT},\n  "title": ${JSON.stringify(title)},\n  "vectors": [\n`;
  writeFileSync(path, `{\n${head}${lines}\n  ]\n}\n`);
}

const SHAPES = { "schema.json": VECTORS_FILE, "verifier.schema.json": VERIFIER_FILE };
type VectorSchema = keyof typeof SHAPES;

function readVectorFile(path: string, name: string, schema: VectorSchema): VectorFile {
  if (!existsSync(path)) return { title: `Vectors: ${name}`, vectors: [] };
  const source = { what: "a file with vectors", file: path };
  return parseChecked(readFile(path).toString("utf8"), SHAPES[schema], source) as VectorFile;
}

/** One more than the highest number: a number is never used again. */
function freeNumber(vectors: VectorFile["vectors"], beginning: string): number {
  const ids = vectors.map(({ id }) => String(id));
  const numbers = ids.filter((id) => id.startsWith(beginning)).map((id) => Number(id.split("/")[2]));
  return Math.max(0, ...numbers) + 1;
}
