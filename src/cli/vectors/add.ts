/** `countersign vectors add`: adds vectors of a published request, or of a saved counterexample, so that later runs include them. */

import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { inProcessDriver } from "../../conformance/drivers/index.ts";
import { model } from "../../conformance/implementations/index.ts";
import { checkProperty, NotOffered, PROPERTIES, type Property } from "../../conformance/properties/index.ts";
import type { Terminal } from "../../conformance/reporters/index.ts";
import { type IdLock, questionOf, updateLock } from "../../conformance/vectors/id-lock.ts";
import {
  type Answer,
  type Ask,
  computedStages,
  copyVectors,
  FORMAT,
  fileOfVector,
  flagsOf,
  type InputOf,
  listText,
  loadRules,
  loadVectors,
  loadVerificationVectors,
  type Operation,
  openMembers,
  type Rule,
  readVector,
  readVerificationVector,
  type Stage,
  type StageValues,
  VECTORS_FOLDER,
  type Vector,
  type VectorInput,
  type VectorSource,
  type VerificationVector,
  writeInput,
  writeVector,
} from "../../conformance/vectors/index.ts";
import { COUNTERSIGN } from "../../platform/index.ts";
import { namesIn, readText } from "../../platform/package-files.ts";
import { readCounterexample } from "../check/counterexamples.ts";
import { readFile } from "../input/read-file.ts";
import { unknownName } from "../input/similar-names.ts";
import { checkVectorsFile, checkVectorsFolder } from "../input/vectors-folder.ts";
import type { AddOptions } from "../options/vectors.ts";
import { commandLine, flagOf } from "../output/commands-to-paste.ts";
import { logMessage } from "../output/terminal.ts";
import { EXIT, type ExitCode, UsageError } from "../process/exit-codes.ts";
import { newSource, readPublished, withSource } from "./published.ts";
import { specifiedVerdict, verifierVector } from "./verifier-vector.ts";

/** The added vectors, and what they share. */
interface Added {
  readonly questions: readonly AnsweredQuestion[];
  readonly rule: Rule;
  readonly comment: string;
  readonly source: VectorSource;
  /** The second part of the ids. */
  readonly topic: string;
  readonly faults?: readonly string[];
  readonly answer?: Pick<Vector, "published" | "disputed">;
}

/** A question, and the answer of the specification. */
interface AnsweredQuestion {
  readonly input: VectorInput;
  readonly stages: StageValues;
}

/**
 * Adds a vector for a request with a published signature, or for each question that the property of a saved counterexample
 * asks. Prints the ids of the vectors, and adds the ids to the lock, which only a checkout has.
 */
export async function addVectors(path: string, options: AddOptions, terminal: Terminal): Promise<ExitCode> {
  const { vectors: target = VECTORS_FOLDER } = options;
  checkLines(options);
  // A new or empty folder starts as a copy.
  const isNew = !existsSync(target) || readdirSync(target).length === 0;
  const folder = isNew ? VECTORS_FOLDER : target;
  if (!isNew) checkFolder(target);
  const isPublished = options.source !== undefined;
  const added = isPublished ? published(path, options, folder) : await counterexample(path, options, folder);
  const source = isPublished ? newSource(folder, options) : undefined;
  const files: Files = new Map();
  const asked = added.questions.map((question) => append(folder, files, question, added));
  const ids = asked.filter(({ isNew }) => isNew).map(({ id }) => id);
  if (ids.length === 0) {
    const existing = asked.map(({ id }) => id).join(", ");
    throw new UsageError(`the vectors in ${target} have all the questions of ${path} already: ${existing}`);
  }
  if (source !== undefined) files.set("sources.json", withSource(folder, source));
  const isUsual = !isPublished || isRuleOfRequests(folder, added);
  lockIds(folder, files, readBack(target, files, ids));
  if (isNew) copyVectors(target);
  for (const [name, text] of files) writeFileSync(join(target, name), text);
  for (const id of ids) terminal.out(`${id}\n`);
  logMessage(
    `countersign: check the comments of the new vectors, and whether they are about this rule: ${added.rule.statement}`,
    ...(isUsual ? [] : ["note: no other vector for a whole request is about this rule"]),
    `next: ${options.vectors === undefined ? COUNTED_BY : `${COUNTERSIGN} check --vectors ${target}`}`,
  );
  return EXIT.ok;
}

