/**
 * Text from outside, made safe to print: what an implementation answers can hold anything.
 *
 * @module
 */

/** Escapes what a terminal would obey or a reader could not see: control, format, separator and private characters. */
export function visible(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0)!;
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
  });
}
