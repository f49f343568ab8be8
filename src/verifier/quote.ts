/**
 * Text from outside, in messages for the operator.
 *
 * @module
 */

const SHOWN_LENGTH = 60;

/** Quotes what a client sent: what cannot be seen escaped, at most 60 characters; of octets, the number alone. */
export function quote(value: string | Uint8Array): string {
  if (typeof value !== "string") return `${value.length} octets that are not UTF-8`;
  const shown = value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH)}…` : value;
  // JSON escapes C0 controls and lone surrogates; the rest is DEL, C1 and marks that turn or hide text.
  return JSON.stringify(shown).replace(
    /[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
