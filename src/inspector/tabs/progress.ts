/** Shows that a search is running, its duration and its progress, with a button that cancels it. */

import { plural } from "../../redaction/visible.ts";
import { button, element } from "../dom.ts";

/** The line above a result. */
export interface Progress {
  readonly element: HTMLElement;
  start(): void;
  /** @param tried the number of combinations of mistakes so far */
  update(tried: number): void;
  /** @param message the text that stays; may be empty */
  end(message: string): void;
  /** Has the same effect as the button; does nothing if no search is running. */
  cancel(): void;
}

/** Events of a search. */
export interface ProgressEvents {
  /** The search takes so long that an older result would mislead. */
  readonly onSlow: () => void;
  /** The user cancels, and the line shows that. */
  readonly onCancel: () => void;
}

/** In milliseconds. Shorter work is not shown, because the line would flicker. */
const QUIET = 400;
const BETWEEN = 100;

export function createProgress({ onSlow, onCancel }: ProgressEvents): Progress {
  // A screen reader announces that a search began and how it ended, but not each number.
  const status = element("p", { class: "status", role: "status", tabindex: "-1" });
  const count = element("p", { class: "status" });
  const stop = button("Cancel", cancel);
  stop.hidden = true;
  let timer: ReturnType<typeof setInterval> | undefined;
  let began = 0;
  let tried = 0;

  // The seconds keep counting while one step of the search takes a long time.
  function show(): void {
    const milliseconds = performance.now() - began;
    if (milliseconds < QUIET) return;
    if (stop.hidden) onSlow();
    stop.hidden = false;
    status.textContent = "Searching…";
    const seconds = `${Math.floor(milliseconds / 1000)} s`;
    count.textContent = tried === 0 ? seconds : `${combinations(tried)} tried, ${seconds}`;
  }

  function cancel(): void {
    if (timer === undefined) return;
    onCancel();
    // Hiding the focused button would lose the focus.
    if (document.activeElement === stop) status.focus();
    end("Cancelled.");
  }

  function end(message: string): void {
    clearInterval(timer);
    timer = undefined;
    stop.hidden = true;
    status.textContent = message;
    count.textContent = "";
  }

  return {
    element: element("div", { class: "row" }, status, count, stop),
    start() {
      clearInterval(timer);
      began = performance.now();
      tried = 0;
      timer = setInterval(show, BETWEEN);
    },
    update(now) {
      tried = now;
    },
    end,
    cancel,
  };
}

function combinations(count: number): string {
  return `${plural(count, "combination")} of mistakes`;
}
