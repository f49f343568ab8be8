/** The shape of a baseline, from which the types, the validator and `vectors/baseline.schema.json` are derived. */

import { closedObject, type ValueOf } from "../../shapes/shape.ts";

const filled = (description: string) =>
  ({ type: "string", minLength: 1, title: "a string that is not empty", description }) as const;

/** Members of every entry. */
const WHY = {
  reason: filled("Why the failure is suppressed; text for people."),
  address: { type: "string", description: "Where the failure is being worked on." },
} as const;

const CAUSE = closedObject(
  ["cause", "reason"],
  {
    cause: filled(
      "Id of a known mistake, as reports name it, with the name of its form if that is not the most common one: locale-sort, locale-sort#joined-pairs. Suppresses every answer, to a vector or a generated request, that the specification gives with the accepted mistakes.",
    ),
    ...WHY,
  },
  "A known mistake.",
);

const DIFFERENCE = closedObject(
  ["difference", "reason"],
  {
    difference: filled(
      "A sentence about failures that no known mistake explains, as reports show it: what the value of a stage does differently, or the stable part of a message. A failure is suppressed if the baseline has all of its sentences and causes.",
    ),
    example: filled("Id of a vector that shows it; absent if only generated requests do."),
    ...WHY,
  },
  "Failures of the same kind.",
);

const VECTORS = closedObject(
  ["vectors", "reason"],
  {
    vectors: {
      type: "object",
      additionalProperties: filled("The beginning of the SHA-256 of the wrong value, in hexadecimal digits."),
      minProperties: 1,
      description:
        "Ids of vectors, each with the wrong value that is suppressed. Another wrong value is a new failure.",
    },
    ...WHY,
  },
  "Vectors whose failure neither a known mistake nor a sentence describes.",
);

const PROPERTY = closedObject(
  ["property", "reason"],
  {
    property: filled(
      "Id of a property. Suppresses the failures of its generated requests that neither a known mistake nor a sentence describes. Reports count them as not gated.",
    ),
    ...WHY,
  },
  "Generated requests of which only a wrong signature is known.",
);

/** The shapes of entries, by the member that distinguishes each shape. */
export const ENTRY_SHAPES = {
  cause: CAUSE,
  difference: DIFFERENCE,
  vectors: VECTORS,
  property: PROPERTY,
} as const;

/** A baseline. */
export const BASELINE = closedObject(["format", "known"], {
  $schema: { type: "string", description: "This schema." },
  format: { const: 3, description: "Version of the baseline format." },
  known: { type: "array", items: { anyOf: Object.values(ENTRY_SHAPES) }, description: "The known failures." },
});

export type VectorsEntry = ValueOf<typeof VECTORS>;
export type Entry = ValueOf<typeof CAUSE> | ValueOf<typeof DIFFERENCE> | VectorsEntry | ValueOf<typeof PROPERTY>;
