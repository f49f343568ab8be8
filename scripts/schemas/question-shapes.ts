/** The shapes of the questions of driver protocol 1, from which the published schema follows. A question has no other members. */

import { OPERATION_ROWS, OPERATIONS } from "../../src/conformance/vectors/index.ts";
import { closedObject, type Shape } from "../../src/shapes/shape.ts";

export const ID = {
  description: "The number of the question. The driver returns it unchanged.",
  type: "integer",
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
} as const;

const HELLO = closedObject(
  ["protocols"],
  {
    protocols: {
      description: "The versions of the protocol that Countersign supports.",
      type: "array",
      items: { type: "integer" },
    },
  },
  "The first question.",
);

const BYE = closedObject([], {}, "The last line. The driver does not answer it, and exits.");

/** The members of a question, with those that every line has. */
function lineOf(op: string, shape: Shape): Shape {
  if (shape.anyOf !== undefined) return { ...shape, anyOf: shape.anyOf.map((one) => lineOf(op, one)) };
  return withMembers({ id: ID, op: { description: "The operation.", const: op } }, shape);
}

/** The shape of an object, with more required members before the others. */
export function withMembers(members: object, shape: Shape): Shape {
  const { required, properties } = shape as typeof HELLO;
  return {
    ...shape,
    required: [...Object.keys(members), ...required],
    properties: { ...members, ...properties },
  } as Shape;
}

/** The shape of each question, by `op`. */
export const QUESTION_SHAPES: Readonly<Record<string, Shape>> = Object.fromEntries(
  [
    ["hello", HELLO] as const,
    ["bye", BYE] as const,
    // Base strings refer to the questions of sign, and are last.
    ...[...OPERATIONS.filter((operation) => operation !== "base-string"), "base-string" as const].map(
      (operation) => [operation, OPERATION_ROWS[operation].question] as const,
    ),
  ].map(([op, shape]) => [op, lineOf(op, shape)]),
);
