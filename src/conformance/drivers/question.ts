/**
 * Writes questions of protocol 1.
 *
 * @module
 */

import { type VectorInput, writeInput } from "../vectors/index.ts";
import { signerInput } from "./signer-input.ts";

/** One line, with its end: the fields of the input stand beside `id` and `op`. */
export function questionLine(id: number, input: VectorInput): string {
  const fields = JSON.stringify(fieldsOf(input));
  const rest = fields === "{}" ? "}" : `,${fields.slice(1)}`;
  return `{"id":${id},"op":"${input.operation}"${rest}\n`;
}

/** The first question. */
export function helloLine(id: number): string {
  return `{"id":${id},"op":"hello","protocols":[1]}\n`;
}

/** The last line; it has no answer. */
export function byeLine(id: number): string {
  return `{"id":${id},"op":"bye"}\n`;
}

function fieldsOf(input: VectorInput): object {
  if (input.operation === "base-string") return writeInput(signerInput(input) ?? input);
  if (input.operation !== "verify") return writeInput(input);
  // The request names its own signature method.
  const { received, credentials, now, seen } = writeInput(input);
  return { request: received, credentials, now, seen };
}
