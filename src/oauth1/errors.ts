/** The error that the signer and its steps throw. */

/** What is wrong with an input. Stable: a change of what a code means is a breaking change. */
export type OAuth1ErrorCode =
  | "authorization-malformed"
  | "body-conflict"
  | "body-hash-conflict"
  | "body-hash-unknown"
  | "body-malformed"
  | "charset-unusable"
  | "key-kind-mismatch"
  | "key-missing"
  | "key-passphrase-wrong"
  | "key-too-small"
  | "key-unreadable"
  | "method-malformed"
  | "nonce-malformed"
  | "option-unknown"
  | "options-invalid"
  | "parameter-duplicated"
  | "parameter-malformed"
  | "parameter-reserved"
  | "realm-malformed"
  | "signature-malformed"
  | "signature-method-unknown"
  | "synchronous-rsa-unavailable"
  | "synchronous-signing-unavailable"
  | "text-malformed"
  | "timestamp-malformed"
  | "transport-unknown"
  | "transport-unusable"
  | "url-malformed"
  | "version-unsupported";

/**
 * An invalid input, or an input that could only be signed by guessing. The message contains what was expected and what
 * was given. No message contains a secret, a key or a passphrase.
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

/** Quotes at most 60 characters of a text for a message, invisible ones escaped. For other values it returns only the type. */
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

/** The type of a value. Messages do not contain the value: it may be a secret or a card number. */
export function kindOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}

/** @throws {@link OAuth1Error} with the code, for an argument that must be an object */
export function mustBeObject(value: object, name: string, code: OAuth1ErrorCode = "options-invalid"): void {
  if (value !== null && typeof value === "object") return;
  throw new OAuth1Error(code, `${name} must be an object, got ${kindOf(value)}`);
}

/** @throws {@link OAuth1Error} for a value that is not an object, and `option-unknown` for a member that would have no effect */
export function mustHaveOnly(known: readonly string[], value: object, name: string, code?: OAuth1ErrorCode): void {
  mustBeObject(value, name, code);
  for (const member in value) {
    if (known.includes(member)) continue;
    throw new OAuth1Error("option-unknown", `${name} has no member ${quote(member)}, only ${known.join(", ")}`);
  }
}
