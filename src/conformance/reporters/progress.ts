/** The progress line: how many are done, how fast, and how long the rest takes. */

const REDRAW_EVERY_MS = 100;
/** The speed is not known well enough before. */
const ESTIMATE_AFTER_MS = 500;
const CLEAR_LINE = "\r\x1b[K";

/** One line that is drawn over itself. */
export interface Progress {
  /** Sets the count since {@link Progress.begin}. */
  readonly update: (what: string, done: number, total: number) => void;
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
      line.draw((at) => `${what} ${done} of ${total}${speed(done, total, at - began)}`);
    },
    clear: line.clear,
  };
}

/** One line that is drawn over itself, a few times a second at most. */
export interface ProgressLine {
  /** @param text of the time, in milliseconds */
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
  return {
    draw(text) {
      const at = now();
      if (write === undefined || at - drawn < REDRAW_EVERY_MS) return;
      drawn = at;
      write(`${CLEAR_LINE}${text(at).slice(0, width - 1)}`);
    },
    clear() {
      if (drawn !== Number.NEGATIVE_INFINITY) write?.(CLEAR_LINE);
      drawn = Number.NEGATIVE_INFINITY;
    },
  };
}

function speed(done: number, total: number, milliseconds: number): string {
  if (milliseconds < ESTIMATE_AFTER_MS || done === 0) return "";
  const perSecond = (done / milliseconds) * 1000;
  const seconds = Math.max(0, Math.ceil((total - done) / perSecond));
  const left = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `, ${Math.round(perSecond)} a second, ${left} left`;
}
