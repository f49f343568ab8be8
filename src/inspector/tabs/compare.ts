/** The tab Compare: two base strings, parameter by parameter, decoded once and twice. */

import { mayBeBaseString } from "../../diagnosis/input/base-string-text.ts";
import { visible } from "../../redaction/visible.ts";
import {
  type ComparedPart,
  type Comparison,
  compareBaseStrings,
  type DifferenceKind,
  differingPieces,
  type Levels,
  redactorOf,
} from "../compare/compare-base-strings.ts";
import { element, field } from "../dom.ts";
import type { Tab } from "../tab.ts";
import { afterPause, checkbox, codeCell, onChange, table, textArea } from "./controls.ts";

export const compareTab: Tab = { id: "compare", title: "Compare", create };

type Cover = (text: string) => string;

const KINDS: Readonly<Record<DifferenceKind, string>> = {
  "only-left": "only in the first",
  "only-right": "only in the second",
  "letter-case": "letter case of escapes",
  encoding: "encoded differently",
  value: "another value",
};

function create(): HTMLElement {
  const [left, right] = [textArea(4), textArea(4)];
  const onlyDifferent = checkbox("Show only what differs");
  const cardData = checkbox("Show card data");
  const output = element("div", { class: "output" });
  const status = element("p", { class: "status", role: "status" }, EMPTY);

  function run(): void {
    if (left.value.trim() === "" || right.value.trim() === "") {
      status.textContent = EMPTY;
      output.replaceChildren();
      return;
    }
    const comparison = compareBaseStrings(left.value, right.value);
    const cover: Cover = redactorOf(comparison, cardData.input.checked).cover;
    status.textContent = summaryOf(comparison);
    output.replaceChildren(...comparisonView(comparison, cover, onlyDifferent.input.checked));
  }

  onChange([left, right, onlyDifferent.input, cardData.input], afterPause(run));
  const form = element(
    "form",
    { autocomplete: "off", class: "input-part" },
    element(
      "div",
      { class: "columns" },
      field("First base string", left, "Such as the correct one. A line of a log with a base string in it is fine."),
      field("Second base string", right, "Such as the one that your client signed."),
    ),
    element("div", { class: "row" }, onlyDifferent.label, cardData.label),
  );
  form.addEventListener("submit", (event) => event.preventDefault());
  return element("div", { class: "stack" }, form, status, output);
}

const EMPTY = "Paste two base strings. The comparison appears here.";

function summaryOf({ isEqual, position, parts, problems }: Comparison): string {
  if (problems.length > 0) return problems.join(" ");
  if (isEqual) return `The base strings are equal: ${parts.length} parts.`;
  const count = parts.filter(({ difference }) => difference !== undefined).length;
  const order = count === 0 ? "the order of the parameters" : `${count} of ${parts.length} parts`;
  return `The base strings differ in ${order}, first at character ${position}.`;
}

function comparisonView({ left, right, isEqual, parts, problems }: Comparison, cover: Cover, onlyDifferent: boolean) {
  if (problems.length > 0) {
    return isEqual || ![left, right].every(mayBeBaseString) ? [] : [wholeTexts(left, right, cover)];
  }
  const shown = parts.filter(({ difference }) => !onlyDifferent || difference !== undefined);
  return shown.length === 0
    ? []
    : [
        table(
          "Parts of both base strings",
          HEADINGS,
          shown.map((one) => rowOf(one, cover)),
        ),
      ];
}

const HEADINGS = ["part", "first", "second", "difference"];

/** Texts that lack three parts cannot be aligned. */
function wholeTexts(left: string, right: string, cover: Cover): HTMLElement {
  const [first, second] = [cover(left), cover(right)];
  return element(
    "div",
    {},
    element("pre", { tabindex: "0" }, ...pieces(first, second, "expected")),
    element("pre", { tabindex: "0" }, ...pieces(second, first, "actual")),
  );
}

function rowOf({ part, name, left, right, difference }: ComparedPart, cover: Cover): HTMLTableRowElement {
  const heading = part === "parameter" ? element("code", {}, visible(cover(name ?? ""))) : TITLES[part];
  const head = element("th", { scope: "row" }, heading);
  if (difference === undefined) {
    const text = coverValue(left!, name, cover).twice;
    return element("tr", {}, head, codeCell(text), codeCell(text), element("td", {}, "equal"));
  }
  const [first, second] = [left, right].map((one) => one && coverValue(one, name, cover));
  return element(
    "tr",
    { class: "other" },
    head,
    levelsCell(first, second, "expected"),
    levelsCell(second, first, "actual"),
    element("td", {}, `≠ ${KINDS[difference]}`),
  );
}

const TITLES = { method: "method", "base-string-uri": "URI" } as const;

/** Covers card data, which its parameter's name reveals. */
function coverValue({ raw, once, twice }: Levels, name: string | undefined, cover: Cover): Levels {
  const covered = (text: string): string =>
    name === undefined ? cover(text) : cover(`${name}=${text}`).slice(name.length + 1);
  return { raw: covered(raw), once: covered(once), twice: covered(twice) };
}

function levelsCell(own: Levels | undefined, other: Levels | undefined, mark: "expected" | "actual"): HTMLElement {
  if (own === undefined) return element("td", {}, element("em", {}, "not there"));
  const line = (label: string, level: keyof Levels): HTMLElement[] => [
    element("dt", {}, label),
    element("dd", {}, element("code", {}, ...pieces(own[level], other?.[level] ?? own[level], mark))),
  ];
  return element(
    "td",
    {},
    element("dl", { class: "levels" }, ...line("raw", "raw"), ...line("decoded", "once"), ...line("twice", "twice")),
  );
}

function pieces(text: string, other: string, mark: "expected" | "actual"): (HTMLElement | string)[] {
  const [before, different, after] = differingPieces(text, other);
  return [
    visible(before),
    ...(different === "" ? [] : [element("mark", { class: mark }, visible(different))]),
    visible(after),
  ];
}
