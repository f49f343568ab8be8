/**
 * The JSON of vectors for verification, as `vectors/verifier.json` has it.
 *
 * @module
 */

import type { Parameter, ParameterOrigin } from "./input.ts";
import { type JsonHttpRequest, readHttpRequest, writeHttpRequest } from "./input-json.ts";
import { fromJsonText, type JsonText, toJsonText } from "./json-text.ts";
import {
  arrayOf,
  boolean,
  exactly,
  jsonText,
  Malformed,
  malformed,
  number,
  object,
  oneOf,
  text,
  texts,
} from "./shape.ts";
import { readAbout, readId, readLeeway } from "./vector-json.ts";
import {
  type EarlierRequest,
  type ExpectedAcceptance,
  type ExpectedRefusal,
  LAYERS,
  type VerificationKeyEntry,
  type VerificationLimits,
  type VerificationServer,
  type VerificationVector,
} from "./verification-vector.ts";

interface JsonAcceptance {
  readonly accept: Omit<ExpectedAcceptance["accept"], "parameters"> & {
    readonly parameters: readonly (readonly [name: JsonText, value: JsonText, origin: ParameterOrigin])[];
  };
}

/** A vector for verification as JSON. */
export type JsonVerificationVector = Omit<VerificationVector, "earlier" | "request" | "expected"> & {
  readonly earlier?: readonly (Omit<EarlierRequest, "request"> & { readonly request: JsonHttpRequest })[];
  readonly request: JsonHttpRequest;
  readonly expected: JsonAcceptance | ExpectedRefusal;
};

/** @throws Malformed for JSON that is no such vector; the message names the vector, the member, what was expected and what came */
export function readVerificationVector(where: string, json: unknown): VerificationVector {
  const given = object(where, json);
  const id = readId(where, given);
  const { layer, faults, cves, server, earlier, request, expected } = given;
  return {
    id,
    ...readAbout(id, given),
    layer: oneOf(LAYERS, `${id}: layer`, layer),
    ...(faults !== undefined && { faults: texts(`${id}: faults`, faults) }),
    ...(cves !== undefined && { cves: texts(`${id}: cves`, cves) }),
    server: readServer(`${id}: server`, server),
    ...(earlier !== undefined && { earlier: arrayOf(readEarlier, `${id}: earlier`, earlier) }),
    request: readHttpRequest(`${id}: request`, request),
    expected: readExpected(id, expected),
    ...readLeeway(id, given),
  };
}

function readServer(where: string, json: unknown): VerificationServer {
  const given = object(where, json);
  return exactly(where, given, {
    ...(given.origin !== undefined && { origin: text(`${where}.origin`, given.origin) }),
    now: number(`${where}.now`, given.now),
    signatureMethods: texts(`${where}.signatureMethods`, given.signatureMethods),
    clockToleranceSeconds: number(`${where}.clockToleranceSeconds`, given.clockToleranceSeconds),
    minimumRsaBits: number(`${where}.minimumRsaBits`, given.minimumRsaBits),
    allowHeaderAndBody: boolean(`${where}.allowHeaderAndBody`, given.allowHeaderAndBody),
    requireBodyHash: boolean(`${where}.requireBodyHash`, given.requireBodyHash),
    ...(given.limits !== undefined && { limits: readLimits(`${where}.limits`, given.limits) }),
    keys: arrayOf(readKey, `${where}.keys`, given.keys),
    ...(given.trouble !== undefined && { trouble: oneOf(TROUBLES, `${where}.trouble`, given.trouble) }),
  });
}

const TROUBLES = ["credentials-unavailable", "nonce-store-unavailable", "nonce-store-full"] as const;
const LIMITS = ["url", "authorization", "body", "parameters", "name", "value", "nonce"] as const;

function readLimits(where: string, json: unknown): VerificationLimits {
  const limits = Object.entries(object(where, json)).map(([name, value]) => {
    const limit = oneOf(LIMITS, where, name);
    return [limit, number(`${where}.${limit}`, value)] as const;
  });
  return Object.fromEntries(limits);
}

function readKey(where: string, json: unknown): VerificationKeyEntry {
  const given = object(where, json);
  const { consumerKey, consumerSecret, publicKey, token, tokenSecret } = given;
  const owner = {
    consumerKey: text(`${where}.consumerKey`, consumerKey),
    ...(token !== undefined && { token: text(`${where}.token`, token) }),
  };
  if (publicKey !== undefined) {
    return exactly(where, given, { ...owner, publicKey: text(`${where}.publicKey`, publicKey) });
  }
  return exactly(where, given, {
    ...owner,
    consumerSecret: text(`${where}.consumerSecret`, consumerSecret),
    ...(tokenSecret !== undefined && { tokenSecret: text(`${where}.tokenSecret`, tokenSecret) }),
  });
}

function readEarlier(where: string, json: unknown): EarlierRequest {
  const { now, request, accepted } = object(where, json);
  return {
    now: number(`${where}.now`, now),
    request: readHttpRequest(`${where}.request`, request),
    accepted: boolean(`${where}.accepted`, accepted),
  };
}

function readExpected(id: string, json: unknown): VerificationVector["expected"] {
  const where = `${id}: expected`;
  const { accept, refuse, alsoAcceptable } = object(where, json);
  if (accept !== undefined) return { accept: readAcceptance(`${where}.accept`, accept) };
  if (refuse === undefined) throw new Malformed(`${id} expects neither acceptance nor refusal`);
  return {
    refuse: text(`${where}.refuse`, refuse),
    ...(alsoAcceptable !== undefined && { alsoAcceptable: texts(`${where}.alsoAcceptable`, alsoAcceptable) }),
  };
}

function readAcceptance(where: string, json: unknown): ExpectedAcceptance["accept"] {
  const { consumerKey, token, signatureMethod, parameters } = object(where, json);
  return {
    consumerKey: text(`${where}.consumerKey`, consumerKey),
    ...(token !== undefined && { token: text(`${where}.token`, token) }),
    signatureMethod: text(`${where}.signatureMethod`, signatureMethod),
    parameters: arrayOf(readParameter, `${where}.parameters`, parameters),
  };
}

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

/** The JSON of a vector for verification, its members in the order of the file. */
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
