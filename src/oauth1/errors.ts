/**
 * The one error that signing and its steps throw. Its `code` is part of the public API and never changes its meaning.
 *
 * @module
 */

/** What can be wrong with an input; the message says what was expected and what came. */
export type OAuth1ErrorCode =
  | "authorization-malformed"
  | "body-conflict"
  | "body-hash-conflict"
  | "body-hash-unknown"
  | "body-malformed"
  | "key-kind-mismatch"
  | "key-missing"
  | "key-passphrase-wrong"
  | "key-too-small"
  | "key-unreadable"
  | "method-malformed"
  | "nonce-malformed"
  | "parameter-duplicated"
  | "parameter-malformed"
  | "parameter-reserved"
  | "realm-malformed"
  | "signature-method-unknown"
  | "text-malformed"
  | "timestamp-malformed"
  | "transport-unknown"
  | "transport-unusable"
  | "url-malformed"
  | "version-unsupported";

/**
 * An input that cannot be signed or parsed without guessing.
 *
 * No message carries a secret, a key or a passphrase.
 *
 * @example
 * ```ts
 * import { OAuth1Error, baseStringUri } from "countersign/oauth1";
 *
 * try {
 *   baseStringUri("/relative/path");
 * } catch (error) {
 *   (error as OAuth1Error).code; // => "url-malformed"
 * }
 * ```
 */
export class OAuth1Error extends Error {
  override readonly name: string = "OAuth1Error";
  readonly code: OAuth1ErrorCode;

  constructor(code: OAuth1ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const SHOWN_LENGTH = 60;

/** Quotes outside text for a message: what cannot be seen escaped, at most 60 characters. Else tells the type alone. */
export function quote(value: unknown, most: number = SHOWN_LENGTH): string {
  if (typeof value !== "string") return kindOf(value);
  const shown = value.length > most ? `${value.slice(0, most)}…` : value;
  return JSON.stringify(shown).replace(UNSEEN_RE, escapeUnits);
}

const UNSEEN_RE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu; // controls, marks that turn or hide text

function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, index) => escapeUnit(character.charCodeAt(index))).join("");
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

/** The type of a value and never the value: it may be a secret or a card number. */
export function kindOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}
