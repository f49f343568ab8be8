/**
 * The answers of driver protocol 1: their types, their validator and the published schema follow from these shapes.
 * Members not listed here are ignored. The `id` of an answer is not listed, because only programs send an `id`.
 */

import { openObject, type Shape } from "../../shapes/shape.ts";
import { OPERATIONS, STAGE_ROWS, STAGES } from "../vectors/index.ts";
import { PAIRS, text } from "../vectors/json-shapes.ts";
import { FEATURE_NAMES } from "./features.ts";

/** A shape, or null. */
export interface OrNull<Of> {
  readonly anyOf: readonly [Of, { readonly type: "null" }];
}

/** Many languages write null for an absent member. */
function orNull<const Of extends Shape>(shape: Of): OrNull<Of> {
  return { anyOf: [shape, { type: "null" }] };
}

const OK = { description: "The driver has an answer.", const: true } as const;

const NAMES = { title: "an array of strings", type: "array", items: { type: "string" } } as const;

function names(description: string) {
  return orNull({ description, ...NAMES });
}

/** What an implementation declares besides its operations. */
export const CAPABILITIES = openObject([], {
  signatureMethods: names("The signature methods that it supports. Absent or null: all."),
  transports: names("Where it can put the protocol parameters. Absent or null: all transports."),
  fixesNonceAndTimestamp: orNull({
    description: "Whether it uses the nonce and timestamp of the question. Absent or null: true.",
    type: "boolean",
  }),
  limits: orNull(
    openObject(
      [],
      {
        inFlight: orNull({
          description: "How many questions may be open at a time.",
          type: "integer",
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
        }),
        httpMethods: names("The only HTTP methods that it can sign, spelled as it takes them. Absent or null: all."),
        signatureMethods: orNull({
          description:
            "Signature methods by operation, for operations whose methods differ from signatureMethods. Absent or null: the same for all.",
          type: "object",
          additionalProperties: NAMES,
        }),
        deviations: names(
          "Flags of inputs, and features as in without, for which it is known to deviate from RFC 5849: as a reference, it is not asked for them. vectors/schema.json explains each flag.",
        ),
        without: names(
          `The features that it does not support: ${FEATURE_NAMES.join(", ")}. Countersign ignores other names. docs/driver.md explains each.`,
        ),
      },
      "The limits of the driver.",
    ),
  ),
});

const IMPLEMENTATION = {
  name: text("Its name."),
  version: text("Its version."),
  language: orNull(text("Its programming language.")),
  url: orNull(text("Its home page, an http or https URL.")),
} as const;

/** What an object in JavaScript declares about itself. */
export const OBJECT_IMPLEMENTATION = openObject([], {
  ...IMPLEMENTATION,
  name: orNull(IMPLEMENTATION.name),
  version: orNull(IMPLEMENTATION.version),
});

export const HELLO = openObject(
  ["ok", "protocol", "implementation", "operations"],
  {
    ok: OK,
    protocol: { description: "The version of the protocol that the driver uses.", const: 1 },
    implementation: openObject(["name", "version"], IMPLEMENTATION, "The implementation under test."),
    operations: {
      description:
        "The operations that it supports; questions for other operations are not offered. Countersign ignores unknown names.",
      title: "an array of strings",
      type: "array",
      minItems: 1,
      items: { type: "string" },
      contains: { enum: OPERATIONS },
    },
    ...CAPABILITIES.properties,
  },
  "The answer to hello: what the driver supports.",
);

/** The stages in an answer. */
export const STAGES_SHAPE = {
  description:
    "Intermediate values. Countersign compares each that the case states. null means absent; Countersign ignores other names.",
  ...orNull(openObject([], Object.fromEntries(STAGES.map((stage) => [stage, orNull(STAGE_ROWS[stage].question)])))),
} as const;

export const SIGNED = {
  ...openObject(
    ["ok"],
    {
      ok: OK,
      authorization: orNull(text("The value of the Authorization header.")),
      url: orNull(text("The URL of the signed request.")),
      body: orNull(text("The form-encoded body of the signed request.")),
      stages: STAGES_SHAPE,
    },
    "The signed request. One of authorization, url, body and stages.signature is required. Countersign reads the signature from the first that has it.",
  ),
  title: "a signature in authorization, url, body or stages.signature",
  anyOf: [
    ...["authorization", "url", "body"].map((name) => openObject([name], { [name]: { type: "string" } })),
    openObject(["stages"], { stages: openObject(["signature"], { signature: { type: "string" } }) }),
  ],
} as const;

export const VALUE = openObject(
  ["ok", "value"],
  { ok: OK, value: text("The value."), stages: STAGES_SHAPE },
  "The value that the question asks for, as text.",
);

export const PARAMETERS = openObject(
  ["ok", "value"],
  {
    ok: OK,
    value: PAIRS,
    realm: orNull(text("The realm of a header; null: the header has none.")),
    stages: STAGES_SHAPE,
  },
  "Decoded pairs.",
);

export const VALIDITY = openObject(
  ["ok", "valid"],
  {
    ok: OK,
    valid: { description: "Whether the signature or request is valid.", type: "boolean" },
    code: orNull(text("Why the request is rejected.")),
    stages: STAGES_SHAPE,
  },
  "The result of a verification.",
);

export const NO_ANSWER = openObject(
  ["ok", "error"],
  {
    ok: { description: "The driver has no answer.", const: false },
    error: { description: "The reason.", enum: ["unsupported", "refused", "failed"] },
    message: orNull(text("An explanation for people.")),
  },
  "The driver has no answer. unsupported: it does not support what the question asks; refused: the implementation examined the input and rejected it; failed: the implementation broke.",
);
