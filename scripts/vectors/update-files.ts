/** Completes new lines in the files of vectors, adds the vectors of new rows of the received cases, and locks new ids. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { areaOf } from "../../src/cli/vectors/add.ts";
import { type CompleteCase, casesOf } from "../../src/conformance/cases/case.ts";
import { CASES } from "../../src/conformance/cases/index.ts";
import { type IdLock, type Question, questionOf, updateLock } from "../../src/conformance/vectors/id-lock.ts";
import {
  fileOfVector,
  type JsonVector,
  listText,
  loadRules,
  type Rule,
  readVector,
  readVerificationVector,
  VECTOR_FILES,
  writeVector,
  writeVerificationVector,
} from "../../src/conformance/vectors/index.ts";
import { questionOfCase } from "../../test/conformance/cases/vector-of-case.ts";
import { completeVector, completeVerificationVector } from "./complete.ts";

/** A vector as a line of a file. */
export type Line = Readonly<Record<string, unknown>>;
type Rules = ReadonlyMap<string, Rule>;

/** What a new line may lack. */
const COMPUTED = { level: "MUST", flags: [], source: { kind: "generated", generator: "none" } };
const OF_SIGNERS = { ...COMPUTED, expected: { refused: true }, published: [] };
const REJECTED = { expected: { refuse: "signature-mismatch" } };
const ACCEPTED = { expected: { accept: { consumerKey: "", signatureMethod: "", parameters: [] } } };

const ID_RE = /^[a-z-]+\/[a-z0-9.-]+\/[1-9][0-9]*$/;

/**
 * Completes and locks the new vectors of a folder.
 *
 * @param isCheck writes nothing; what would be written is a problem
 * @param cases the received cases, each of which has its vector
 * @returns the ids of the new vectors, and problems; if there are any, nothing is written
 */
export function updateFiles(
  folder: string,
  isCheck: boolean,
  cases: readonly CompleteCase[] = CASES.flatMap(casesOf),
): { added: string[]; problems: string[] } {
  const rules = loadRules(folder);
  const lockPath = join(folder, "ids.lock.json");
  const locked = readFileSync(lockPath, "utf8");
  const before = JSON.parse(locked) as IdLock;
  const questions: Question[] = [];
  const problems: string[] = [];
  const texts = new Map<string, string>();
  for (const name of [...VECTOR_FILES, "verifier"]) {
    const path = join(folder, `${name}.json`);
    const text = readFileSync(path, "utf8");
    const { vectors, ...head } = parse(path, text);
    const added = name === "verifier" ? vectorsOfNewCases(cases, vectors, rules) : [];
    const lines = [...vectors, ...added].map((line) => {
      try {
        const whole = isWhole(name, line) ? line : completeNewLine(name, line, before, rules);
        questions.push(questionOf(name === "verifier" ? readVerificationVector("it", whole) : readVector("it", whole)));
        return whole;
      } catch (error) {
        problems.push(`${path}: ${String(line.id)}: ${(error as Error).message}`);
        return line;
      }
    });
    const after = listText(head, "vectors", lines);
    if (after !== text) texts.set(path, after);
  }
  const { lock, problems: ofLock } = updateLock(before, questions);
  const after = `${JSON.stringify(lock, null, 2)}\n`;
  if (after !== locked) texts.set(lockPath, after);
  // A line with a problem is missing in the lock, too.
  if (problems.length === 0) problems.push(...ofLock);
  if (isCheck) problems.push(...Array.from(texts.keys(), (path) => `${path}: run npm run generate -- vectors`));
  if (problems.length === 0) for (const [path, text] of texts) writeFileSync(path, text);
  return { added: Object.keys(lock.ids).filter((id) => !Object.hasOwn(before.ids, id)), problems };
}

function parse(path: string, text: string): { readonly vectors: readonly Line[] } {
  try {
    return JSON.parse(text) as { readonly vectors: readonly Line[] };
  } catch (error) {
    throw new Error(`expected JSON at ${path}: ${(error as Error).message}`, { cause: error });
  }
}

function isWhole(file: string, line: Line): boolean {
  return Object.keys(file === "verifier" ? { ...COMPUTED, ...REJECTED } : OF_SIGNERS).every((name) => name in line);
}

function completeNewLine(file: string, line: Line, { ids, removed }: IdLock, rules: Rules): Line {
  const id = String(line.id);
  if (!ID_RE.test(id)) throw new Error('expected an id such as "base-string/ports/7"');
  if (Object.hasOwn(ids, id) || removed.includes(id))
    throw new Error("a locked vector never changes: restore its line, or give the new vector another number");
  const whole = completeLine(file, line, rules);
  const { operation, level } = whole as Partial<JsonVector>;
  const area = operation === undefined ? file : areaOf(operation);
  const right = level === undefined || operation === undefined ? file : fileOfVector(area, level);
  if (!id.startsWith(`${area}/`) || file !== right) throw new Error(`expected an id with ${area}/ in ${right}.json`);
  return whole;
}

/** The whole vector of a line. Throws if the line states something else than the specification computes. */
export function completeLine(file: string, line: Line, rules: Rules): Line {
  const whole: Line = file === "verifier" ? wholeVerificationVector(line, rules) : wholeVector(line, rules);
  const wrong = Object.keys(line).find((name) => !isDeepStrictEqual(whole[name], line[name]));
  if (wrong === undefined) return whole;
  const [right = "no such member", stated] = [whole[wrong], line[wrong]].map((value) => JSON.stringify(value));
  throw new Error(`${wrong}: expected ${right}, got ${stated}`);
}

function wholeVector(line: Line, rules: Rules): Line {
  const { id, comment, rule, input, expected } = readVector("it", { ...OF_SIGNERS, ...line });
  const stated = "expected" in line && { expected };
  return { ...writeVector(completeVector({ id, comment, rule, input, ...stated }, rules)) };
}

function wholeVerificationVector(line: Line, rules: Rules): Line {
  const assumed = "mayRefuse" in line ? ACCEPTED : REJECTED;
  const { expected, ...question } = readVerificationVector("it", { ...COMPUTED, ...assumed, ...line });
  const stated = "expected" in line && { expected };
  return { ...writeVerificationVector(completeVerificationVector({ ...question, ...stated }, rules)) };
}

/** The vectors that rows of the received cases name and that no file has. */
function vectorsOfNewCases(cases: readonly CompleteCase[], vectors: readonly Line[], rules: Rules): Line[] {
  const ids = new Set(vectors.map(({ id }) => id));
  return cases
    .filter(({ vector }) => vector !== undefined && !ids.has(`verifier/${vector}`))
    .map((one) => ({ ...writeVerificationVector(completeVerificationVector(questionOfCase(one), rules)) }));
}
