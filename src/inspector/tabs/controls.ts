/** Controls that several tabs use. No browser stores what is typed into them. */

import { visible } from "../../redaction/visible.ts";
import { copyButton, element } from "../dom.ts";

const UNSTORED = { autocomplete: "off", spellcheck: "false", autocapitalize: "off" } as const;

export function textInput(value = ""): HTMLInputElement {
  const made = element("input", { type: "text", ...UNSTORED });
  made.value = value;
  return made;
}

export function secretInput(): HTMLInputElement {
  return element("input", { type: "password", ...UNSTORED });
}

export function textArea(rows: number): HTMLTextAreaElement {
  return element("textarea", { rows: String(rows), ...UNSTORED });
}

/** @param options a value and its label; the first one is selected */
export function select<Value extends string>(
  options: readonly (readonly [value: Value, label: string])[],
): HTMLSelectElement & { value: Value } {
  const made = element("select", {}, ...options.map(([value, label]) => element("option", { value }, label)));
  return made as HTMLSelectElement & { value: Value };
}

/** A check box inside its label. */
export function checkbox(
  label: string,
  checked = false,
): { readonly input: HTMLInputElement; readonly label: HTMLElement } {
  const input = element("input", { type: "checkbox" });
  input.checked = checked;
  return { input, label: element("label", { class: "check" }, input, ` ${label}`) };
}

/** A part of a result with its title. */
export function part(title: string, ...content: readonly (HTMLElement | undefined)[]): HTMLElement {
  return element("section", { class: "part" }, element("h2", {}, title), ...content);
}

/** A text with a title and a button that copies it. `shown` may differ from what is copied. */
export function copyable(title: string, text: string, shown: HTMLElement | string = visible(text)): HTMLElement {
  const head = element(
    "div",
    { class: "row" },
    element("h3", {}, title),
    ...(text === "" ? [] : [copyButton(`Copy ${title}`, () => text)]),
  );
  return element("div", { class: "stage" }, head, element("pre", { tabindex: "0" }, shown));
}

/** A table; the first cell of each row is its heading. */
export function table(caption: string, headings: readonly string[], rows: readonly HTMLTableRowElement[]): HTMLElement {
  const head = element("tr", {}, ...headings.map((one) => element("th", { scope: "col" }, one)));
  const made = element(
    "table",
    {},
    element("caption", {}, caption),
    element("thead", {}, head),
    element("tbody", {}, ...rows),
  );
  return element("div", { class: "wide", tabindex: "0", role: "group", "aria-label": caption }, made);
}

/** A longer text in a narrow table needs a minimum width; otherwise each line holds a single character. */
const LONGEST_NARROW = 16;

/** A cell with text of a request. */
export function codeCell(text: string): HTMLElement {
  return element("td", {}, element("code", { class: text.length > LONGEST_NARROW && "long" }, visible(text)));
}

/** Runs after a pause in typing, so that a browser can first show the typed text. */
export function afterPause(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, PAUSE_MILLISECONDS);
  };
}

const PAUSE_MILLISECONDS = 120;

/** Calls a function whenever the user changes one of these inputs. */
export function onChange(inputs: readonly HTMLElement[], run: () => void): void {
  for (const input of inputs) input.addEventListener("input", run);
}
