/** Makes text from implementations and requests, which can contain anything, safe to print. */

/**
 * Escapes characters that a terminal would obey or a reader could not see (control, format, separator and private
 * characters), and breaks the commands of CI logs: `##[error]` anywhere, and `::error` at the beginning of a line, which may
 * be indented. An IPv6 address such as `::1` is no command.
 */
export function visible(text: string): string {
  return text.replace(
    /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}|(?<=#)#(?=\w*\[)|:(?<=^\s*:)(?=:(?![\da-fA-F]{1,4}(?:$|[%/\]]|:(?!:))))/gu,
    (character) => {
      if (character === "\t") return "\\t";
      const code = character.codePointAt(0)!;
      return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
    },
  );
}

/** The first `length` UTF-16 units of a text, and an ellipsis if there are more. Never splits a character. */
export function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, boundary(text, length))}…` : text;
}

/** An index, moved to the beginning of the character that it is inside. */
export function boundary(text: string, index: number): number {
  const isInside = /[\ud800-\udbff]/.test(text.charAt(index - 1)) && /[\udc00-\udfff]/.test(text.charAt(index));
  return isInside ? index - 1 : index;
}

/** A number for people: `1,484`. */
export function counted(count: number): string {
  return count.toLocaleString("en");
}

/** A number and its noun: `1 vector`, `1,484 vectors`, `2 properties`. */
export function plural(count: number, noun: string): string {
  if (count === 1) return `1 ${noun}`;
  return `${counted(count)} ${/[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}

/** The first texts of a list, and how many more there are: `a, b and 3 more`. */
export function firstOf(texts: readonly string[], most: number, separator = ", "): string {
  const more = texts.length > most ? ` and ${counted(texts.length - most)} more` : "";
  return `${texts.slice(0, most).join(separator)}${more}`;
}
