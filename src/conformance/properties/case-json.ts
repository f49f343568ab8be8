/** The JSON of generated cases, in which counterexamples are reported, saved and run again. */

import type { InputOf, Operation } from "../vectors/input.ts";
import { readInput, writeInput } from "../vectors/input-json.ts";
import { type JsonObject, malformed, object } from "../vectors/shape.ts";

/** How the cases of a property are read from JSON and written as JSON. */
export interface CaseJson<Case> {
  /** @throws Malformed for JSON that is not a case */
  readonly read: (json: unknown) => Case;
  readonly write: (one: Case) => unknown;
}

const WHERE = "the case";

/** Cases that are the input of an operation. */
export function inputJson<Of extends Operation>(operation: Of): CaseJson<InputOf<Of>> {
  return { read: (json) => readInput(WHERE, operation, json), write: writeInput };
}

/** Cases that are an input and further members. */
export function inputWithJson<Of extends Operation, Further extends object>(
  operation: Of,
  readFurther: (where: string, json: JsonObject) => Further,
): CaseJson<{ readonly input: InputOf<Of> } & Further> {
  return {
    read(json) {
      const given = object(WHERE, json);
      return { input: readInput(`${WHERE}.input`, operation, given.input), ...readFurther(WHERE, given) };
    },
    write: ({ input, ...further }) => ({ input: writeInput(input), ...further }),
  };
}

/** Cases that are JSON already. */
export function plainJson<Case>(read: (where: string, json: unknown) => Case): CaseJson<Case> {
  return { read: (json) => read(WHERE, json), write: (one) => one };
}

export function natural(where: string, value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw malformed(where, "a whole number of at least 0", value);
}
