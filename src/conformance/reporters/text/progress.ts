/** The progress line: how many are done, and the time taken. The time left is unknown, because some vectors take much longer. */

import { counted } from "../../../redaction/visible.ts";

const REDRAW_EVERY_MS = 100;
const TICK_MS = 1000;
const CLEAR_LINE = "\r\x1b[K";

/** One line that is drawn over itself. */
export interface Progress {
  /** Sets the count since {@link Progress.begin}. */
  readonly update: (what: string, done: number, total?: number) => void;
  /** Starts another count. */
  readonly begin: () => void;
  /** Clears the line. */
  readonly clear: () => void;
}

/** Draws with `write`; does nothing without it. `now` is in milliseconds, `width` in columns. */
export function createProgress(
  write: ((text: string) => void) | undefined,
  width: number,
  now: () => number,
): Progress {
  let began = now();
  const line = createProgressLine(write, width, now);
  return {
    begin() {
      began = now();
    },
    update(what, done, total) {
      const count = total === undefined ? counted(done) : `${counted(done)} of ${counted(total)}`;
      line.draw((at) => `${what} ${count}, ${Math.round((at - began) / 1000)} s`);
    },
    clear: line.clear,
  };
}

/** One line that is drawn over itself, a few times a second at most. */
export interface ProgressLine {
  /** @param text returns the text for a time in milliseconds */
  readonly draw: (text: (at: number) => string) => void;
  readonly clear: () => void;
}

/** Like {@link createProgress}, for a text of the caller. */
export function createProgressLine(
  write: ((text: string) => void) | undefined,
  width: number,
  now: () => number,
): ProgressLine {
  let drawn = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let latest: (at: number) => string;
  const draw = (text: (at: number) => string): void => {
    latest = text;
    const at = now();
    if (write === undefined || at - drawn < REDRAW_EVERY_MS) return;
    drawn = at;
    write(`${CLEAR_LINE}${text(at).slice(0, width - 1)}`);
    clearTimeout(timer);
    // While nothing else happens, the seconds show that the run continues.
    timer = setTimeout(() => draw(latest), TICK_MS).unref();
  };
  return {
    draw,
    clear() {
      clearTimeout(timer);
      if (drawn !== Number.NEGATIVE_INFINITY) write?.(CLEAR_LINE);
      drawn = Number.NEGATIVE_INFINITY;
    },
  };
}
