/**
 * Reads the vectors, rules and sources that the package ships.
 *
 * @module
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "./package-root.ts";
import { arrayOf, object, oneOf, text, texts } from "./shape.ts";
import type { Rule, Source, Vector } from "./vector.ts";
import { LEVELS, readVector } from "./vector-json.ts";
import type { Fault, VerificationVector } from "./verification-vector.ts";
import { readVerificationVector } from "./verification-vector-json.ts";

/** The files with vectors, in the order in which they are run: one a stage, then whole requests. */
export const VECTOR_FILES = [
  "percent-encoding",
  "parameters",
  "parameter-string",
  "base-string-uri",
  "base-string",
  "signature",
  "authorization-header",
  "body",
  "requests",
  "verification",
  "gateway",
] as const;

/** The folder with the vectors that the package ships. */
export const VECTORS_FOLDER: string = join(PACKAGE_ROOT, "vectors");

/**
 * All vectors of a folder, but for those of {@link loadVerificationVectors}.
 *
 * @throws {@link VectorsUnreadableError} for a file that is missing, is no JSON or holds something that is no vector
 */
export function loadVectors(folder: string = VECTORS_FOLDER): Vector[] {
  return VECTOR_FILES.flatMap((name) => loadList(folder, name, "vectors", readVector));
}

/**
 * All vectors for verification of a folder: requests that a server receives, and its verdicts. They are not among those
 * of {@link loadVectors}.
 *
 * @param folder the vectors that the package ships, where nothing is said
 * @throws {@link VectorsUnreadableError} for a file that is missing, is no JSON or holds something that is no vector
 * @example
 * loadVerificationVectors().filter(({ layer }) => layer === "nonce").length > 0; // true
 */
export function loadVerificationVectors(folder: string = VECTORS_FOLDER): VerificationVector[] {
  return loadList(folder, "verifier", "vectors", readVerificationVector);
}

/** The mistakes that vectors for verification stand for, by id. */
export function loadFaults(folder: string = VECTORS_FOLDER): Map<string, Fault> {
  return byId(loadList(folder, "faults", "faults", readFault));
}

/** All rules, by id. */
export function loadRules(folder: string = VECTORS_FOLDER): Map<string, Rule> {
  return byId(loadList(folder, "rules", "rules", readRule));
}

/** All sources, by id. */
export function loadSources(folder: string = VECTORS_FOLDER): Map<string, Source> {
  return byId(loadList(folder, "sources", "sources", readSource));
}

/**
 * Ids of the vectors with fewer than two independent origins: published source and outside implementations. A folder of
 * one's own need not tell.
 */
export function loadWeaklyCorroborated(folder: string = VECTORS_FOLDER): Set<string> {
  if (!existsSync(join(folder, "agreement.json"))) return new Set();
  return new Set(load(folder, "agreement", (json) => texts("thin", object("the file", json).thin)));
}

/** Ids of a small set of vectors that notices every known fault of a client. */
export function loadQuick(folder: string = VECTORS_FOLDER): Set<string> {
  return new Set(load(folder, "quick", (json) => texts("vectors", object("the file", json).vectors)));
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

function readFault(where: string, json: unknown): Fault {
  const { id, side, what, unshown } = object(where, json);
  return {
    id: text(`${where}.id`, id),
    side: oneOf(["verifier", "client"], `${where}.side`, side),
    what: text(`${where}.what`, what),
    ...(unshown !== undefined && { unshown: text(`${where}.unshown`, unshown) }),
  };
}

function readRule(where: string, json: unknown): Rule {
  const { id, section, level, statement } = object(where, json);
  return {
    id: text(`${where}.id`, id),
    section: text(`${where}.section`, section),
    level: oneOf(LEVELS, `${where}.level`, level),
    statement: text(`${where}.statement`, statement),
  };
}

function readSource(where: string, json: unknown): Source {
  const { id, title, url, license } = object(where, json);
  return {
    id: text(`${where}.id`, id),
    title: text(`${where}.title`, title),
    url: text(`${where}.url`, url),
    license: text(`${where}.license`, license),
  };
}

/** The items of a list in a file of a folder. */
function loadList<Item>(
  folder: string,
  name: string,
  list: string,
  read: (where: string, json: unknown) => Item,
): Item[] {
  return load(folder, name, (json) => arrayOf(read, list, object("the file", json)[list]));
}

/** What a file of a folder holds, or an error that names the file. */
function load<Content>(folder: string, name: string, read: (json: unknown) => Content): Content {
  const path = join(folder, `${name}.json`);
  try {
    return read(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new VectorsUnreadableError(path, error as Error);
  }
}

/** A file with vectors that is missing, is not JSON or does not hold what it should. */
export class VectorsUnreadableError extends Error {
  override readonly name: string = "VectorsUnreadableError";
  readonly code = "vectors-unreadable";

  constructor(path: string, cause: Error) {
    super(`expected a JSON file with vectors at ${path}: ${cause.message}`, { cause });
  }
}
