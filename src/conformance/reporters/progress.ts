/**
 * The line that somebody watches: how much is done, how fast, how long it still takes.
 *
 * @module
 */

/** Often enough for an eye. */
const REDRAW_EVERY_MS = 100;
/** Nothing is foretold before so much was seen. */
const FORETELL_AFTER_MS = 500;
const WIPE = "\r\x1b[K";

/** One line, drawn over itself. */
export interface Progress {
  /** So many of so many are done since {@link Progress.begin}. */
  readonly tell: (what: string, done: number, total: number) => void;
  /** Something else to count begins. */
  readonly begin: () => void;
  /** Nothing is left on the line. */
  readonly wipe: () => void;
}

/** Draws by `write`; does nothing without it. `now` is in milliseconds, `width` in columns. */
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
    tell(what, done, total) {
      const at = now();
      if (write === undefined || at - drawn < REDRAW_EVERY_MS) return;
      drawn = at;
      write(`${WIPE}${`${what} ${done} of ${total}${speed(done, total, at - began)}`.slice(0, width - 1)}`);
    },
    wipe() {
      if (drawn !== Number.NEGATIVE_INFINITY) write?.(WIPE);
      drawn = Number.NEGATIVE_INFINITY;
    },
  };
}

function speed(done: number, total: number, milliseconds: number): string {
  if (milliseconds < FORETELL_AFTER_MS || done === 0) return "";
  const perSecond = (done / milliseconds) * 1000;
  return `, ${Math.round(perSecond)} a second, ${duration((total - done) / perSecond)} left`;
}

function duration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
