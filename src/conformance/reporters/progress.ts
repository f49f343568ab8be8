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
  let drawn = Number.NEGATIVE_INFINITY;
  return {
    begin() {
      began = now();
    },
    update(what, done, total) {
      const at = now();
      if (write === undefined || at - drawn < REDRAW_EVERY_MS) return;
      drawn = at;
      write(`${CLEAR_LINE}${`${what} ${done} of ${total}${speed(done, total, at - began)}`.slice(0, width - 1)}`);
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