/** The commands that count the new vectors in a checkout, from docs/write-a-vector.md. */
export const COUNTED_BY = "npm run generate -- agreement rules && npm run mutants && npm run generate -- figures";

/** Whether a vector for a whole request has the rule. */
function isRuleOfRequests(folder: string, { rule }: Added): boolean {
  return loadVectors(folder).some((one) => one.rule === rule.id && areaOf(one.input.operation) === AREAS.sign);
}

async function counterexample(path: string, options: AddOptions, folder: string): Promise<Added> {
  const saved = await readCounterexample(path, "a published request needs --source");
  const property = PROPERTIES.find(({ id }) => id === saved.property)!;
  const { id, rules } = property;
  const rule = ruleOf(folder, options.rule ?? rules[0]!, `the property ${id} tests ${rules.join(", ")}`);
  const questions = await questionsOf(property, saved.case);
  if (questions.length === 0)
    throw new UsageError(`no vector can be made of ${path}: the specification refuses all that ${id} asks`);
  const { comment = `A counterexample to the property ${id}.` } = options;
  const source = { kind: "generated", generator: TOPIC } as const;
  return { questions, rule, comment, source, topic: TOPIC, faults: faultsOf(saved.case) };
}

function published(path: string, options: AddOptions, folder: string): Added {
  const { source = "", section, comment, rule: id, disputed: reason, baseStringFile } = options;
  if (section === undefined || comment === undefined || id === undefined)
    throw new UsageError("a published request needs --section, its place in the source, --comment and --rule");
  const rule = ruleOf(folder, id, "vectors/rules.json lists the rules");
  const { input, signature } = readPublished(path, options);
  const printed: Readonly<Record<string, string>> = {
    ...(baseStringFile !== undefined && { "base-string": readFile(baseStringFile).toString("utf8").trimEnd() }),
    signature,
  };
  const stages = computedStages(input);
  const wrong = Object.entries(printed).find(([stage, value]) => stages[stage as Stage] !== value);
  if (wrong !== undefined && reason === undefined) {
    const [stage, value] = wrong;
    const computed = stages[stage as Stage];
    throw new UsageError(
      `the source prints another ${stage} than the specification computes: ${JSON.stringify(value)}, not ${JSON.stringify(computed)}`,
      `if the source is wrong, give the reason as --disputed; to find the mistake, run: ${commandLine("explain", [path], {})}`,
    );
  }
  const answer = {
    published: Object.keys(printed),
    ...(wrong && { disputed: { stage: wrong[0], published: wrong[1], reason: reason! } }),
  };
  const questions = [{ input, stages }];
  return { questions, rule, comment, source: { kind: "published", source, section }, topic: source, answer };
}

/** The texts of the files that change, by name. The files are written together, after all texts were checked. */
type Files = Map<string, string>;

/** A text of a vector is one line, for lists and reports. */
function checkLines(options: AddOptions): void {
  for (const [name, text] of Object.entries(options) as [string, unknown][]) {
    if (typeof text !== "string" || !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) continue;
    throw new UsageError(`${flagOf(name)} must be one line without control characters, got ${JSON.stringify(text)}`);
  }
}

