/** Keeps the ids of vectors permanent: an id always belongs to the same input, even after its vector is removed. */

import { createHash } from "node:crypto";
import { FORMAT } from "./file-shapes.ts";
import { writeInput } from "./input-json.ts";
import { compareText } from "./stages.ts";
import type { Vector, VerificationVector } from "./vector.ts";
import { writeVerificationVector } from "./vector-json.ts";

/** The part of a vector that belongs to its id. */
export interface Question {
  readonly id: string;
  readonly operation: string;
  readonly input: unknown;
}

/** The content of `vectors/ids.lock.json`. */
export interface IdLock {
  readonly format: number;
  /** The fingerprint of the question, by id. */
  readonly ids: Readonly<Record<string, string>>;
  /** Ids of removed vectors; added by hand, never used again. */
  readonly removed: readonly string[];
}

/** What a vector asks, as JSON, without the answer. */
export function questionOf(vector: Vector | VerificationVector): Question {
  const { id } = vector;
  if ("input" in vector) return { id, operation: vector.input.operation, input: writeInput(vector.input) };
  const { server, earlier, request } = writeVerificationVector(vector);
  return { id, operation: "verify", input: { server, ...(earlier && { earlier }), request } };
}

/** The lock with every new id added, and the problems that forbid writing it. */
export function updateLock(lock: IdLock, questions: readonly Question[]): { lock: IdLock; problems: string[] } {
  const problems: string[] = [];
  const present = new Map<string, string>();
  for (const question of questions) {
    const { id } = question;
    const fingerprint = fingerprintOf(question);
    const locked = lock.ids[id];
    if (present.has(id)) problems.push(`${id}: two vectors have this id`);
    if (lock.removed.includes(id)) problems.push(`${id}: used again; a removed vector had this id`);
    else if (locked !== undefined && locked !== fingerprint) {
      problems.push(
        `${id}: its operation or input changed; give the changed vector a new id, and add this id to "removed"`,
      );
    }
    present.set(id, fingerprint);
  }
  for (const id of Object.keys(lock.ids)) {
    if (!present.has(id) && !lock.removed.includes(id)) {
      problems.push(`${id}: no file has this vector; add the id to "removed" if that is intended`);
    }
  }
  const ids = Object.fromEntries([...present].sort(([a], [b]) => compareIds(a, b)));
  return { lock: { format: FORMAT, ids, removed: [...lock.removed].sort(compareIds) }, problems };
}

/** The first 16 hexadecimal digits of SHA-256 over the canonical JSON of operation and input. */
function fingerprintOf({ operation, input }: Question): string {
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
