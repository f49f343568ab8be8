/**
 * The JSON of vectors in the files in `vectors/`. It is checked against its shape, and octets, which JSON cannot contain, are
 * converted.
 */

import type { Operation, Parameter } from "./input.ts";
import { toInput, writeInput } from "./input-json.ts";
import { fromJsonText, type JsonText, toJsonText } from "./json-text.ts";
import { RECEIVED_REQUEST } from "./members.ts";
import { type JsonObject, object, readShape } from "./shape.ts";
import type { ExpectedAcceptance, ExpectedRefusal, Level, Vector, VerificationVector } from "./vector.ts";
import { VECTOR } from "./vector-shapes.ts";
import { VECTOR as VERIFIER_VECTOR } from "./verifier-shapes.ts";

/** A vector as JSON. */
export type JsonVector = Omit<Vector, "input"> & { readonly operation: Operation; readonly input: JsonObject };

type JsonParameter = readonly [name: JsonText, value: JsonText, origin: Parameter["origin"]];
type JsonAcceptance = Omit<ExpectedAcceptance["accept"], "parameters"> & {
  readonly parameters: readonly JsonParameter[];
};
type JsonRequest = ReturnType<typeof RECEIVED_REQUEST.write>;

/** A vector for verifiers as JSON. */
export type JsonVerificationVector = Omit<VerificationVector, "earlier" | "request" | "expected"> & {
  readonly earlier?: readonly { readonly now: number; readonly request: JsonRequest; readonly accepted: boolean }[];
  readonly request: JsonRequest;
  readonly expected: ExpectedRefusal | { readonly accept: JsonAcceptance };
};

/**
 * Reads a vector for signers, or one with a signature to verify.
 *
 * @throws Malformed names the vector, the member, what was expected and what was found
 */
export function readVector(where: string, json: unknown): Vector {
  return toVector(readShape(VECTOR, idOf(where, json), json) as JsonVector);
}

/** Like {@link readVector}, for JSON that fits the shape. */
export function toVector({ operation, input, ...vector }: JsonVector): Vector {
  return { ...vector, input: toInput(operation, input) };
}

/** The JSON of a vector, its members in the order of the files. */
export function writeVector(vector: Vector): JsonVector {
  const { id, comment, rule, level, flags, source, input, ...answer } = vector;
  const { operation } = input;
  return { id, comment, rule, level, flags, source, operation, input: writeInput(input), ...answer };
}

/** Reads a vector for verifiers, as {@link readVector} reads one for signers. */
export function readVerificationVector(where: string, json: unknown): VerificationVector {
  return toVerificationVector(readShape(VERIFIER_VECTOR, idOf(where, json), json) as unknown as JsonVerificationVector);
}

function idOf(where: string, json: unknown): string {
  return String(object(where, json).id ?? where);
}

/** Like {@link readVerificationVector}, for JSON that fits the shape. */
export function toVerificationVector(json: JsonVerificationVector): VerificationVector {
  const { earlier, request, expected, ...vector } = json;
  return {
    ...vector,
    ...(earlier && { earlier: earlier.map((one) => ({ ...one, request: RECEIVED_REQUEST.read(one.request) })) }),
    request: RECEIVED_REQUEST.read(request),
    expected: "accept" in expected ? { accept: readAcceptance(expected.accept) } : expected,
  };
}

function readAcceptance(accept: JsonAcceptance): ExpectedAcceptance["accept"] {
  const parameters = accept.parameters.map(([name, value, origin]) => ({
    name: fromJsonText(name),
    value: fromJsonText(value),
    origin,
  }));
  return { ...accept, parameters };
}

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
    server,
    ...(earlier && { earlier: earlier.map((one) => ({ ...one, request: RECEIVED_REQUEST.write(one.request) })) }),
    request: RECEIVED_REQUEST.write(request),
    expected: "accept" in expected ? { accept: writeAcceptance(expected.accept) } : { ...expected },
    ...leeway,
  };
}

function writeAcceptance(accept: ExpectedAcceptance["accept"]): JsonAcceptance {
  const parameters = accept.parameters.map(
    ({ name, value, origin }): JsonParameter => [toJsonText(name), toJsonText(value), origin],
  );
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
