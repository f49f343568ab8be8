/** The list of requests, newest first and filtered, limited to as many elements as a person can read. */

import { counted, plural, visible } from "../../redaction/visible.ts";
import type { RequestSummary, SummaryList } from "../../request-log/page-data.ts";
import { button, element, field } from "../dom.ts";
import { afterPause, onChange, select } from "../tabs/controls.ts";

/** The list, and the requests that it contains. */
export interface RequestListView {
  readonly element: HTMLElement;
  /** Applies the changes. */
  update(changes: SummaryList): void;
  /** Forgets all requests. */
  clear(): void;
  /** Marks the request that is open. */
  mark(number: number | undefined): void;
}

/** Rows to show at a time: ten thousand would take seconds to lay out. */
const STEP = 200;

const FILTERS = [
  ["all", "all"],
  ["wrong", "not accepted"],
  ["right", "accepted"],
] as const;

export function createRequestList(): RequestListView {
  const known = new Map<number, RequestSummary>();
  const rows = new Map<number, HTMLElement>();
  let most = STEP;
  let isShown = false;
  let marked: number | undefined;
  const search = element("input", { type: "search", autocomplete: "off", spellcheck: "false" });
  const filter = select(FILTERS);
  const list = element("ul", { class: "requests" });
  const counts = element("p", { class: "status", role: "status" });
  const more = button(`Show ${STEP} more`, () => {
    most += STEP;
    render();
  });

  function matches({
    number,
    method,
    target,
    status,
    accepted,
    outcome,
    causes,
    clientOrderId,
  }: RequestSummary): boolean {
    if (filter.value !== "all" && accepted !== (filter.value === "right")) return false;
    const wanted = search.value.trim().toLowerCase();
    if (wanted === "") return true;
    const texts = [
      `#${number}`,
      method,
      target,
      String(status),
      outcome,
      ...causes.flatMap(({ id, title }) => [id, title]),
      clientOrderId,
    ];
    return texts.some((text) => text.toLowerCase().includes(wanted));
  }

  function rowOf(summary: RequestSummary): HTMLElement {
    const made = rows.get(summary.number) ?? element("li", {}, rowView(summary));
    rows.set(summary.number, made);
    return made;
  }

  function render(): void {
    const all = [...known.values()].sort((one, other) => other.number - one.number);
    const matching = all.filter(matches);
    const wrong = all.filter(({ accepted }) => !accepted).length;
    placeIn(list, matching.slice(0, most).map(rowOf));
    more.hidden = matching.length <= most;
    const which = matching.length === all.length ? "" : `; ${counted(matching.length)} match`;
    const total = plural(all.length, "request");
    setText(
      counts,
      all.length === 0 ? "No request has arrived yet." : `${total}, ${counted(wrong)} not accepted${which}`,
    );
  }

  function mark(number: number | undefined): void {
    const linkOf = (one: number | undefined) => rows.get(one ?? 0)?.querySelector("a");
    linkOf(marked)?.removeAttribute("aria-current");
    linkOf(number)?.setAttribute("aria-current", "true");
    marked = number;
  }

  function clear(): void {
    known.clear();
    rows.clear();
    most = STEP;
    render();
  }

  more.hidden = true;
  onChange([search, filter], afterPause(render));
  return {
    element: element(
      "section",
      { class: "list", "aria-label": "Requests" },
      element("div", { class: "columns" }, field("Search", search), field("Show", filter)),
      counts,
      list,
      element("div", { class: "row" }, more),
    ),
    update({ first, requests }) {
      const dropped = [...known.keys()].filter((number) => number < first);
      if (isShown && dropped.length === 0 && requests.length === 0) return;
      isShown = true;
      for (const number of dropped) {
        known.delete(number);
        rows.delete(number);
      }
      for (const one of requests) {
        known.set(one.number, one);
        rows.get(one.number)?.replaceChildren(rowView(one));
      }
      render();
      mark(marked);
    },
    clear,
    mark,
  };
}

/** A link, so that the keyboard reaches it and the address of the page names the request. */
function rowView(summary: RequestSummary): HTMLElement {
  const { number, at, method, target, status, accepted, isPending, notices } = summary;
  const mark = accepted ? "✓" : "✗";
  return element(
    "a",
    { href: `#${number}`, class: accepted ? "row-right" : "row-wrong" },
    element("span", { class: "number" }, `#${number}`),
    element("span", { class: "what" }, element("span", { "aria-hidden": "true" }, `${mark} `), verdictText(summary)),
    element("time", { datetime: at }, `${at.slice(11, 19)} UTC`),
    element("code", { class: "target" }, visible(`${method} ${target}`)),
    element("span", { class: "status" }, isPending ? "searching…" : String(status)),
    notices === 0 ? undefined : element("span", { class: "notices" }, plural(notices, "notice")),
  );
}

/** The verdict, with the titles of the mistakes if known. */
function verdictText({ accepted, outcome, causes }: RequestSummary): string {
  if (accepted) return visible(outcome === "" ? "accepted" : outcome);
  return visible(causes.length === 0 ? outcome : causes.map(({ title }) => title).join("; "));
}

/** Makes these the children of an element. Existing children are not moved, so that they keep the focus. */
function placeIn(parent: HTMLElement, wanted: readonly HTMLElement[]): void {
  const kept = new Set<Element>(wanted);
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  let at = parent.firstElementChild;
  for (const one of wanted) {
    if (one === at) at = at.nextElementSibling;
    else parent.insertBefore(one, at);
  }
}

/** Sets a status only if the text differs, because a screen reader reads each text that is set. */
function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}
