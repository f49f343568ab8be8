/** The list of the requests in a file. The list stays above the result, so that any request can be chosen. */

import { visible } from "../../redaction/visible.ts";
import { button, element } from "../dom.ts";
import type { ShownEntry } from "../messages.ts";

/** The list. */
export interface EntryChoice {
  readonly element: HTMLElement;
  show(entries: readonly ShownEntry[]): void;
  hide(): void;
}

/** @param choose called with the number of the request that the user chooses */
export function createChoice(choose: (number: number) => void): EntryChoice {
  const summary = element("summary", {});
  const list = element("ol", { class: "entries" });
  const details = element("details", {}, summary, list);
  details.hidden = true;

  function entryButton({ number, label }: ShownEntry, count: number): HTMLElement {
    return button(visible(label), () => {
      summary.textContent = `Request ${number} of ${count}. Choose another one`;
      details.open = false;
      summary.focus();
      choose(number);
    });
  }

  return {
    element: details,
    show(entries) {
      summary.textContent = `The file has ${entries.length} requests. Which one?`;
      list.replaceChildren(...entries.map((entry) => element("li", {}, entryButton(entry, entries.length))));
      details.open = true;
      details.hidden = false;
    },
    hide() {
      details.hidden = true;
      list.replaceChildren();
    },
  };
}
