/**
 * The files of vectors for signers: their validator and `vectors/schema.json` follow from these shapes. The file is long,
 * because the schema describes every member.
 */

import { closedObject, type Shape, when } from "../../shapes/shape.ts";
import { FLAGS } from "./features.ts";
import { DESCRIPTION, flags, vectorsFile } from "./file-shapes.ts";
import type { Operation } from "./input.ts";
import { filled } from "./json-shapes.ts";
import { PAIRS } from "./members.ts";
import { OPERATION_ROWS } from "./operations.ts";
import { STAGE_ROWS, STAGES } from "./stage-rows.ts";
import { OPERATIONS } from "./stages.ts";

export const SOURCE = {
  description: "Where the vector comes from.",
  anyOf: [
    closedObject(
      ["kind", "source", "section"],
      {
        kind: { description: "Taken from a publication.", const: "published" },
        source: { description: "Id of the source, in sources.json.", type: "string", pattern: "^[a-z0-9.-]+$" },
        section: filled("The place in it: a section, a test, a file."),
      },
      "Taken from a publication.",
    ),
    closedObject(
      ["kind", "generator"],
      {
        kind: { description: "Our own: no publication prints it.", const: "generated" },
        generator: filled(
          "The topic of the id. A program of this name once generated most of these vectors; counterexamples: from a saved case.",
        ),
      },
      "Our own: the specification computed its stages. No rights are reserved (CC0).",
    ),
  ],
} as const;

export const REFUSAL = closedObject(
  ["refused"],
  { refused: { description: "Always true.", const: true } },
  "The implementation must refuse the input.",
);

/** Vectors for verifiers have their own file. */
const ASKED = OPERATIONS.filter((operation) => operation !== "verify");

/** The values that a vector of an operation expects. */
function expectedOf(operation: Operation): Shape {
  const { required, stages = [required] } = OPERATION_ROWS[operation];
  const values = Object.fromEntries(stages.map((stage) => [stage, STAGE_ROWS[stage].vector]));
  return { anyOf: [closedObject([required], values), REFUSAL] };
}

/** The shapes of input and expected values, by operation. */
export const BY_OPERATION = ASKED.map((operation) => ({
  operation,
  input: OPERATION_ROWS[operation].vector,
  expected: expectedOf(operation),
}));

export const VECTOR: Shape = {
  ...closedObject(
    ["id", "comment", "rule", "level", "flags", "source", "operation", "input", "expected", "published"],
    {
      id: {
        description:
          "area/topic/number. Permanent: it is never used for another vector, even after this one has been removed.",
        type: "string",
        pattern: "^[a-z-]+/[a-z0-9.-]+/[1-9][0-9]*$",
      },
      ...DESCRIPTION,
      flags: flags(
        "What the input contains, for selecting vectors; flags say nothing about the result. Sorted.",
        FLAGS,
      ),
      source: SOURCE,
      operation: {
        description:
          "The operation that the implementation performs. The definition input-<operation> describes its input.",
        enum: ASKED,
      },
      input: { description: "The input of the operation: exactly the fields of its definition input-<operation>." },
      expected: {
        description:
          'The correct answer: the value of each stage that the case states, among those of the definition expected-<operation>; or { "refused": true }: the input violates the rule, and the implementation must refuse it.',
      },
      published: {
        description:
          "The stages whose value the source itself prints, or refused if the source itself refuses. The other stages of expected follow from RFC 5849. If the list is empty, all stages do.",
        type: "array",
        uniqueItems: true,
        items: { enum: [...STAGES, "refused"] },
      },
      disputed: closedObject(
        ["stage", "published", "reason"],
        {
          stage: {
            description:
              "The stage whose value is wrong in the source, or refused if the source wrongly gives an answer.",
            enum: [...STAGES, "refused"],
          },
          published: {
            description: "The wrong value as printed, in the form of expected; true if the source refuses.",
            anyOf: [{ type: "string" }, { type: "boolean" }, { type: "null" }, PAIRS.vector, REFUSAL],
          },
          reason: filled("Why it is wrong, with the section of the RFC."),
        },
        "Present if the source is wrong: the printed value, and why it is wrong. The correct value is in expected.",
      ),
      open: filled(
        "What RFC 5849 leaves open about the input, and which sentence it does not have. A refusal, or another answer that the RFC could also mean, is no failure.",
      ),
    },
    "One vector. Ask your implementation to do the operation with the input, and compare its answer with expected, stage by stage. The stage that the operation's expected-<operation> requires must be answered; the others only where your implementation can show them.",
  ),
  allOf: BY_OPERATION.map(({ operation, input, expected }) =>
    when(
      { type: "object", required: ["operation"], properties: { operation: { const: operation } } },
      { type: "object", properties: { input, expected } },
    ),
  ),
};

/** A file of vectors for signers. */
export const VECTORS_FILE: Shape = vectorsFile("schema.json", VECTOR);
