/**
 * String literals of programming languages. They are ASCII, because a compiler may read a file in another encoding, and because
 * invisible characters in a request must not change how code looks.
 */

/** Writes a text as a literal in double quotes. */
export type Literal = (text: string) => string;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\" };

function literalWith(escapeOf: (character: string) => string, special = /[^\x20-\x7e]|["\\]/gu): Literal {
  return (text) => `"${text.replace(special, (character) => SHORT[character] ?? escapeOf(character))}"`;
}

/** `\u` with four digits for each UTF-16 code unit: JavaScript, C#. */
export const utf16Literal: Literal = literalWith(utf16Escape);

/** Java replaces `\u` before it reads the literal, so that control characters need octal escapes. */
export const javaLiteral: Literal = literalWith((character) =>
  character < " " ? `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}` : utf16Escape(character),
);

/** `\u` with four digits or `\U` with eight: Python, Go. */
export const codePointLiteral: Literal = literalWith((character) => {
  const digits = character.codePointAt(0)!.toString(16);
  return digits.length > 4 ? `\\U${digits.padStart(8, "0")}` : `\\u${digits.padStart(4, "0")}`;
});

/** Escapes dollar signs too, because PHP replaces the names after them in double quotes. */
export const phpLiteral: Literal = literalWith(
  (character) => (character === "$" ? "\\$" : `\\u{${character.codePointAt(0)!.toString(16)}}`),
  /[^\x20-\x7e]|["\\$]/gu,
);

function utf16Escape(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }).join("");
}
