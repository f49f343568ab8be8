/**
 * The JSON of vectors, as the files in `vectors/` contain it. Its readers throw {@link Malformed} for JSON that is not a vector:
 * the message names the vector, the member, what was expected and what was found.
 */

import type { Operation, Parameter } from "./input.ts";
import { readInput, writeInput } from "./input-json.ts";
import { fromJsonText, toJsonText } from "./json-text.ts";
import { RECEIVED_REQUEST } from "./members.ts";
import {
  boolean,
  choice,
  type JsonObject,
  jsonText,
  listOf,
  Malformed,
  malformed,
  maybe,
  number,
  object,
  objectOf,
  type Reader,
  text,
  texts,
} from "./shape.ts";
import { STAGE_ROWS } from "./stage-rows.ts";
import { isOperation, REQUIRED_STAGE, STAGES } from "./stages.ts";
import {
  type ExpectedAcceptance,
  LAYERS,
  LEVELS,
  type Level,
  type Vector,
  type VectorSource,
  type VerificationServer,
  type VerificationVector,
} from "./vector.ts";
import { SERVER } from "./verification-server.ts";

/** A vector as JSON. */
export type JsonVector = Omit<Vector, "input"> & { readonly operation: Operation; readonly input: JsonObject };

/** A vector for verifiers as JSON. */
export type JsonVerificationVector = Omit<VerificationVector, "server" | "earlier" | "request" | "expected"> & {
  readonly server: JsonObject;
  readonly earlier?: readonly JsonObject[];
  readonly request: JsonObject;
  readonly expected: JsonObject;
};

/** Reads a vector for signers, or one with a signature to verify. */
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
    ...readOpen(`${id}:`, given),
  };
}

/** The id of a vector of either kind. */
function readId(where: string, { id }: JsonObject): string {
  if (typeof id === "string") return id;
  throw new Malformed(`${where} is a vector without an id`);
}

const readVectorSource: Reader<VectorSource> = (where, json) =>
  readKind(`${where}.kind`, object(where, json).kind) === "published"
    ? readPublishedSource(where, json)
    : readGeneratedSource(where, json);
const readKind = choice(["published", "generated"] as const);
const readPublishedSource = objectOf({ kind: choice(["published"] as const), source: text, section: text });
const readGeneratedSource = objectOf({ kind: choice(["generated"] as const), generator: text });

/** What vectors of either kind state about themselves. */
const readDescription: Reader<Pick<Vector, "comment" | "rule" | "level" | "flags" | "source">> = objectOf({
  comment: text,
  rule: text,
  level: choice(LEVELS),
  flags: texts,
  source: readVectorSource,
});

const readOpen: Reader<Pick<Vector, "open">> = objectOf({ open: maybe(text) });

/** Which other verdict a vector for verifiers allows. */
const readAllowances: Reader<Pick<VerificationVector, "mayRefuse" | "mayAccept">> = objectOf({
  mayRefuse: maybe(text),
  mayAccept: maybe(text),
});

function readExpected(id: string, operation: Operation, json: unknown): Vector["expected"] {
  const where = `${id}: expected`;
  const given = object(where, json);
  if ("refused" in given) return { refused: choice([true] as const)(`${where}.refused`, given.refused) };
  const required = REQUIRED_STAGE[operation];
  if (!(required in given)) throw new Malformed(`${id} does not expect the stage ${required}`);
  const stages = Object.entries(given).map(([name, value]) => {
    const stage = readStageName(where, name);
    return [stage, STAGE_ROWS[stage].read(`${where}.${stage}`, value)] as const;
  });
  return Object.fromEntries(stages);
}

const readStageName = choice(STAGES);

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

/** Reads a vector for verifiers, as `vectors/verifier.json` contains it. */
export function readVerificationVector(where: string, json: unknown): VerificationVector {
  const given = object(where, json);
  const id = readId(where, given);
  return {
    id,
    ...readDescription(`${id}:`, given),
    ...readVectorMembers(`${id}:`, given),
    expected: readVerdict(id, given.expected),
    ...readAllowances(`${id}:`, given),
  };
}

