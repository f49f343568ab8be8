/**
 * Text that is kept for longer than what it was cut out of.
 *
 * @module
 */

/** A copy. A text that was cut out of a longer one keeps all of that alive, here a whole header or body. */
export function detached(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}
