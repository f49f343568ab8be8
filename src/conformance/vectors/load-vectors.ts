/** Loads the vectors, rules and sources that the package contains. */

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { namesIn, readText } from "../../platform/package-files.ts";
import { PACKAGE_ROOT } from "../../platform/package-root.ts";
import type { Shape, ValueOf } from "../../shapes/shape.ts";
import { FAULT, FORMAT, RULE, SOURCE } from "./file-shapes.ts";
import { listOf, Malformed, malformed, object, type Reader, readShape, text } from "./shape.ts";
import type { Fault, Rule, Source, Vector, VerificationVector } from "./vector.ts";
import { readVector, readVerificationVector, toVector, toVerificationVector } from "./vector-json.ts";

/** The files with vectors, in the order in which they are run: one for each stage, then whole requests. */
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

/** The folder with the vectors of this package. */
export const VECTORS_FOLDER: string = join(PACKAGE_ROOT, "vectors");

/**
 * Loads the vectors for signers, and those with a signature to verify: each is one operation, its input and the correct
 * answer. {@link loadVerificationVectors} loads the whole requests for verifiers.
 *
 * @param folder a folder with files of the same names and format @default the vectors of this package
 * @returns a new array; the vectors of this package are read once, so each call returns the same objects
 * @throws {@link VectorsUnreadableError} if a file is missing, is not JSON, has an unknown format version or contains
 * something that is not a vector
 * @example
 * ```ts
 * import { loadVectors } from "countersign/vectors";
 *
 * const vector = loadVectors().find(({ id }) => id === "percent-encoding/rfc5849/1")!;
 * vector.input.operation; // => "percent-encoding"
 * ```
 */
export function loadVectors(folder: string = VECTORS_FOLDER): Vector[] {
  return VECTOR_FILES.flatMap((name) =>
    loadList(folder, name, "vectors", folder === VECTORS_FOLDER ? trusted(toVector) : readVector),
  );
}

/**
 * Loads the vectors for verifiers: a server's policy and keys, a request that it receives, and the correct verdict.
 *
 * @param folder a folder with `verifier.json` @default the vectors of this package
 * @returns a new array, as {@link loadVectors} returns one
 * @throws {@link VectorsUnreadableError} if the file is missing, is not JSON, has an unknown format version or contains
 * something that is not a vector
 * @example
 * ```ts
 * import { loadVerificationVectors } from "countersign/vectors";
 *
 * const rejected = loadVerificationVectors().find(({ layer }) => layer === "nonce")!;
 * "refuse" in rejected.expected && rejected.expected.refuse; // => "nonce-used"
 * ```
 */
export function loadVerificationVectors(folder: string = VECTORS_FOLDER): VerificationVector[] {
  return loadList(
    folder,
    "verifier",
    "vectors",
    folder === VECTORS_FOLDER ? trusted(toVerificationVector) : readVerificationVector,
  );
}

/**
 * Loads the ids of the core vectors, and selects those vectors: at most 200 that detect every known fault of a client, for
 * each operation and signature method on its own.
 *
 * @param vectors what {@link loadVectors} returned
 * @param folder the folder with `quick.json` @default the vectors of this package
 * @returns the vectors of the set, in the given order
 * @throws {@link VectorsUnreadableError} if `quick.json` is missing or is not such a file
 * @example
 * ```ts
 * import { loadVectors, quickVectors } from "countersign/vectors";
 *
 * const vectors = loadVectors();
 * quickVectors(vectors).length < vectors.length / 10; // => true
 * ```
 */
export function quickVectors<Of extends { readonly id: string }>(
  vectors: readonly Of[],
  folder: string = VECTORS_FOLDER,
): Of[] {
  const ids = loadIds(folder, "quick", "vectors");
  return vectors.filter(({ id }) => ids.has(id));
}

/** Copies the vectors of this package, with their rules and schemas, into a new folder. */
export function copyVectors(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of namesIn(VECTORS_FOLDER)) writeFileSync(join(folder, name), readText(join(VECTORS_FOLDER, name)));
}

/** The mistakes that vectors for verifiers detect, by id. */
export function loadFaults(folder: string = VECTORS_FOLDER): Map<string, Fault> {
  return byId(loadList(folder, "faults", "faults", readerOf(FAULT)));
}

/**
 * Loads the rules: the numbered requirements of RFC 5849 that vectors refer to.
 *
 * @param folder the folder with `rules.json` @default the vectors of this package
 * @returns the rules by id, in the order of the file
 * @throws {@link VectorsUnreadableError} if `rules.json` is missing or is not such a file
 * @example
 * ```ts
 * import { loadRules } from "countersign/vectors";
 *
 * loadRules().get("rfc5849-3.4.2-2")?.level; // => "MUST"
 * ```
 */
export function loadRules(folder: string = VECTORS_FOLDER): Map<string, Rule> {
  return byId(loadList(folder, "rules", "rules", readerOf(RULE)));
}

/** All sources, by id. */
export function loadSources(folder: string = VECTORS_FOLDER): Map<string, Source> {
  return byId(loadList(folder, "sources", "sources", readerOf(SOURCE)));
}

/** Ids of the vectors with fewer than two independent origins: published source and third-party implementations. */
export function loadWeaklyCorroborated(folder: string = VECTORS_FOLDER): Set<string> {
  // A folder of the user's own need not have this file.
  return existsSync(join(folder, "agreement.json")) ? loadIds(folder, "agreement", "thin") : new Set();
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

function readerOf<const Of extends Shape>(shape: Of): Reader<ValueOf<Of>> {
  return (where, json) => readShape(shape, where, json);
}

/** Reads without checks: tests have checked the files. */
function trusted<Json, Of>(convert: (json: Json) => Of): Reader<Of> {
  return (_where, json) => convert(json as Json);
}

function loadIds(folder: string, name: string, list: string): Set<string> {
  return new Set(loadList(folder, name, list, text));
}

/** What the files of this package contain, by name: a process reads each file once. */
const ofPackage = new Map<string, readonly unknown[]>();

/** The items of a list in a file, in a new array. */
function loadList<Item>(folder: string, name: string, list: string, read: Reader<Item>): Item[] {
  if (folder !== VECTORS_FOLDER) return readList(folder, name, list, read);
  const items = (ofPackage.get(name) as Item[] | undefined) ?? readList(folder, name, list, read);
  ofPackage.set(name, items);
  return [...items];
}

/** The items of a list in a file, or an error that names the file. */
function readList<Item>(folder: string, name: string, list: string, read: Reader<Item>): Item[] {
  const path = join(folder, `${name}.json`);
  try {
    const file = object("the file", JSON.parse(readText(path)));
    if (file.format !== FORMAT) throw wrongFormat(file.format);
    return listOf(read)(list, file[list]);
  } catch (error) {
    throw new VectorsUnreadableError(path, error as Error);
  }
}

function wrongFormat(format: unknown): Malformed {
  const { message } = malformed("format", `${FORMAT}, the version that this countersign reads`, format);
  const belongs = "use the version of countersign that the files belong to";
  return new Malformed(`${message}; ${format === undefined ? `add "format": ${FORMAT}` : belongs}`);
}

/** A file with vectors that is missing, is not JSON or does not have the expected content. The message names the file. */
export class VectorsUnreadableError extends Error {
  override readonly name: string = "VectorsUnreadableError";
  readonly code = "vectors-unreadable";

  constructor(path: string, cause: Error) {
    super(`expected a JSON file with vectors at ${path}: ${cause.message}`, { cause });
  }
}
