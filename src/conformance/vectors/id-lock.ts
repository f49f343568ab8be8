/**
 * Keeps the ids of vectors permanent: an id stands for one input, and for no other after it is gone.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { writeInput } from "./input-json.ts";
import type { Vector } from "./vector.ts";
import type { VerificationVector } from "./verification-vector.ts";
import { writeVerificationVector } from "./verification-vector-json.ts";

/** What is asked under an id. */
export interface Asked {
  readonly id: string;
  readonly operation: string;
  readonly input: unknown;
}

/** What `vectors/ids.lock.json` holds. */
export interface IdLock {
  /** By id: the fingerprint of what is asked under it. */
  readonly ids: Readonly<Record<string, string>>;
  /** Ids of vectors that are gone; put there by hand, and never used again. */
  readonly removed: readonly string[];
}

/** What a vector asks, in the words of its JSON: not what is answered. */
export function askedOf(vector: Vector | VerificationVector): Asked {
  const { id } = vector;
  if ("input" in vector) return { id, operation: vector.input.operation, input: writeInput(vector.input) };
  const { server, earlier, request } = writeVerificationVector(vector);
  return { id, operation: "verify", input: { server, ...(earlier && { earlier }), request } };
}

/** The lock with every new id added, and what stands against it; with a problem it is not to be kept. */
export function updateLock(lock: IdLock, vectors: readonly Asked[]): { lock: IdLock; problems: string[] } {
  const problems: string[] = [];
  const present = new Map<string, string>();
  for (const vector of vectors) {
    const { id } = vector;
    const fingerprint = fingerprintOf(vector);
    const locked = lock.ids[id];
    if (present.has(id)) problems.push(`${id}: two vectors have this id`);
    if (lock.removed.includes(id)) problems.push(`${id}: used again; a removed vector had this id`);
    else if (locked !== undefined && locked !== fingerprint) {
      problems.push(
        `${id}: asks something else than before; give the changed case a new id, and put this one in removed`,
      );
    }
    present.set(id, fingerprint);
  }
  for (const id of Object.keys(lock.ids)) {
    if (!present.has(id) && !lock.removed.includes(id)) {
      problems.push(`${id}: gone from the files; put the id in removed if that is meant`);
    }
  }
  const ids = Object.fromEntries([...present].sort(([a], [b]) => compareIds(a, b)));
  return { lock: { ids, removed: [...lock.removed].sort(compareIds) }, problems };
}

/** The first 16 hexadecimal digits of SHA-256 over the canonical JSON of what is asked. */
function fingerprintOf({ operation, input }: Pick<Asked, "operation" | "input">): string {
  return createHash("sha256").update(canonicalJson({ operation, input })).digest("hex").slice(0, 16);
}

/** JSON without white space, the names of each object sorted. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => compareText(a, b));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`;
}

/** By area and topic, then by number. */
function compareIds(a: string, b: string): number {
  const [pathA, numberA] = splitId(a);
  const [pathB, numberB] = splitId(b);
  return compareText(pathA, pathB) || numberA - numberB;
}

function splitId(id: string): [path: string, number: number] {
  const slash = id.lastIndexOf("/");
  return [id.slice(0, slash), Number(id.slice(slash + 1))];
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
