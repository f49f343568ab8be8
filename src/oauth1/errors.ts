/**
 * The one error of this room. Its `code` is part of the public face and never changes its meaning.
 *
 * @module
 */

/** What can be wrong with an input; the message says what was expected and what came. */
export type OAuth1ErrorCode =
  | "authorization-malformed"
  | "body-conflict"
  | "body-hash-conflict"
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

/** Quotes outside text for a message: control characters escaped, at most 60 characters. */
export function quote(value: unknown): string {
  if (typeof value !== "string") return value === null ? "null" : typeof value;
  const shown = value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH)}…` : value;
  return JSON.stringify(shown);
}
