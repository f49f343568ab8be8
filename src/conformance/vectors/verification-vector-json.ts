/** The JSON of vectors for verifiers, as `vectors/verifier.json` has it. */

import type { Parameter, ParameterOrigin } from "./input.ts";
import { type JsonHttpRequest, readHttpRequest, writeHttpRequest } from "./input-json.ts";
import { fromJsonText, type JsonText, toJsonText } from "./json-text.ts";
import {
  boolean,
  choice,
  exactObjectOf,
  jsonText,
  listOf,
  Malformed,
  malformed,
  maybe,
  number,
  object,
  objectOf,
  oneOf,
  type Reader,
  text,
  texts,
} from "./shape.ts";
import { readAllowances, readDescription, readId } from "./vector-json.ts";
import {
  type EarlierRequest,
  type ExpectedAcceptance,
  type ExpectedRefusal,
  LAYERS,
  type VerificationKeyEntry,
  type VerificationServer,
  type VerificationVector,
} from "./verification-vector.ts";

interface JsonAcceptance {
  readonly accept: Omit<ExpectedAcceptance["accept"], "parameters"> & {
    readonly parameters: readonly (readonly [name: JsonText, value: JsonText, origin: ParameterOrigin])[];
  };
}

/** A vector for verifiers as JSON. */
export type JsonVerificationVector = Omit<VerificationVector, "earlier" | "request" | "expected"> & {
  readonly earlier?: readonly (Omit<EarlierRequest, "request"> & { readonly request: JsonHttpRequest })[];
  readonly request: JsonHttpRequest;
  readonly expected: JsonAcceptance | ExpectedRefusal;
};

/** @throws Malformed for JSON that is not such a vector; the message names the vector, the member, what was expected and what was found */
export function readVerificationVector(where: string, json: unknown): VerificationVector {
  const given = object(where, json);
  const id = readId(where, given);
  return {
    id,
    ...readDescription(`${id}:`, given),
    ...readVectorMembers(`${id}:`, given),
    expected: readExpected(id, given.expected),
    ...readAllowances(`${id}:`, given),
  };
}

const readLimits = exactObjectOf({
  url: maybe(number),
  authorization: maybe(number),
  body: maybe(number),
  parameters: maybe(number),
  name: maybe(number),
  value: maybe(number),
  nonce: maybe(number),
});

const OWNER = { consumerKey: text, token: maybe(text) };
const readSecrets = exactObjectOf({ ...OWNER, consumerSecret: text, tokenSecret: maybe(text) });
const readPublicKey = exactObjectOf({ ...OWNER, publicKey: text });
const readKey: Reader<VerificationKeyEntry> = (where, json) =>
  object(where, json).publicKey === undefined ? readSecrets(where, json) : readPublicKey(where, json);

const readServer: Reader<VerificationServer> = exactObjectOf({
  origin: maybe(text),
  now: number,
  signatureMethods: texts,
  clockToleranceSeconds: number,
  minimumRsaBits: number,
  allowHeaderAndBody: boolean,
  requireBodyHash: boolean,
  limits: maybe(readLimits),
  keys: listOf(readKey),
  trouble: maybe(choice(["credentials-unavailable", "nonce-store-unavailable", "nonce-store-full"] as const)),
});

const readVectorMembers = objectOf({
  layer: choice(LAYERS),
  faults: maybe(texts),
  cves: maybe(texts),
  server: readServer,
  earlier: maybe(listOf(objectOf({ now: number, request: readHttpRequest, accepted: boolean }))),
  request: readHttpRequest,
});

function readExpected(id: string, json: unknown): VerificationVector["expected"] {
  const where = `${id}: expected`;
  const { accept, refuse } = object(where, json);
  if (accept !== undefined) return { accept: readAcceptance(`${where}.accept`, accept) };
  if (refuse === undefined) throw new Malformed(`${id} expects neither acceptance nor rejection`);
  return readRejection(where, json);
}

const readRejection = objectOf({ refuse: text, alsoAcceptable: maybe(texts) });

const ORIGINS = ["query", "header", "body"] as const satisfies readonly ParameterOrigin[];

function readParameter(where: string, json: unknown): Parameter {
  const [name, value, origin, ...others]: readonly unknown[] = Array.isArray(json) ? (json as unknown[]) : [];
  if (origin === undefined || others.length > 0) throw malformed(where, "[name, value, origin]", json);
  return {
    name: fromJsonText(jsonText(`${where}[0]`, name)),
    value: fromJsonText(jsonText(`${where}[1]`, value)),
    origin: oneOf(ORIGINS, `${where}[2]`, origin),
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
    ...{ id, comment, layer, ...(faults && { faults }), ...(cves && { cves }), rule, level, flags, source, server },
    ...(earlier && { earlier: earlier.map((one) => ({ ...one, request: writeHttpRequest(one.request) })) }),
    request: writeHttpRequest(request),
    expected: "accept" in expected ? { accept: writeAcceptance(expected.accept) } : expected,
    ...leeway,
  };
}

function writeAcceptance(accept: ExpectedAcceptance["accept"]): JsonAcceptance["accept"] {
  const parameters = accept.parameters.map(
    ({ name, value, origin }) => [toJsonText(name), toJsonText(value), origin] as const,
  );
  return { ...accept, parameters };
}
