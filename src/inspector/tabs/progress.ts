/** Shows that a search goes on, for how long, and how far it is; with a button that cancels it. */

import { button, element } from "../dom.ts";

/** The line above a result. */
export interface Progress {
  readonly element: HTMLElement;
  start(): void;
  /** @param tried the number of combinations of mistakes so far */
  update(tried: number): void;
  /** @param message what stays; empty for nothing */
  end(message: string): void;
}

/** Shorter work shows nothing: it would flicker. In milliseconds. */
const QUIET = 400;
const BETWEEN = 200;

/** @param onCancel called when the user cancels, after which the line says so */
export function createProgress(onCancel: () => void): Progress {
  // A screen reader says that a search began and how it ended, not each number.
  const status = element("p", { class: "status", role: "status" });
  const count = element("p", { class: "status" });
  const cancel = button("Cancel", () => {
    onCancel();
    end("Cancelled.");
  });
  cancel.hidden = true;
  let timer: ReturnType<typeof setInterval> | undefined;
  let began = 0;
  let tried = 0;

  // Seconds go on while the search takes long over one step.
  function show(): void {
    const milliseconds = performance.now() - began;
    if (milliseconds < QUIET) return;
    cancel.hidden = false;
    status.textContent = "Searching…";
    const seconds = `${Math.floor(milliseconds / 1000)} s`;
    count.textContent = tried === 0 ? seconds : `${combinations(tried)} tried, ${seconds}`;
  }

  function end(message: string): void {
    clearInterval(timer);
    cancel.hidden = true;
    status.textContent = message;
    count.textContent = "";
  }

  return {
    element: element("div", { class: "row" }, status, count, cancel),
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
  };
}

function combinations(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "combination" : "combinations"} of mistakes`;
}
