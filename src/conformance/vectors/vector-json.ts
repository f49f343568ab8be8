/** The JSON of vectors, as the files in `vectors/` have it. */

import type { Operation } from "./input.ts";
import { readInput, writeInput } from "./input-json.ts";
import {
  boolean,
  choice,
  type JsonObject,
  Malformed,
  maybe,
  object,
  objectOf,
  oneOf,
  pairs,
  type Reader,
  text,
  texts,
} from "./shape.ts";
import { isOperation, REQUIRED_STAGE, STAGES, type Stage, type StageValue } from "./stages.ts";
import { LEVELS, type Vector, type VectorSource } from "./vector.ts";

/** A vector as JSON. */
export type JsonVector = Omit<Vector, "input"> & { readonly operation: Operation; readonly input: JsonObject };

/** @throws Malformed for JSON that is not a vector; the message names the vector, the member, what was expected and what was found */
export function readVector(where: string, json: unknown): Vector {
  const given = object(where, json);
  const id = readId(where, given);
  const { operation, input, expected, published, disputed } = given;
  if (!isOperation(operation)) throw new Malformed(`${id} has the unknown operation ${JSON.stringify(operation)}`);
  return {
    id,
    ...readDescription(`${id}:`, given),
    input: readInput(`${id}: input`, operation, input),
    expected: readExpected(id, operation, expected),
    published: texts(`${id}: published`, published),
    ...(disputed !== undefined && { disputed: readDisputed(`${id}: disputed`, disputed) }),
    ...readAllowances(`${id}:`, given),
  };
}

/** The id of a vector of either kind. */
export function readId(where: string, { id }: JsonObject): string {
  if (typeof id === "string") return id;
  throw new Malformed(`${where} is a vector without an id`);
}

const readVectorSource: Reader<VectorSource> = (where, json) =>
  oneOf(["published", "generated"], `${where}.kind`, object(where, json).kind) === "published"
    ? readPublishedSource(where, json)
    : readGeneratedSource(where, json);
const readPublishedSource = objectOf({ kind: choice(["published"] as const), source: text, section: text });
const readGeneratedSource = objectOf({ kind: choice(["generated"] as const), generator: text });

/** What vectors of either kind state about themselves. */
export const readDescription: Reader<Pick<Vector, "comment" | "rule" | "level" | "flags" | "source">> = objectOf({
  comment: text,
  rule: text,
  level: choice(LEVELS),
  flags: texts,
  source: readVectorSource,
});

/** Which other answers a vector of either kind allows. */
export const readAllowances: Reader<Pick<Vector, "mayRefuse" | "mayAccept">> = objectOf({
  mayRefuse: maybe(text),
  mayAccept: maybe(text),
});

function readExpected(id: string, operation: Operation, json: unknown): Vector["expected"] {
  const where = `${id}: expected`;
  const given = object(where, json);
  if ("refused" in given) return { refused: oneOf([true], `${where}.refused`, given.refused) };
  const required = REQUIRED_STAGE[operation];
  if (!(required in given)) throw new Malformed(`${id} does not expect the stage ${required}`);
  const stages = Object.entries(given).map(([name, value]) => {
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
