/** Writes the questions of driver protocol 1. */

import { type VectorInput, writeInput } from "../vectors/index.ts";
import { signerInput } from "./signer-input.ts";

/** One line, with a line feed: `id`, `op` and the members of the input. */
export function questionLine(id: number, input: VectorInput): string {
  const members = JSON.stringify(questionMembers(input));
  const rest = members === "{}" ? "}" : `,${members.slice(1)}`;
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

/** The members of a question besides `id` and `op`. */
export function questionMembers(input: VectorInput): object {
  if (input.operation === "base-string") return writeInput(signerInput(input) ?? input);
  if (input.operation !== "verify") return writeInput(input);
  // The request states its own signature method.
  const { received, credentials, now, seen } = writeInput(input);
  return { request: received, credentials, now, seen };
}
