/** Fits findings into a limited number of lines: whole blocks first, then one line for each of the others. */

import { stripVTControlCharacters } from "node:util";
import type { Colors } from "picocolors/types.js";
import { visible } from "../../../redaction/visible.ts";

/** Something to show, in full and in short. */
export interface Item {
  readonly block: string;
  readonly line: string;
  /** Lines below the short line. */
  readonly detail?: readonly string[];
}

export type Space = ReturnType<typeof createSpace>;

/**
 * Counts the rows that are left.
 *
 * @param columns of a line; longer lines take several rows
 */
export function createSpace(rows: number, columns: number) {
  let left = rows;
  let isFull = false;
  return {
    /** Reserves the lines of a text, if enough are left. */
    take(text: string): boolean {
      // A blank line follows.
      const needed = wrapped(text, columns)
        .split("\n")
        .reduce((sum, line) => sum + Math.max(1, Math.ceil(stripVTControlCharacters(line).length / columns)), 1);
      if (needed > left) isFull = true;
      if (!isFull) left -= needed;
      return !isFull;
    },
    /** Whether a text did not fit. */
    isFull: () => isFull,
  };
}

/** The beginnings of lines that people copy or compare: values, code and commands. */
const VERBATIM_RE = /^ {4}|^ *(?:input|counterexample|baseline entry|run only this|send again): /;

/** Breaks sentences between words. Values, code and commands keep their lines. */
export function wrapped(text: string, columns: number): string {
  return text
    .split("\n")
    .map((line) => {
      const plain = stripVTControlCharacters(line);
      if (plain.length <= columns || VERBATIM_RE.test(plain)) return line;
      const [indent = ""] = /^ */.exec(plain) ?? [];
      let [all, last] = ["", ""];
      for (const word of line.trimStart().split(" ")) {
        const longer = last === "" ? `${indent}${word}` : `${last} ${word}`;
        const fits = last === "" || stripVTControlCharacters(longer).length <= columns;
        if (!fits) all += `${last}\n`;
        last = fits ? longer : `${indent}  ${word}`;
      }
      return all + last;
    })
    .join("\n");
}

/** The first item in full, others as far as there is space, and one block with a line for each of the rest. */
export function fitted(items: readonly Item[], space: Space, colors: Colors): string[] {
  const count = items.findIndex(({ block }, at) => !space.take(block) && at > 0);
  const whole = count === -1 ? items : items.slice(0, count);
  const rest = items.slice(whole.length).map(({ line, detail = [] }) => {
    return [`${colors.red("✗")} ${visible(line)}`, ...detail.map((text) => `  ${visible(text)}`)].join("\n");
  });
  return [...whole.map(({ block }) => block), ...(rest.length === 0 ? [] : [rest.join("\n")])];
}
