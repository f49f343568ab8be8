/**
 * The JSON of inputs in vectors, the driver protocol and saved counterexamples.
 *
 * Reading and writing keep the order of the members. JSON contains octets that are not UTF-8 as `{ "octets": base64 }`, and the
 * body of a received request as base64.
 */

import type { Shape } from "../../shapes/shape.ts";
import type { Members } from "./codec.ts";
import type { InputOf, Operation, VectorInput } from "./input.ts";
import { OPERATION_ROWS } from "./operations.ts";
import { type JsonObject, readShape } from "./shape.ts";

/**
 * Reads the input of an operation.
 *
 * @param where what the JSON is, for messages: `percent-encoding/unreserved/1: input`
 * @throws Malformed where a member is missing, unknown or not what the operation takes
 */
export function readInput<Of extends Operation>(where: string, operation: Of, json: unknown): InputOf<Of> {
  const { vector, members }: { readonly vector: Shape; readonly members: Members } = OPERATION_ROWS[operation];
  const { required = [] } = vector as { readonly required?: readonly string[] };
  const always = required.filter((name) => members[name]?.requiredIn !== "vectors");
  return toInput(operation, readShape({ ...vector, required: always } as Shape, where, json));
}

/** Like {@link readInput}, for JSON that fits the shape. */
export function toInput<Of extends Operation>(operation: Of, json: unknown): InputOf<Of> {
  return { operation, ...OPERATION_ROWS[operation].read(json as never) } as InputOf<Of>;
}

/** The JSON of an input: its members without the operation. */
export function writeInput({ operation, ...members }: VectorInput): JsonObject {
  return OPERATION_ROWS[operation].write(members as never) as JsonObject;
}
