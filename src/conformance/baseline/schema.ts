/**
 * The shape of a baseline, written once: the types, the validator and `vectors/baseline.schema.json` follow from it. Format 1
 * is only read.
 */

import Type, { type Static } from "typebox";

const filled = (description: string) => Type.String({ description, minLength: 1 });

/** Members of every entry. */
const why = {
  reason: filled("Why the failure is suppressed; text for people."),
  address: Type.Optional(Type.String({ description: "Where the failure is being worked on." })),
};

/** Of refusals and errors. */
const random = {
  random: Type.Optional(
    Type.Literal(true, {
      description:
        "Whether the implementation fails so at random, or only for some generated requests: a run without it proves nothing, so the entry is never stale.",
    }),
  ),
};

const exact = { additionalProperties: false } as const;

const CAUSE = Type.Object(
  {
    cause: filled(
      "Id of a known mistake, as reports name it, with the number of its form if that is not the most common one: sort-by-locale, sort-by-locale#2. Suppresses every answer, to a vector or a generated request, that the specification gives with the accepted mistakes, at most one of each stage.",
    ),
    ...why,
  },
  { ...exact, description: "A known mistake." },
);

const REFUSAL = Type.Object(
  {
    refusal: filled(
      "The stable part of the message with which the implementation refuses; or, without a message, the rule of the vectors. Suppresses every refusal of a valid request with it.",
    ),
    ...random,
    ...why,
  },
  { ...exact, description: "Refusals of valid requests." },
);

const ERROR = Type.Object(
  {
    error: filled(
      "The stable part of the error's message; or, without a message, the rule of the vectors. Suppresses every error with it. The text 'answers differ when asked again' stands for wrong answers that the implementation does not repeat.",
    ),
    ...random,
    ...why,
  },
  { ...exact, description: "Errors instead of answers." },
);

const VECTORS = Type.Object(
  {
    vectors: Type.Array(filled("Id of a vector."), { description: "Vectors that fail alike.", minItems: 1 }),
    failure: filled(
      "The first stage that differs, such as base-string; if the driver returned no value, the verdict, such as crashed or timed-out.",
    ),
    ...why,
  },
  { ...exact, description: "Vectors whose failure no known mistake explains." },
);

const PROPERTY = Type.Object(
  {
    property: filled("Id of a property."),
    failure: Type.Union([Type.Literal("wrong-value"), Type.Literal("refusal"), Type.Literal("error")], {
      description: "How the property fails. All its failures of this kind are suppressed: it is not gated.",
    }),
    ...why,
  },
  { ...exact, description: "A property that is not gated." },
);

/** The shapes of entries, by the member that only entries of this shape have. */
export const ENTRY_SHAPES = {
  cause: CAUSE,
  refusal: REFUSAL,
  error: ERROR,
  vectors: VECTORS,
  property: PROPERTY,
} as const;

const schemaReference = { $schema: Type.Optional(Type.String({ description: "This schema." })) };

/** A baseline as it is written. */
export const BASELINE = Type.Object(
  {
    ...schemaReference,
    format: Type.Literal(2, { description: "Version of the baseline format." }),
    known: Type.Array(Type.Union(Object.values(ENTRY_SHAPES)), { description: "The known failures." }),
  },
  exact,
);

/** An entry of format 1. */
export const ENTRY_OF_FORMAT_1 = Type.Object(
  {
    id: filled("Id of a vector, a property or a rule, or a prefix of vector ids such as base-string/hosts/*."),
    failure: filled("The first stage that differs; if the driver returned no value, the verdict."),
    flags: Type.Optional(
      Type.Array(Type.String(), {
        description: "For a property: the entry suppresses the cases that have all of these flags.",
        minItems: 1,
      }),
    ),
    ...why,
    count: Type.Optional(
      Type.Integer({
        description: "How many vectors the entry suppresses; 1 if absent. Required if id is a prefix.",
        minimum: 1,
      }),
    ),
  },
  { ...exact, description: "One known failure, or several of one kind." },
);

/** A baseline of earlier versions. */
export const BASELINE_OF_FORMAT_1 = Type.Object(
  {
    ...schemaReference,
    format: Type.Literal(1, { description: "Version of the baseline format." }),
    known: Type.Array(ENTRY_OF_FORMAT_1, { description: "The known failures." }),
  },
  exact,
);

export type CauseEntry = Static<typeof CAUSE>;
export type RefusalEntry = Static<typeof REFUSAL>;
export type ErrorEntry = Static<typeof ERROR>;
export type VectorsEntry = Static<typeof VECTORS>;
export type PropertyEntry = Static<typeof PROPERTY>;
/** An entry of format 2. */
export type Entry = CauseEntry | RefusalEntry | ErrorEntry | VectorsEntry | PropertyEntry;
/** An entry of format 1. */
export type OldEntry = Static<typeof ENTRY_OF_FORMAT_1>;