const readServer: Reader<VerificationServer> = (where, json) => {
  const { requireBodyHash, ...server } = SERVER.read(where, json);
  return { ...server, allowUnsignedBody: !requireBodyHash };
};

/** Keeps the order of the members. */
function writeServer(server: VerificationServer): JsonObject {
  const members = Object.entries(server).map(([name, value]: [string, JsonObject[string]]) =>
    name === "allowUnsignedBody" ? (["requireBodyHash", value === false] as const) : ([name, value] as const),
  );
  return Object.fromEntries(members);
}

const readVectorMembers = objectOf({
  layer: choice(LAYERS),
  faults: maybe(texts),
  cves: maybe(texts),
  server: readServer,
  earlier: maybe(listOf(objectOf({ now: number, request: RECEIVED_REQUEST.read, accepted: boolean }))),
  request: RECEIVED_REQUEST.read,
});

function readVerdict(id: string, json: unknown): VerificationVector["expected"] {
  const where = `${id}: expected`;
  const { accept, refuse } = object(where, json);
  if (accept !== undefined) return { accept: readAcceptance(`${where}.accept`, accept) };
  if (refuse === undefined) throw new Malformed(`${id} expects neither acceptance nor rejection`);
  return readRejection(where, json);
}

const readRejection = objectOf({ refuse: text, alsoAcceptable: maybe(texts) });

function readParameter(where: string, json: unknown): Parameter {
  const [name, value, origin, ...others]: readonly unknown[] = Array.isArray(json) ? (json as unknown[]) : [];
  if (origin === undefined || others.length > 0) throw malformed(where, "[name, value, origin]", json);
  return {
    name: fromJsonText(jsonText(`${where}[0]`, name)),
    value: fromJsonText(jsonText(`${where}[1]`, value)),
    origin: choice(["query", "header", "body"] as const)(`${where}[2]`, origin),
  };
}

const readAcceptance: Reader<ExpectedAcceptance["accept"]> = objectOf({
  consumerKey: text,
  token: maybe(text),
  signatureMethod: text,
  parameters: listOf(readParameter),
});

/** The JSON of a vector for verifiers, its members in the order of the file. */
export function writeVerificationVector(vector: VerificationVector): JsonVerificationVector {
  const { request, earlier, expected, ...others } = vector;
  const { id, comment, layer, faults, cves, rule, level, flags, source, server, ...leeway } = others;
  return {
    id,
    comment,
    layer,
    ...(faults && { faults }),
    ...(cves && { cves }),
    rule,
    level,
    flags,
    source,
    server: writeServer(server),
    ...(earlier && { earlier: earlier.map((one) => ({ ...one, request: RECEIVED_REQUEST.write(one.request) })) }),
    request: RECEIVED_REQUEST.write(request),
    expected: "accept" in expected ? { accept: writeAcceptance(expected.accept) } : { ...expected },
    ...leeway,
  };
}

function writeAcceptance(accept: ExpectedAcceptance["accept"]): JsonObject {
  const parameters = accept.parameters.map(({ name, value, origin }) => [toJsonText(name), toJsonText(value), origin]);
  return { ...accept, parameters };
}

/** A file with a list: one line for each item, so that a change is easy to review. */
export function listText(head: object, list: string, items: readonly object[]): string {
  const members = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`);
  const lines = items.map((one) => `    ${JSON.stringify(one)}`).join(",\n");
  return `{\n${members.join("")}  ${JSON.stringify(list)}: [\n${lines}\n  ]\n}\n`;
}

/** The name of the file for a vector of signers. @param area the first part of its id */
export function fileOfVector(area: string, level: Level): string {
  if (level === "gateway") return "gateway";
  return area === "request" ? "requests" : area;
}
