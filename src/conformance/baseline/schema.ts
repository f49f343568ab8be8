/** The shape of a baseline, from which the types, the validator and `vectors/baseline.schema.json` are derived. */

import { closedObject, type ValueOf } from "../../shapes/shape.ts";
import { REMOVABLE } from "../vectors/index.ts";

const filled = (description: string) =>
  ({ type: "string", minLength: 1, title: "a string that is not empty", description }) as const;

/** Members of every entry. */
const WHY = {
  reason: filled("Why the failure is suppressed; text for people."),
  address: { type: "string", description: "Where the failure is being worked on." },
} as const;

/** Members of entries for refusals and errors. */
const RANDOM = {
  random: {
    const: true,
    description:
      "Whether the implementation fails so at random, or only for some generated requests: a run without it proves nothing, so the entry is never stale.",
  },
} as const;

const CAUSE = closedObject(
  ["cause", "reason"],
  {
    cause: filled(
      "Id of a known mistake, as reports name it, with the name of its form if that is not the most common one: locale-sort, locale-sort#joined-pairs. Suppresses every answer, to a vector or a generated request, that the specification gives with the accepted mistakes, at most one of each stage.",
    ),
    ...WHY,
  },
  "A known mistake.",
);

const REFUSAL = closedObject(
  ["refusal", "reason"],
  {
    refusal: filled(
      "The stable part of the message with which the implementation refuses; or, without a message, the rule of the vectors. Suppresses every refusal of a valid request with it.",
    ),
    ...RANDOM,
    ...WHY,
  },
  "Refusals of valid requests.",
);

const ERROR = closedObject(
  ["error", "reason"],
  {
    error: filled(
      "The stable part of the error's message; or, without a message, the rule of the vectors. Suppresses every error with it. The text 'answers differ when asked again' stands for wrong answers that the implementation does not repeat.",
    ),
    ...RANDOM,
    ...WHY,
  },
  "Errors instead of answers.",
);

const VECTORS = closedObject(
  ["vectors", "failure", "reason"],
  {
    vectors: { type: "array", items: filled("Id of a vector."), minItems: 1, description: "Vectors that fail alike." },
    failure: filled(
      "The first stage that differs, such as base-string; if the driver returned no value, the verdict, such as crashed or timed-out.",
    ),
    ...WHY,
  },
  "Vectors whose failure no known mistake explains.",
);

const PROPERTY = closedObject(
  ["property", "failure", "reason"],
  {
    property: filled("Id of a property."),
    failure: {
      enum: ["wrong-value", "refusal", "error"],
      description:
        "How the property fails. Without the member without, all its failures of this kind are suppressed: it is not gated.",
    },
    without: {
      type: "array",
      items: { enum: REMOVABLE },
      minItems: 1,
      description:
        "Features that the generated requests of the property are changed not to have, as for limits.without in the hello of a driver. Any failure is then new.",
    },
    ...WHY,
  },
  "A property that is not gated, or not for some requests.",
);

/** The shapes of entries, by the member that distinguishes each shape. */
export const ENTRY_SHAPES = {
  cause: CAUSE,
  refusal: REFUSAL,
  error: ERROR,
  vectors: VECTORS,
  property: PROPERTY,
} as const;

/** A baseline as it is written. */
export const BASELINE = closedObject(["format", "known"], {
  $schema: { type: "string", description: "This schema." },
  format: { const: 2, description: "Version of the baseline format." },
  known: { type: "array", items: { anyOf: Object.values(ENTRY_SHAPES) }, description: "The known failures." },
});

export type CauseEntry = ValueOf<typeof CAUSE>;
export type RefusalEntry = ValueOf<typeof REFUSAL>;
export type ErrorEntry = ValueOf<typeof ERROR>;
export type VectorsEntry = ValueOf<typeof VECTORS>;
export type PropertyEntry = ValueOf<typeof PROPERTY>;
export type Entry = CauseEntry | RefusalEntry | ErrorEntry | VectorsEntry | PropertyEntry;
