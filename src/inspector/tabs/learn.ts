/** The tab Learn: all known mistakes, searchable, each with its smallest request. */

import { FAULTS, type Fault } from "../../faults/index.ts";
import { visible } from "../../redaction/visible.ts";
import { differingPieces } from "../compare/compare-base-strings.ts";
import { button, copyButton, element, field } from "../dom.ts";
import { detailsOf, type RightAndWrong, searchFaults } from "../learn/lessons.ts";
import { showExample } from "../show-example.ts";
import type { Tab } from "../tab.ts";
import { afterPause, onChange, part } from "./controls.ts";

export const learnTab: Tab = { id: "learn", title: "Learn", create };

function create(): HTMLElement {
  const search = element("input", { type: "search", autocomplete: "off", spellcheck: "false" });
  const status = element("p", { class: "status", role: "status" });
  const list = element("div", { class: "faults" });
  // Each entry is created only once, so that an open entry stays open during a search.
  const made = new Map<Fault, HTMLElement>(FAULTS.map((fault) => [fault, faultView(fault)]));

  function run(): void {
    const found = searchFaults(search.value);
    list.replaceChildren(...found.map((fault) => made.get(fault)!));
    status.textContent = `${found.length} of ${FAULTS.length} mistakes`;
  }

  onChange([search], afterPause(run));
  run();
  return element(
    "div",
    { class: "stack" },
    field("Search the mistakes of clients", search, "Words such as: space, sort, token secret, Java, RSA, body."),
    status,
    list,
  );
}

function faultView(fault: Fault): HTMLElement {
  const details = element("details", { class: "fault" }, element("summary", {}, visible(fault.title)));
  details.addEventListener("toggle", () => {
    if (details.children.length === 1) details.append(...contentOf(fault));
  });
  return details;
}

function contentOf(fault: Fault): HTMLElement[] {
  const { caveat, request, values, evidence, canBeSent } = detailsOf(fault);
  const show = button("Show me: explain this request", () => showExample(fault.id));
  const cannot = "A browser signs with RSA only as in the RFC, so this page cannot create the wrong request.";
  return [
    element("p", {}, visible(fault.what)),
    ...(caveat === undefined ? [] : [element("p", { class: "hint" }, visible(caveat))]),
    canBeSent ? element("div", { class: "row" }, show) : element("p", { class: "hint" }, cannot),
    part("Smallest request that shows it", element("pre", { tabindex: "0" }, request)),
    ...(values.length === 0 ? [] : [part("Right and wrong", ...values.map(valueView))]),
    part("How to fix it", element("p", {}, visible(fault.fix.text)), ...callsOf(fault)),
    ...(evidence.length === 0 ? [] : [part("Evidence", evidenceList(evidence))]),
    element("p", { class: "hint" }, "Name: ", element("code", {}, fault.id)),
  ];
}

function valueView({ name, right, wrong }: RightAndWrong): HTMLElement {
  const line = (label: string, text: string, other: string, mark: string): HTMLElement[] => {
    const [before, different, after] = differingPieces(text, other);
    const marked = element("mark", { class: mark }, visible(different));
    return [
      element("dt", {}, label),
      element("dd", {}, element("code", {}, visible(before), ...(different === "" ? [] : [marked]), visible(after))),
    ];
  };
  return element(
    "div",
    { class: "stage" },
    element("h3", {}, name),
    element(
      "dl",
      { class: "compare" },
      ...line("right", right, wrong, "expected"),
      ...line("wrong", wrong, right, "actual"),
    ),
  );
}

function callsOf({ fix: { calls = {} } }: Fault): HTMLElement[] {
  return Object.entries(calls).map(([language, call]) =>
    element(
      "div",
      { class: "stage" },
      element(
        "div",
        { class: "row" },
        element("h3", {}, language),
        copyButton(`Copy ${language}`, () => call),
      ),
      element("pre", { tabindex: "0" }, call),
    ),
  );
}

/** Addresses are shown as text, not as links, because a click would open a connection. */
function evidenceList(addresses: readonly string[]): HTMLElement {
  return element("ul", {}, ...addresses.map((address) => element("li", {}, element("code", {}, address))));
}
