/** Shows a value in a message. */

/** Quotes at most 60 characters of a text for a message, invisible ones escaped. Other values give only their type. */
export function quote(value: unknown, most: number = 60): string {
  if (typeof value !== "string") return kindOf(value);
  const shown = value.length > most ? `${value.slice(0, most)}…` : value;
  return JSON.stringify(shown).replace(INVISIBLE_RE, escapeUnits);
}

const INVISIBLE_RE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu; // control characters, and marks that reorder or hide text

function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, index) => escapeUnit(character.charCodeAt(index))).join("");
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

/** The type of a value. Messages do not contain the value, which may be a secret or a card number. */
export function kindOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}
