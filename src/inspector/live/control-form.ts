/** A form that requests one action from the server, and shows the answer. */

import { visible } from "../../redaction/visible.ts";
import { button, element, field } from "../dom.ts";
import { RefusedError } from "./server.ts";

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A form. */
export interface ControlForm<Name extends string> {
  readonly title: string;
  readonly hint?: string;
  readonly fields: Readonly<Record<Name, Input>>;
  readonly labels: Readonly<Record<Name, string>>;
  /** The label of the button. */
  readonly action: string;
  /** Runs the action, and returns a sentence that confirms it. */
  readonly run: (values: Readonly<Record<Name, string>>) => Promise<string>;
}

/** Creates the form. A checked check box has the value `true`; an unchecked one has no value. */
export function controlForm<Name extends string>(form: ControlForm<Name>): HTMLElement {
  const { title, hint, fields, labels, action, run } = form;
  const inputs = Object.entries(fields) as [Name, Input][];
  const done = outcomeLine();
  const made = element(
    "form",
    { class: "control", autocomplete: "off" },
    element(
      "fieldset",
      {},
      element("legend", {}, title),
      ...(hint === undefined ? [] : [element("p", { class: "hint" }, hint)]),
      ...inputs.map(([name, input]) => field(labels[name], input)),
      element("div", { class: "row" }, element("button", {}, action), done.element),
    ),
  );
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = inputs.map(([name, input]) => [name, textOf(input)] as const);
    void done.say(run(Object.fromEntries(values) as Record<Name, string>));
  });
  return made;
}

/** A button that requests one action from the server, and a line with the result. */
export function controlButton(label: string, run: () => Promise<string>): HTMLElement {
  const done = outcomeLine();
  return element(
    "div",
    { class: "row" },
    button(label, () => void done.say(run())),
    done.element,
  );
}

function textOf(input: Input): string {
  if (input instanceof HTMLInputElement && input.type === "checkbox") return input.checked ? "true" : "";
  return input.value.trim();
}

function outcomeLine(): { readonly element: HTMLElement; say(outcome: Promise<string>): Promise<void> } {
  const line = element("span", { class: "status", role: "status" });
  return {
    element: line,
    async say(outcome) {
      line.textContent = visible(await outcome.catch(reasonOf));
    },
  };
}

/** @returns the reason why the server did not run the action */
export function reasonOf(error: unknown): string {
  if (error instanceof RefusedError) return error.message;
  if (error instanceof TypeError) return "The server does not answer.";
  throw error;
}
