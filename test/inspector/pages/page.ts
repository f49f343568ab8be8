/** A page without a browser, whose fields and buttons a test uses by what a user reads. */

import { Window } from "happy-dom";
import { vi } from "vitest";

type PageElement = InstanceType<Window["HTMLElement"]>;
type Field = InstanceType<Window["HTMLInputElement"]>;

export interface Page {
  readonly window: Window;
  /** Presses a button, or opens a link. */
  readonly press: (text: string) => void;
  /** Types into fields, by their labels, in what is visible. */
  readonly fill: (fields: Readonly<Record<string, string | boolean>>) => void;
  /** The HTML of what is visible, an element a line. */
  readonly html: (selector?: string) => string;
}

/** Makes an empty page, on which the code of a page can run. */
export function makePage(url = "https://inspector.example/"): Page {
  const window = new Window({ url });
  const { document } = window;
  const { location, navigator, HTMLInputElement } = window;
  const globals = { document, location, navigator, HTMLInputElement, innerHeight: 1000 };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  const shown = <Kind extends PageElement>(selector: string): Kind[] =>
    ([...document.querySelectorAll(selector)] as unknown as Kind[]).filter((one) => one.closest("[hidden]") === null);
  const named = (all: readonly PageElement[], text: string): PageElement => {
    const found = all.find((one) => one.textContent.trim() === text);
    if (found === undefined) throw new Error(`the page has no ${text}`);
    return found;
  };
  return {
    window,
    press: (text) => named(shown("button, a, summary"), text).click(),
    fill(fields) {
      for (const [label, value] of Object.entries(fields)) {
        const of = named(shown("label"), label);
        const name = of.getAttribute("for");
        const input = (name === null ? of.querySelector("input") : document.getElementById(name)) as unknown as Field;
        if (typeof value === "boolean") input.checked = value;
        else input.value = value;
        for (const type of ["input", "change"]) input.dispatchEvent(new window.Event(type, { bubbles: true }));
      }
    },
    html: (selector = "body") =>
      shown(selector)
        .map((one) => one.outerHTML.replaceAll("><", ">\n<").replace(/field-\d+/g, "field"))
        .join("\n"),
  };
}
