/** Fits findings into a limited number of lines: whole blocks first, then one line for each of the others. */

import type { Colors } from "picocolors/types.js";
import { visible } from "../../redaction/visible.ts";

/** Something to show, in full and in short. */
export interface Item {
  readonly block: string;
  readonly line: string;
  /** Lines below the short one. */
  readonly detail?: readonly string[];
}

/** How many lines are left. */
export interface Space {
  /** Takes the lines of a text if that many are left. */
  take(text: string): boolean;
  /** Whether a text did not fit. */
  isFull(): boolean;
}

export function createSpace(lines: number): Space {
  let left = lines;
  let isFull = false;
  return {
    take(text) {
      // A blank line follows.
      const needed = text.split("\n").length + 1;
      if (needed > left) isFull = true;
      if (!isFull) left -= needed;
      return !isFull;
    },
    isFull: () => isFull,
  };
}

/** The items with the highest count first; those with the same count keep their order. */
export function worstFirst<Value>(values: readonly Value[], count: (value: Value) => number): Value[] {
  return [...values].sort((one, other) => count(other) - count(one));
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
