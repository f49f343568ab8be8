/** Splits a text into tokens, for the readers of PowerShell and JavaScript. */

import { inputError, lineAt, type RequestTextError } from "./input-error.ts";

export interface Token {
  readonly text: string;
  readonly isString: boolean;
  /** Its start index in the text. */
  readonly at: number;
}

/** The tokens from first to last. */
export interface Tokens {
  peek(): Token | undefined;
  next(): Token | undefined;
  /** Takes the next token if it is this symbol or word. */
  take(text: string): boolean;
  /** Describes what came instead, without quoting strings, which may be secrets. */
  error(token: Token | undefined, expected: string, got?: string): RequestTextError;
}

/**
 * Splits a text only as far as it is read, so that what follows the request need not be valid.
 *
 * @param pattern sticky; its groups are strings, blanks and comments, symbols, words
 */
export function tokensOf(text: string, pattern: RegExp): Tokens {
  let at = 0;
  let ahead: Token | undefined;
  function read(): Token | undefined {
    while (at < text.length) {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      const start = at;
      if (match === null) {
        const what = /["'`]/.test(text[at]!) ? "the closing quote" : "a known character";
        throw inputError(lineAt(text, at), what, "the end of the text or another character");
      }
      at = pattern.lastIndex;
      if (match[2] === undefined) return { text: match[0], isString: match[1] !== undefined, at: start };
    }
    return undefined;
  }
  const next = (): Token | undefined => {
    const token = ahead ?? read();
    ahead = undefined;
    return token;
  };
  const peek = (): Token | undefined => {
    ahead ??= read();
    return ahead;
  };
  return {
    peek,
    next,
    take: (wanted) => {
      const isNext = peek()?.text === wanted && !peek()?.isString;
      if (isNext) next();
      return isNext;
    },
    error: (token, expected, got) => {
      const what = token?.isString ? "a string" : token && JSON.stringify(token.text.slice(0, 20));
      return inputError(lineAt(text, token?.at ?? text.length), expected, got ?? what ?? "the end of the text");
    },
  };
}
