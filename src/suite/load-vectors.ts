/**
 * Reads the vectors, rules and sources that the package ships.
 *
 * @module
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { OWED_STAGE, type Rule, type Source, type Vector } from "./vector.ts";
import { type Fault, LAYERS, type VerificationVector } from "./verification-vector.ts";

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

/** The folder with the vectors: two levels up, from the source as from the built command line. */
export const VECTORS_FOLDER: string = fileURLToPath(new URL("../../vectors", import.meta.url));

/** All vectors of a folder. */
export function loadVectors(folder: string = VECTORS_FOLDER): Vector[] {
  return VECTOR_FILES.flatMap((name) => {
    const { vectors } = readJson<{ vectors: Vector[] }>(folder, name);
    for (const vector of vectors) checkShape(join(folder, `${name}.json`), vector);
    return vectors;
  });
}

/** The little that a run depends on; the schema says the rest. A vector that cannot be judged must not look judged. */
function checkShape(path: string, { id, operation, input, expected }: Vector): void {
  const owed = OWED_STAGE[operation];
  const problem =
    typeof id !== "string"
      ? "a vector without an id"
      : owed === undefined
        ? `${id} has the unknown operation ${JSON.stringify(operation)}`
        : typeof input !== "object" || typeof expected !== "object" || !("refused" in expected || owed in expected)
          ? `${id} has no input, or does not expect the stage ${owed}`
          : undefined;
  if (problem !== undefined) throw new VectorsUnreadableError(path, new Error(problem));
}

/**
 * All vectors for verification of a folder: requests as they arrive, and what a server has to say to each. They are
 * not among those of {@link loadVectors}.
 *
 * @param folder the vectors that the package ships, where nothing is said
 * @throws {@link VectorsUnreadableError} for a file that is missing or is no JSON, and for a vector that cannot be judged
 * @example
 * loadVerificationVectors().filter(({ layer }) => layer === "nonce").length > 0; // true
 */
export function loadVerificationVectors(folder: string = VECTORS_FOLDER): VerificationVector[] {
  const { vectors } = readJson<{ vectors: VerificationVector[] }>(folder, "verifier");
  for (const vector of vectors) checkVerificationShape(join(folder, "verifier.json"), vector);
  return vectors;
}

function checkVerificationShape(path: string, { id, layer, server, request, expected }: VerificationVector): void {
  const problem =
    typeof id !== "string"
      ? "a vector without an id"
      : !LAYERS.includes(layer)
        ? `${id} has the unknown layer ${JSON.stringify(layer)}`
        : typeof server !== "object" || typeof request !== "object" || !("accept" in expected || "refuse" in expected)
          ? `${id} has no server or no request, or expects neither acceptance nor refusal`
          : undefined;
  if (problem !== undefined) throw new VectorsUnreadableError(path, new Error(problem));
}

/** The mistakes that vectors for verification stand for, by id. */
export function loadFaults(folder: string = VECTORS_FOLDER): Map<string, Fault> {
  return new Map(readJson<{ faults: Fault[] }>(folder, "faults").faults.map((fault) => [fault.id, fault]));
}

/** All rules, by id. */
export function loadRules(folder: string = VECTORS_FOLDER): Map<string, Rule> {
  return new Map(readJson<{ rules: Rule[] }>(folder, "rules").rules.map((rule) => [rule.id, rule]));
}

/** All sources, by id. */
export function loadSources(folder: string = VECTORS_FOLDER): Map<string, Source> {
  return new Map(readJson<{ sources: Source[] }>(folder, "sources").sources.map((source) => [source.id, source]));
}

/**
 * Ids of the vectors with fewer than two independent origins: published source and outside implementations. A folder of
 * one's own need not tell.
 */
export function loadThin(folder: string = VECTORS_FOLDER): Set<string> {
  if (!existsSync(join(folder, "agreement.json"))) return new Set();
  return new Set(readJson<{ thin: string[] }>(folder, "agreement").thin);
}

/** Ids of a small set of vectors that notices every known fault of a client. */
export function loadQuick(folder: string = VECTORS_FOLDER): Set<string> {
  return new Set(readJson<{ vectors: string[] }>(folder, "quick").vectors);
}

/** A file of a folder with vectors, or an error that names it. */
function readJson<T>(folder: string, name: string): T {
  const path = join(folder, `${name}.json`);
  try {
    return JSON.parse(readFileSync(path, "utf8")) as T;
  } catch (error) {
    throw new VectorsUnreadableError(path, error as Error);
  }
}

/** A file with vectors that is missing or is not JSON. */
export class VectorsUnreadableError extends Error {
  override readonly name: string = "VectorsUnreadableError";
  readonly code = "vectors-unreadable";

  constructor(path: string, cause: Error) {
    super(`expected a JSON file with vectors at ${path}: ${cause.message}`, { cause });
  }
}
