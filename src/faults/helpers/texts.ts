/** Functions that change a text. */

/** @param replacement as in `String.replace`: `$1` stands for what the first group matched */
export const replace =
  (pattern: RegExp, replacement: string) =>
  (text: string): string =>
    text.replace(pattern, replacement);

export const remove = (pattern: RegExp): ((text: string) => string) => replace(pattern, "");

export const around =
  (start: string, end = start) =>
  (text: string): string =>
    start + text + end;
