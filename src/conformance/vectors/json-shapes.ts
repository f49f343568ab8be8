/** The shapes of values that vectors, driver protocol 1 and reports share. */

import type { Shape } from "../../shapes/shape.ts";
import type { Stage } from "./stages.ts";

/** A string with a description. */
export function text<const Description extends string>(description: Description) {
  return { description, type: "string" } as const;
}

/** A string with a description that is not empty. */
export function filled<const Description extends string>(description: Description) {
  return { description, type: "string", minLength: 1 } as const;
}

export const BASE64 = {
  description: "Octets in base64 (RFC 4648 4, padded).",
  title: "base64",
  type: "string",
  pattern: "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
} as const;

export const OCTETS = {
  description: "Octets that are not UTF-8.",
  title: '{ "octets": base64 }',
  type: "object",
  required: ["octets"],
  properties: { octets: BASE64 },
  additionalProperties: false,
} as const;

/** A name or a value. */
export const TEXT = {
  description: 'Text, or { "octets": base64 } for octets that are not UTF-8.',
  anyOf: [{ type: "string" }, OCTETS],
} as const;

export const PAIRS = {
  description: "Names and values, decoded.",
  title: "an array of [name, value]",
  type: "array",
  items: {
    description: "Name and value.",
    title: "[name, value]",
    type: "array",
    items: [TEXT, TEXT],
    minItems: 2,
    maxItems: 2,
    additionalItems: false,
  },
} as const;

/** The value of each stage. A realm can also be null, which means that there is none. */
export const STAGE_SHAPES = {
  "percent-encoding": text("The percent-encoded text."),
  "percent-decoding": text("The decoded text."),
  parameters: PAIRS,
  "parameter-string": text("The normalized parameters."),
  "base-string-uri": text("The base string URI."),
  "base-string": text("The signature base string."),
  key: text("The key of HMAC-* and PLAINTEXT: both secrets, encoded and joined."),
  signature: text("The signature in base64, not percent-encoded; for PLAINTEXT the key."),
  "authorization-header": text("The value of the header."),
  realm: text("The realm of the header; null: the header has none."),
  url: text("The URL of the signed request."),
  body: text("The form-encoded body of the signed request."),
  "body-hash": text("The body hash in base64."),
  valid: { type: "boolean" },
} as const satisfies { readonly [Of in Stage]: Shape };
