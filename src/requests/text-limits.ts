/** The limits of every text that people paste. They are checked before any reader sees the text, and belong to no reader. */

import { inputError } from "./input-error.ts";

/** The most megabytes. HAR files, which are JSON, also contain responses. */
const MOST_MEGABYTES = { json: 64, text: 4 } as const;
/** The most lines of a text that is not JSON. */
const MOST_LINES = 100_000;
/** The most brackets around a part of a text. Functions that call themselves for each level need a limit. */
export const MOST_LEVELS = 1000;

/**
 * Checks the size of a text, its lines and its levels of brackets, in one pass.
 *
 * @param text characters, or octets as characters from U+0000 to U+00FF
 * @param what what the text should be, such as "a request"
 * @param hint what to do if the text is too large
 * @throws RequestTextError which names the limit
 */
export function checkLimits(text: string, kind: keyof typeof MOST_MEGABYTES, what: string, hint: string): void {
  const check = (got: number, most: number, unit: string): void => {
    if (got > most) throw inputError(undefined, `${what} with at most ${most} ${unit}`, `${got}`, hint);
  };
  check(Math.ceil(text.length / 2 ** 20), MOST_MEGABYTES[kind], "MB");
  const { lines, levels } = measured(text, kind);
  if (kind === "text") check(lines, MOST_LINES, "lines");
  check(levels, MOST_LEVELS, "levels of brackets");
}

/** Whether a JSON text has more levels of lists and objects than the limit allows. */
export function isTooDeep(json: string): boolean {
  return measured(json, "json").levels > MOST_LEVELS;
}

const LINE_FEED = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPENING, CLOSING, LINE_START] = [/[[({]/, /[\])}]/, /[A-Za-z0-9]/].map((pattern) =>
  Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code))),
) as [boolean[], boolean[], boolean[]];

/**
 * Counts the lines of a text and its levels of brackets. Brackets between double quotation marks do not count; a quotation ends
 * with its line at the latest. In a log, whose lines may have been cut off, a line that begins with a letter or a digit is
 * outside all brackets.
 */
function measured(
  text: string,
  kind: keyof typeof MOST_MEGABYTES,
): { readonly lines: number; readonly levels: number } {
  let [lines, level, levels] = [1, 0, 0];
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED) {
      lines += 1;
      isQuoted = false;
      if (kind === "text" && LINE_START[text.charCodeAt(at + 1)]) level = 0;
    } else if (code === QUOTE) isQuoted = !isQuoted;
    else if (isQuoted) at += code === BACKSLASH ? 1 : 0;
    else if (OPENING[code]) levels = Math.max(levels, ++level);
    else if (CLOSING[code]) level = Math.max(0, level - 1);
  }
  return { lines, levels };
}
