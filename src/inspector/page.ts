/** The frame of the page: the privacy statement and the tabs. */

import { element } from "./dom.ts";
import { createEngine, type Engine } from "./engine.ts";
import type { Tab } from "./tab.ts";
import { compareTab } from "./tabs/compare.ts";
import { explainTab } from "./tabs/explain.ts";
import { keysTab } from "./tabs/keys.ts";
import { signTab } from "./tabs/sign.ts";

const TABS: readonly Tab[] = [explainTab, signTab, compareTab, keysTab];

/** Fills the page. */
export function startPage(): void {
  const script = document.currentScript?.textContent ?? "";
  const engine = createEngine(script);
  const panels = TABS.map(({ id }) =>
    element("section", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}` }),
  );
  keepDroppedFiles();
  document.body.append(header(), element("main", {}, tabList(panels, engine), ...panels));
}

/** Prevents a browser from opening a dropped file instead of this page. Dropped text goes into a field as usual. */
function keepDroppedFiles(): void {
  for (const name of ["dragover", "drop"] as const) {
    document.addEventListener(name, (event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
  }
}

function header(): HTMLElement {
  return element(
    "header",
    {},
    element("h1", {}, "Countersign inspector"),
    element(
      "p",
      { class: "promise" },
      element("strong", {}, "This page sends nothing and stores nothing."),
      " Its content security policy forbids every connection. To check: turn off the network and continue, or watch the network tab of your browser's developer tools.",
    ),
  );
}

/** The tab to which a key moves the focus; `undefined` for other keys. */
function nextTab(key: string, at: number, count: number): number | undefined {
  const leads: Readonly<Record<string, number>> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: count - 1 };
  const next = leads[key];
  return next === undefined ? undefined : (next + count) % count;
}

/** The tabs, which the arrow keys reach (WAI-ARIA tabs pattern). */
function tabList(panels: readonly HTMLElement[], engine: Engine): HTMLElement {
  const tabs = TABS.map(({ id, title }) =>
    element("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}` }, title),
  );
  function select(chosen: number): void {
    const panel = panels[chosen]!;
    if (!panel.hasChildNodes()) panel.append(TABS[chosen]!.create(engine));
    for (const [at, tab] of tabs.entries()) {
      tab.setAttribute("aria-selected", String(at === chosen));
      tab.tabIndex = at === chosen ? 0 : -1;
      panels[at]!.hidden = at !== chosen;
    }
  }
  for (const [at, tab] of tabs.entries()) {
    tab.addEventListener("click", () => select(at));
    tab.addEventListener("keydown", (event) => {
      const next = nextTab(event.key, at, tabs.length);
      if (next === undefined) return;
      // Home and End would scroll the page.
      event.preventDefault();
      select(next);
      tabs[next]!.focus();
    });
  }
  select(0);
  return element("div", { role: "tablist", "aria-label": "What to do" }, ...tabs);
}
