/** The shapes of values that vectors, driver protocol 1 and reports share. */

/** A string with a description. */
export function text(description: string) {
  return { description, type: "string" } as const;
}

/** A list of strings with a description. */
export function strings(description: string) {
  return { description, type: "array", items: { type: "string" } } as const;
}

/** A non-empty string with a description. */
export function filled(description: string) {
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