/** Reads the new vectors as later commands will read them. */
function readBack(target: string, files: Files, ids: readonly string[]): readonly (Vector | VerificationVector)[] {
  for (const [name, text] of files) checkVectorsFile(join(target, name), text);
  const all = [...files.values()].flatMap((text) => (JSON.parse(text) as Partial<VectorFile>).vectors ?? []);
  try {
    return all.filter(({ id }) => ids.includes(String(id))).map((one) => readAny(String(one.id), one));
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Adds the ids of new vectors to the lock. */
function lockIds(folder: string, files: Files, added: readonly (Vector | VerificationVector)[]): void {
  const path = join(folder, "ids.lock.json");
  if (!existsSync(path)) return;
  const questions = [...loadVectors(folder), ...loadVerificationVectors(folder), ...added].map(questionOf);
  const { lock, problems } = updateLock(JSON.parse(readFile(path).toString("utf8")) as IdLock, questions);
  if (problems.length > 0)
    throw new UsageError(`no vector was added, because ${path} does not allow it: ${problems[0]}`);
  files.set("ids.lock.json", `${JSON.stringify(lock, null, 2)}\n`);
}

function readAny(where: string, vector: object): Vector | VerificationVector {
  return "server" in vector ? readVerificationVector(where, vector) : readVector(where, vector);
}

/** Rejects a folder without rules: it contains no vectors either. */
function checkFolder(folder: string): void {
  checkVectorsFolder(folder);
  if (existsSync(join(folder, "rules.json"))) return;
  throw new UsageError(
    `expected a folder with vectors at ${folder}, got one without rules.json`,
    "give --vectors my-vectors: a new or empty folder becomes a copy of the vectors of the package",
  );
}

function ruleOf(folder: string, id: string, next: string): Rule {
  const rules = loadRules(folder);
  const rule = rules.get(id);
  if (rule !== undefined) return rule;
  throw unknownName(`no rule has the id ${JSON.stringify(id)}`, id, rules.keys(), next);
}

/** Checks the property with the model as the driver, and keeps each question once. */
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
  // For a verifier, only requests that it must reject become vectors: accepted requests only show that the verifier works.
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

/** The first parts of ids that differ from the operation's name. */
const AREAS: { readonly [operation in Operation]?: string } = {
  "percent-decoding": "percent-encoding",
  "authorization-header-parsing": "authorization-header",
  "body-hash": "body",
  "verify-signature": "verification",
  verify: "verifier",
  sign: "request",
  "sign-exactly": "request",
};

/** The first part of the ids of vectors with this operation. */
export function areaOf(operation: Operation): string {
  return AREAS[operation] ?? operation;
}

/** The stages that a vector states. The URL is a stage only if signing changes it. */
export function statedStages(input: VectorInput, stages: StageValues): StageValues {
  const { url, ...others } = stages;
  return "transport" in input && input.transport === "query" ? stages : others;
}

/** A file; its vectors are written back as read. */
interface VectorFile {
  readonly title: string;
  readonly vectors: readonly Readonly<Record<string, unknown>>[];
}

/** Adds one vector to its file, unless a vector has the same question. Returns the id of the new or the existing vector. */
function append(
  folder: string,
  files: Files,
  { input, stages }: AnsweredQuestion,
  added: Added,
): { readonly id: string; readonly isNew: boolean } {
  const { rule, comment, source, topic, faults = [], answer = { published: [] } } = added;
  const area = areaOf(input.operation);
  const isForVerifiers = input.operation === "verify";
  const file = `${isForVerifiers ? area : fileOfVector(area, rule.level)}.json`;
  const schema = isForVerifiers ? "verifier.schema.json" : "schema.json";
  const { title, vectors } = readVectorFile(folder, files, file);
  const beginning = `${area}/${topic}/`;
  const id = `${beginning}${freeNumber(vectors, beginning)}`;
  const vector: Readonly<Record<string, unknown>> = isForVerifiers
    ? { ...verifierVector(input, { id, comment, rule, faults }) }
    : writeVector({
        ...{ id, comment, rule: rule.id, level: rule.level, flags: flagsOf(input), source, input },
        expected: statedStages(input, stages),
        ...answer,
        ...openMembers(rule.level, input),
      });
  const question = ({ operation, input: given, server, request }: typeof vector): string =>
    JSON.stringify([operation, given, server, request]);
  const same = vectors.find((one) => question(one) === question(vector));
  if (same !== undefined) return { id: String(same.id), isNew: false };
  // Published vectors come first, grouped by source.
  const isBefore = (one: typeof vector): boolean => source.kind === "generated" || "section" in (one.source as object);
  const last = vectors.findLastIndex((one) => String(one.id).startsWith(beginning));
  const all = vectors.toSpliced((last === -1 ? vectors.findLastIndex(isBefore) : last) + 1, 0, vector);
  files.set(file, listText({ $schema: `./${schema}`, format: FORMAT, title }, "vectors", all));
  return { id, isNew: true };
}

/** A file with the changes so far, if any. */
function readVectorFile(folder: string, files: Files, file: string): VectorFile {
  const text = files.get(file) ?? (namesIn(folder).includes(file) ? readText(join(folder, file)) : undefined);
  if (text === undefined) return { title: `Vectors: ${basename(file, ".json")}`, vectors: [] };
  return JSON.parse(text) as VectorFile;
}

/** One more than the highest number: a number is never used again. */
function freeNumber(vectors: VectorFile["vectors"], beginning: string): number {
  const ids = vectors.map(({ id }) => String(id));
  const numbers = ids.filter((id) => id.startsWith(beginning)).map((id) => Number(id.split("/")[2]));
  return Math.max(0, ...numbers) + 1;
}
