/**
 * Text from outside, made safe to print: what an implementation answers can hold anything.
 *
 * @module
 */

/**
 * Escapes what a terminal would obey or a reader could not see (control, format, separator and private characters), and
 * breaks what the log of a CI obeys: `##[error]` wherever it stands, and `::error` at the beginning of a line. What stands
 * before that may be white space of ours.
 */
export function visible(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]|(?<=#)#(?=\w*\[)|(?<=^\s*):(?=:)/gu, (character) => {
    const code = character.codePointAt(0)!;
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
  });
}

/** The first so many UTF-16 units of a text, and an ellipsis where there were more; never half a character. */
export function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, boundary(text, length))}…` : text;
}

/** An index moved to the beginning of the character that it lies in. */
export function boundary(text: string, index: number): number {
  const isInside = /[\ud800-\udbff]/.test(text.charAt(index - 1)) && /[\udc00-\udfff]/.test(text.charAt(index));
  return isInside ? index - 1 : index;
}
