/** The progress line: how many are done, and the time taken. The time left is unknown, because some vectors take much longer. */

import { counted } from "../../../redaction/visible.ts";

const REDRAW_EVERY_MS = 100;
const TICK_MS = 1000;
const CLEAR_LINE = "\r\x1b[K";

/**
 * One line that is drawn over itself, a few times a second at most. Draws with `write`; does nothing without it. `now` is in
 * milliseconds, `width` in columns.
 */
export function createProgress(
  write: ((text: string) => void) | undefined,
  width: number,
  now: () => number = () => performance.now(),
) {
  let [began, drawn, latest] = [now(), Number.NEGATIVE_INFINITY, ""];
  let timer: NodeJS.Timeout | undefined;
  function draw(): void {
    const at = now();
    if (write === undefined || at - drawn < REDRAW_EVERY_MS) return;
    drawn = at;
    write(`${CLEAR_LINE}${`${latest}, ${Math.round((at - began) / 1000)} s`.slice(0, width - 1)}`);
    clearTimeout(timer);
    // While nothing else happens, the seconds show that the run continues.
    timer = setTimeout(draw, TICK_MS).unref();
  }
  return {
    /** Starts another count. */
    begin() {
      began = now();
    },
    /** Sets the count since `begin`. */
    update(what: string, done: number, total?: number) {
      latest = `${what} ${counted(done)}${total === undefined ? "" : ` of ${counted(total)}`}`;
      draw();
    },
    /** Clears the line. */
    clear() {
      clearTimeout(timer);
      if (drawn !== Number.NEGATIVE_INFINITY) write?.(CLEAR_LINE);
      drawn = Number.NEGATIVE_INFINITY;
    },
  };
}
