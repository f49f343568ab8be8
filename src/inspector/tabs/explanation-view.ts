/** Shows an explanation: the verdict, a block for each cause, and the sent and signed values side by side. */

import type { Segment } from "../../diagnosis/text/compared-text.ts";
import type { Explanation } from "../../diagnosis/text/explanation.ts";
import { absentTexts, callsOf, onlyCause } from "../../diagnosis/text/explanation-text.ts";
import type { ShownCause, ShownDifference } from "../../diagnosis/text/shown-cause.ts";
import { visible } from "../../redaction/visible.ts";
import { element, isolated } from "../dom.ts";
import { table } from "./controls.ts";

const MARKS = { right: "✓", wrong: "✗", unclear: "?" } as const;

/** The outcome of a task. */
export type Verdict = keyof typeof MARKS;

/**
 * The elements that show an explanation.
 *
 * @param more returns a link to the page about a cause, by id
 */
export function explanationView(
  verdict: Verdict,
  explanation: Explanation,
  more: (id: string) => string,
): HTMLElement[] {
  const { headline, alternatives, advice, where, differences, notices, notes, next } = explanation;
  const only = onlyCause(explanation);
  const blocks = alternatives.flatMap((causes, at) => [
    ...(at === 0 ? [] : [element("p", { class: "or" }, "or")]),
    ...causes.map((cause) =>
      element(
        "section",
        { class: "cause" },
        element("h3", {}, ...named(cause.what, cause.id)),
        ...fixView(cause, more),
      ),
    ),
  ]);
  return [
    headlineView(verdict, headline, only?.id),
    ...(only === undefined ? blocks : fixView(only, more)),
    ...(advice === undefined ? [] : [sentence(advice)]),
    ...(where === undefined && differences.length === 0
      ? []
      : [
          resultPart(
            "Sent and signed",
            ...(where === undefined ? [] : [sentence(`${where[0]!.toUpperCase()}${where.slice(1)}.`)]),
            ...differencesView(differences),
          ),
        ]),
    ...notices.map(({ id, text }) =>
      element("p", { class: "fix" }, element("strong", {}, "also:"), " ", ...named(text, id)),
    ),
    ...notes.map(sentence),
    ...(next.length === 0
      ? []
      : [
          resultPart(
            "Check next, in this order",
            element("ol", {}, ...next.map(({ text }) => element("li", {}, ...isolated(text)))),
          ),
        ]),
  ];
}

/** The verdict, with the id of its cause in small type. */
export function headlineView(verdict: Verdict, text: string, id?: string): HTMLElement {
  const mark = element("span", { class: "mark", "aria-hidden": "true" }, MARKS[verdict]);
  return element("h2", { class: `verdict ${verdict}` }, mark, " ", ...named(text, id));
}

/** A part of a result, below the verdict. */
export function resultPart(title: string, ...content: readonly HTMLElement[]): HTMLElement {
  return element("section", { class: "part" }, element("h3", {}, title), ...content);
}

function named(text: string, id: string | undefined): (Node | string)[] {
  const sentence = isolated(visible(text));
  return id === undefined ? sentence : [...sentence, " ", element("code", { class: "id" }, ...isolated(visible(id)))];
}

function sentence(text: string): HTMLElement {
  return element("p", { class: "fix" }, ...isolated(visible(text)));
}

/** The fix of a cause, the values that it changed, and a link to more. */
function fixView(cause: ShownCause, more: (id: string) => string): HTMLElement[] {
  const { id, fix, page, difference } = cause;
  const labelled = (label: string, ...content: readonly (Node | string)[]): HTMLElement =>
    element("p", { class: "fix" }, element("strong", {}, `${label}:`), " ", ...content);
  return [
    ...(fix === undefined ? [] : [labelled("fix", ...isolated(fix))]),
    ...callsOf(cause).map(({ language, call }) => labelled(language, element("code", {}, call))),
    ...(difference === undefined ? [] : [pairView(difference)]),
    ...(page === undefined ? [] : [element("p", { class: "hint" }, more(id))]),
  ];
}

function differencesView(differences: readonly ShownDifference[]): HTMLElement[] {
  const [first] = differences;
  if (first === undefined) return [];
  return [differences.length === 1 ? pairView(first) : tableView(differences)];
}

/** The sent value, and below it the signed value, so that equal text is aligned. */
function pairView(difference: ShownDifference): HTMLElement {
  const { name, sent, signed } = difference;
  const [notSent, notSigned] = absentTexts(difference);
  const before = name === undefined ? "" : `${name}=`;
  const side = (segments: readonly Segment[] | undefined, nothing: string, mark: string): (Node | string)[] =>
    segments === undefined ? [element("em", {}, nothing)] : [element("code", {}, before, ...marked(segments, mark))];
  return compared(["sent", side(sent, notSent, "expected")], ["signed", side(signed, notSigned, "actual")]);
}

/** A value with its name. */
export type ComparedRow = readonly [name: string, value: readonly (Node | string)[]];

/** Two values, one below the other. */
export function compared(...rows: readonly ComparedRow[]): HTMLElement {
  return element(
    "dl",
    { class: "compare" },
    ...rows.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, ...value)]),
  );
}

/** Marks only the differences. An empty difference gets a visible mark. */
export function marked(segments: readonly Segment[], mark: string): (Node | string)[] {
  const shown = segments.length === 0 ? [{ text: "‸", differs: true }] : segments;
  return shown.map(({ text, differs }) => (differs ? element("mark", { class: mark }, text) : text));
}

function tableView(differences: readonly ShownDifference[]): HTMLElement {
  const rows = differences.map((difference) => {
    const [notSent, notSigned] = absentTexts(difference);
    const cell = (segments: readonly Segment[] | undefined, nothing: string, mark: string): HTMLElement =>
      element(
        "td",
        {},
        segments === undefined ? element("em", {}, nothing) : element("code", {}, ...marked(segments, mark)),
      );
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, element("code", {}, difference.name)),
      cell(difference.sent, notSent, "expected"),
      cell(difference.signed, notSigned, "actual"),
    );
  });
  return table("parameters, as in the parameter string", ["parameter", "sent", "signed"], rows);
}
