/**
 * The JSON of vectors, as the files in `vectors/` have it.
 *
 * @module
 */

import type { Operation } from "./input.ts";
import { readInput, writeInput } from "./input-json.ts";
import { boolean, type JsonObject, Malformed, object, oneOf, pairs, text, texts } from "./shape.ts";
import {
  REQUIRED_STAGE,
  STAGES,
  type Stage,
  type StageValue,
  type StageValues,
  type Vector,
  type VectorSource,
} from "./vector.ts";

/** A vector as JSON. */
export type JsonVector = Omit<Vector, "input"> & { readonly operation: Operation; readonly input: JsonObject };

/** @throws Malformed for JSON that is no vector; the message names the vector, the member, what was expected and what came */
export function readVector(where: string, json: unknown): Vector {
  const given = object(where, json);
  const id = readId(where, given);
  const { operation, input, expected, published, disputed } = given;
  if (!isOperation(operation)) throw new Malformed(`${id} has the unknown operation ${JSON.stringify(operation)}`);
  return {
    id,
    ...readAbout(id, given),
    input: readInput(`${id}: input`, operation, input),
    expected: readExpected(id, operation, expected),
    published: texts(`${id}: published`, published),
    ...(disputed !== undefined && { disputed: readDisputed(`${id}: disputed`, disputed) }),
    ...readLeeway(id, given),
  };
}

/** The id of a vector of either kind. */
export function readId(where: string, { id }: JsonObject): string {
  if (typeof id === "string") return id;
  throw new Malformed(`${where} is a vector without an id`);
}

/** What vectors of either kind say of themselves. */
export function readAbout(
  id: string,
  { comment, rule, level, flags, source }: JsonObject,
): Pick<Vector, "comment" | "rule" | "level" | "flags" | "source"> {
  return {
    comment: text(`${id}: comment`, comment),
    rule: text(`${id}: rule`, rule),
    level: oneOf(LEVELS, `${id}: level`, level),
    flags: texts(`${id}: flags`, flags),
    source: readVectorSource(`${id}: source`, source),
  };
}

/** What else than the expected answer a vector of either kind allows. */
export function readLeeway(id: string, { mayRefuse, mayAccept }: JsonObject): Pick<Vector, "mayRefuse" | "mayAccept"> {
  return {
    ...(mayRefuse !== undefined && { mayRefuse: text(`${id}: mayRefuse`, mayRefuse) }),
    ...(mayAccept !== undefined && { mayAccept: text(`${id}: mayAccept`, mayAccept) }),
  };
}

/** How much a rule, and each vector of it, asks. */
export const LEVELS = ["MUST", "SHOULD", "gateway"] as const;

/** Whether a name is that of an operation. */
export function isOperation(name: unknown): name is Operation {
  return typeof name === "string" && Object.hasOwn(REQUIRED_STAGE, name);
}

function readVectorSource(where: string, json: unknown): VectorSource {
  const { kind, source, section, generator } = object(where, json);
  return oneOf(["published", "generated"], `${where}.kind`, kind) === "published"
    ? { kind: "published", source: text(`${where}.source`, source), section: text(`${where}.section`, section) }
    : { kind: "generated", generator: text(`${where}.generator`, generator) };
}

function readExpected(id: string, operation: Operation, json: unknown): Vector["expected"] {
  const where = `${id}: expected`;
  const given = object(where, json);
  if ("refused" in given) return { refused: oneOf([true], `${where}.refused`, given.refused) };
  const owed = REQUIRED_STAGE[operation];
  if (!(owed in given)) throw new Malformed(`${id} does not expect the stage ${owed}`);
  return readStages(where, given);
}

function readStages(where: string, json: JsonObject): StageValues {
  const stages = Object.entries(json).map(([name, value]) => {
    const stage = oneOf(STAGES, where, name);
    return [stage, readStage(`${where}.${stage}`, stage, value)] as const;
  });
  return Object.fromEntries(stages);
}

/** The value of a stage. */
export function readStage(where: string, stage: Stage, json: unknown): StageValue {
  if (stage === "parameters") return pairs(where, json);
  if (stage === "valid") return boolean(where, json);
  return stage === "realm" && json === null ? null : text(where, json);
}

function readDisputed(where: string, json: unknown): NonNullable<Vector["disputed"]> {
  const { stage, published, reason } = object(where, json);
  return { stage: text(`${where}.stage`, stage), published, reason: text(`${where}.reason`, reason) };
}

/** The JSON of a vector, its members in the order of the files. */
export function writeVector(vector: Vector): JsonVector {
  const { id, comment, rule, level, flags, source, input, ...answer } = vector;
  const { operation } = input;
  return { id, comment, rule, level, flags, source, operation, input: writeInput(input), ...answer };
}
