/**
 * Writes questions of protocol 1.
 *
 * @module
 */

import type { Operation, VectorInput } from "../suite/index.ts";
import { asSignerWouldBeAsked } from "./signer-question.ts";

/** One line, with its end: the fields of the input stand beside `id` and `op`. */
export function questionLine(id: number, operation: Operation, input: VectorInput): string {
  const fields = JSON.stringify(fieldsOf(operation, input));
  const rest = fields === "{}" ? "}" : `,${fields.slice(1)}`;
  return `{"id":${id},"op":"${operation}"${rest}\n`;
}

/** The first question. */
export function helloLine(id: number): string {
  return `{"id":${id},"op":"hello","protocols":[1]}\n`;
}

/** The last line; it has no answer. */
export function byeLine(id: number): string {
  return `{"id":${id},"op":"bye"}\n`;
}

function fieldsOf(operation: Operation, input: VectorInput): object {
  if (operation === "base-string") return asSignerWouldBeAsked(input) ?? input;
  if (operation !== "verify") return input;
  // The method of a request that was received stands in it.
  const { received, credentials, now, seen } = input;
  return { request: received, credentials, now, seen };
}
