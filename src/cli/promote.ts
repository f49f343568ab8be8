/**
 * `countersign vectors promote`: makes vectors of a counterexample, so that what was found once by chance is asked
 * every time.
 *
 * @module
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inProcessDriver } from "../conformance/drivers/index.ts";
import { BUILTIN } from "../conformance/implementations/index.ts";
import { holds, PROPERTIES, type Property } from "../conformance/properties/index.ts";
import type { Terminal } from "../conformance/reporters/index.ts";
import {
  type Ask,
  flagsOf,
  loadRules,
  type Operation,
  type Rule,
  type StageValues,
  VECTORS_FOLDER,
  type VectorInput,
  writeInput,
  writeVector,
} from "../conformance/vectors/index.ts";
import { arrayOf, type JsonObject, object, text } from "../conformance/vectors/shape.ts";
import { tell } from "./console.ts";
import { readCounterexample } from "./counterexamples.ts";
import { EXIT, UsageError } from "./exit-codes.ts";
import { shellWord } from "./shell-word.ts";
import { checkVectorsFolder } from "./vectors-folder.ts";

/** What the command takes. */
export interface PromoteOptions {
  /** Folder with vectors. @default the shipped ones */
  readonly vectors?: string;
  /** The rule that the vectors are about. @default the law's first */
  readonly rule?: string;
  /** What they show, in one line. @default the law's statement */
  readonly comment?: string;
}

/** A question that a law asks in a case, and what the specification answers. */
interface Asked {
  readonly input: VectorInput;
  readonly stages: StageValues;
}

/** Appends a vector for each question that the law asks in that case; prints their ids. */
export async function promote(path: string, options: PromoteOptions, terminal: Terminal): Promise<number> {
  const folder = existing(options.vectors ?? VECTORS_FOLDER);
  checkVectorsFolder(folder);
  const saved = readCounterexample(path);
  const law = PROPERTIES.find(({ id }) => id === saved.property);
  if (law === undefined)
    throw new UsageError(`no law is called ${JSON.stringify(saved.property)}, which ${path} names`);
  const rule = ruleOf(law, options, folder);
  const questions = await questionsOf(law, saved.case);
  if (questions.length === 0) {
    throw new UsageError(
      `the specification answers nothing that ${law.id} asks in ${path}, so that no vector can be made`,
    );
  }
  const comment = options.comment ?? `A counterexample to the law ${law.id}.`;
  const ids = questions.map((question) => append(folder, question, { rule, comment }));
  const added = ids.filter((id) => id !== undefined);
  if (added.length === 0) throw new UsageError(`the vectors in ${folder} ask already what ${path} asks`);
  for (const id of added) terminal.out(`${id}\n`);
  tell("countersign: give each a comment of its own; in a checkout npm run vectors:lock takes down their ids");
  return EXIT.ok;
}

/** A folder of vectors is never begun: without rules and the vectors of others it would be none. */
function existing(folder: string): string {
  if (existsSync(join(folder, "rules.json"))) return folder;
  throw new UsageError(
    `expected a folder with vectors at ${folder}, got one without rules.json`,
    `copy the shipped one first: cp -r ${shellWord(VECTORS_FOLDER)} ${shellWord(folder)}`,
  );
}

function ruleOf({ rules, id }: Property, { rule: wanted = rules[0] ?? "" }: PromoteOptions, folder: string): Rule {
  const rule = loadRules(folder).get(wanted);
  if (rule !== undefined) return rule;
  throw new UsageError(`no rule is called ${JSON.stringify(wanted)}`, `the law ${id} has ${rules.join(", ")}`);
}

/** Every question once: the law is checked on the specification, which answers all of them right. */
async function questionsOf(law: Property, one: unknown): Promise<readonly Asked[]> {
  const { ask, outside } = inProcessDriver(BUILTIN.get("model")!);
  const asked = new Map<string, Asked>();
  const listening: Ask = async (input) => {
    const reason = outside?.(input);
    if (reason !== undefined) return { ok: false, error: "unsupported", message: reason };
    const answer = await ask(input);
    if (answer.ok) asked.set(JSON.stringify(input), { input, stages: answer.stages });
    return answer;
  };
  try {
    await holds(law, one, listening);
  } catch (error) {
    throw new UsageError(`the case is none of the law ${law.id}: ${(error as Error).message}`);
  }
  return [...asked.values()];
}

const TOPIC = "counterexamples";

/** The area of the ids, where it is not called like the operation. */
const AREAS: { readonly [operation in Operation]?: string } = {
  "percent-decoding": "percent-encoding",
  "authorization-header-parsing": "authorization-header",
  "body-hash": "body",
  "verify-signature": "verification",
  sign: "request",
  "sign-exactly": "request",
};

interface VectorFile {
  readonly title: string;
  /** As the file has them: they are written back as they were. */
  readonly vectors: readonly JsonObject[];
}

/** Writes one vector behind the others of its file; returns its id, or nothing where one of those asks the same. */
function append(
  folder: string,
  { input, stages }: Asked,
  about: { readonly rule: Rule; readonly comment: string },
): string | undefined {
  const { operation } = input;
  const area = AREAS[operation] ?? operation;
  const name = about.rule.level === "gateway" ? "gateway" : area === "request" ? "requests" : area;
  const path = join(folder, `${name}.json`);
  const { title, vectors } = readFileOf(path, name);
  const question = JSON.stringify([operation, writeInput(input)]);
  if (vectors.some((one) => JSON.stringify([one.operation, one.input]) === question)) return undefined;
  const id = `${area}/${TOPIC}/${freeNumber(vectors, `${area}/${TOPIC}/`)}`;
  // The URL is a stage only where signing changes it.
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
  const lines = [...vectors, vector].map((one) => `    ${JSON.stringify(one)}`).join(",\n");
  const head = `  "$schema": "./schema.json",\n  "title": ${JSON.stringify(title)},\n  "vectors": [\n`;
  writeFileSync(path, `{\n${head}${lines}\n  ]\n}\n`);
  return id;
}

function readFileOf(path: string, name: string): VectorFile {
  if (!existsSync(path)) return { title: `Vectors: ${name}`, vectors: [] };
  try {
    const file = object("the file", JSON.parse(readFileSync(path, "utf8")));
    return { title: text("title", file.title), vectors: arrayOf(object, "vectors", file.vectors) };
  } catch (error) {
    throw new UsageError(`expected a JSON file with vectors at ${path}: ${(error as Error).message}`);
  }
}

/** One more than the highest, so that no number comes back. */
function freeNumber(vectors: readonly JsonObject[], beginning: string): number {
  const ids = vectors.map(({ id }) => String(id));
  const numbers = ids.filter((id) => id.startsWith(beginning)).map((id) => Number(id.split("/")[2]));
  return Math.max(0, ...numbers) + 1;
}
