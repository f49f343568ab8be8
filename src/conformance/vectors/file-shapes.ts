/**
 * The shapes of the files in `vectors/` besides those with vectors: types, validator and published schemas follow from them.
 * This module also has the shapes that all files with vectors share.
 */

import { closedObject, type Same, type Shape, type ValueOf } from "../../shapes/shape.ts";
import { filled } from "./json-shapes.ts";
import { type Fault, LEVELS, type Rule, type Source } from "./vector.ts";

/** The version of the format of all files in `vectors/`. It changes if a member changes its meaning or is removed. */
export const FORMAT = 1;

/** Members of both kinds of vectors. */
export const DESCRIPTION = {
  comment: {
    description: "What this vector shows, in one line, for people.",
    type: "string",
    minLength: 1,
    pattern: "^[^\\n]*$",
  },
  rule: {
    description: "Id of the rule in rules.json that the vector checks.",
    type: "string",
    pattern: "^[a-z0-9.-]+-[1-9][0-9]*$",
  },
  level: {
    description:
      "MUST and SHOULD as in RFC 2119. MAY: RFC 5849 leaves the point open. gateway: required by the documentation of one payment gateway, not by RFC 5849.",
    enum: LEVELS,
  },
} as const;

/** The flags of a vector, each with its meaning. */
export function flags(description: string, meanings: Readonly<Record<string, string>>): Shape {
  const items = { anyOf: Object.entries(meanings).map(([name, meaning]) => ({ description: meaning, const: name })) };
  return { description, type: "array", uniqueItems: true, items };
}

/** A file of vectors with this schema. */
export function vectorsFile(schema: string, vector: Shape): Shape {
  const vectors = {
    description: "The vectors. They are independent of each other; their order has no meaning.",
    type: "array",
    items: vector,
  } as const;
  const { $schema, format } = headOf(schema);
  const title = filled("What the vectors of this file are about.");
  return closedObject(
    ["$schema", "format", "title", "vectors"],
    { $schema, format, title, vectors },
    "One file of vectors.",
  );
}

function headOf(schema: string) {
  return {
    $schema: { description: "This schema.", const: `./${schema}` },
    format: {
      description: "Version of the format of this file. It changes when a member changes its meaning or is removed.",
      const: FORMAT,
    },
  } as const;
}

/** A sentence. */
function sentence(description: string) {
  return { description, title: "a sentence", type: "string", pattern: "\\.$" } as const;
}

export const RULE = closedObject(
  ["id", "section", "level", "statement"],
  {
    id: {
      description: "Document and section, then a number within the section. Permanent.",
      type: "string",
      pattern: "^[a-z0-9.-]+-[1-9][0-9]*$",
    },
    section: filled("The document and section of the requirement."),
    level: {
      description:
        "MUST and SHOULD are RFC 2119's. MAY: RFC 5849 leaves the point open. gateway: asked by one payment gateway's documentation, not by RFC 5849.",
      enum: LEVELS,
    },
    statement: sentence("The requirement, in one sentence."),
  },
  "One requirement.",
);

export const SOURCE = closedObject(
  ["id", "title", "url", "license"],
  {
    id: {
      description: "Short name; it is also the topic in the ids of its vectors.",
      type: "string",
      pattern: "^[a-z0-9.-]+$",
    },
    title: filled("The source's title, and the part used."),
    url: {
      description: "Its address; if that is unknown, how it was found.",
      title: "an address that begins with https:// or http://, or words without a colon",
      type: "string",
      pattern: '^(?:https?://[^\\s"<>]+|[^:]+)$',
    },
    license: filled(
      "SPDX identifier or name of the license of the publication; unknown if it names none; facts if only facts were taken. The values themselves are always facts.",
    ),
  },
  "One publication.",
);

export const FAULT = closedObject(
  ["id", "side", "what"],
  {
    id: { description: "Permanent.", type: "string", pattern: "^[a-z0-9-]+$" },
    side: { description: "Who makes the mistake.", enum: ["verifier", "client"] },
    what: sentence("What goes wrong."),
    unshown: sentence("Why no vector can detect it."),
  },
  "One mistake.",
);

/** A file with one list. */
function listFile(list: string, items: Shape, name = list): Shape {
  const members: Readonly<Record<string, Shape>> = { ...headOf(`${name}.schema.json`), [list]: items };
  return closedObject(["$schema", "format", list], members);
}

/** The files besides those with vectors, by name. */
export const LIST_FILES = {
  rules: listFile("rules", {
    description: "The rules in the order of RFC 5849, then those of extensions.",
    type: "array",
    items: RULE,
  }),
  sources: listFile("sources", { description: "The sources.", type: "array", items: SOURCE }),
  faults: listFile("faults", {
    description: "The mistakes of verifiers, then those of clients.",
    type: "array",
    items: FAULT,
  }),
  quick: listFile(
    "vectors",
    {
      description: "Ids of vectors for signers.",
      type: "array",
      minItems: 1,
      maxItems: 200,
      uniqueItems: true,
      items: { type: "string", pattern: "^[a-z0-9.-]+/[a-z0-9.-]+/[0-9]+$", title: "the id of a vector" },
    },
    "quick",
  ),
} as const;

// The compiler compares the shapes with the published types.
true satisfies Same<ValueOf<typeof RULE>, Rule>;
true satisfies Same<ValueOf<typeof SOURCE>, Source>;
true satisfies Same<ValueOf<typeof FAULT>, Fault>;
