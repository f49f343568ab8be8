/** Shows what the task `explain` answered. All text is text of a request: it is shown as text, invisible marks made visible. */

import { visible } from "../../redaction/visible.ts";
import { differingLengths } from "../compare/differing-lengths.ts";
import { copyButton, element, isolated } from "../dom.ts";
import type {
  CallbackResult,
  ExplainResult,
  ShownChange,
  ShownCorrection,
  ShownDifference,
  ShownStages,
} from "../messages.ts";
import { codeCell, table } from "./controls.ts";

const MARKS = { right: "✓", wrong: "✗", unclear: "?" } as const;

/** The elements that show a result. */
export function resultView(result: ExplainResult): HTMLElement[] {
  switch (result.kind) {
    case "nothing":
      return emptyView();
    case "choose":
      // Its list is above the result.
      return [];
    case "problem":
      return [
        headline("unclear", result.message),
        ...(result.hint === undefined ? [] : [element("p", {}, visible(result.hint))]),
      ];
    case "callback":
      return callbackView(result);
    case "verdict":
      return [
        headline(result.verdict, result.headline),
        ...blocks(result.lines),
        ...(result.serverLines.length === 0 ? [] : [part("The server's answer", lines(result.serverLines))]),
        ...(result.difference === undefined ? [] : [part("First difference", differenceView(result.difference))]),
        ...(result.table.length === 0 ? [] : [part("Sent and signed", tableView(result.table))]),
        ...(result.correction === undefined ? [] : [part("Corrected request", ...correctionView(result.correction))]),
        ...(result.stages === undefined ? [] : [part("Stages of the right computation", ...stagesView(result.stages))]),
      ];
  }
}

/** The parts beside the text that is hashed: what a program must join. */
function callbackView({ verdict, headline: title, lines: all, parts, received, right }: CallbackResult): HTMLElement[] {
  const rows = parts.map(({ name, value }) =>
    element("tr", {}, element("th", { scope: "row" }, name), codeCell(value)),
  );
  const hashed = parts.map(({ value }) => value).join("");
  const pair =
    right === undefined || right === received
      ? []
      : [element("dl", { class: "compare" }, ...checksumRow("expected", right), ...checksumRow("actual", received))];
  return [
    headline(verdict, title),
    ...(all.length === 0 ? [] : [lines(all)]),
    ...pair,
    part(
      "What control is made of",
      table(
        "SHA-1 in lower-case hexadecimal digits of these, joined without anything between them",
        ["part", "value"],
        rows,
      ),
      valueView("text that is hashed, with the control key as ***", hashed),
    ),
  ];
}

function checksumRow(name: "expected" | "actual", value: string): HTMLElement[] {
  return [
    element("dt", {}, name),
    element("dd", {}, element("code", {}, element("mark", { class: name }, visible(value)))),
  ];
}

/** What to do, for somebody who has never been here. */
export function emptyView(): HTMLElement[] {
  const way = (where: string, what: string): HTMLElement =>
    element("li", {}, element("strong", {}, `${where}: `), what);
  return [
    element("p", { class: "empty" }, "Paste a request and its secret. The answer appears here while you type."),
    element("p", { class: "empty" }, "Where the request comes from:"),
    element(
      "ul",
      { class: "empty" },
      way("Browser", "the network tab of its developer tools, then Copy as cURL, or Save as HAR."),
      way("Postman or another tool", "its code for curl."),
      way("Your own program", "what it logs of method, URL, headers and body, as they are sent."),
      way("Nothing is logged", "npx countersign capture -- COMMAND runs your program and records what it sends."),
    ),
  ];
}

function headline(verdict: keyof typeof MARKS, text: string): HTMLElement {
  const mark = element("span", { class: "mark", "aria-hidden": "true" }, MARKS[verdict]);
  return element("h2", { class: `verdict ${verdict}` }, mark, " ", ...named(text));
}

/** One id, or those of several mistakes and alternatives. */
const NAMED_RE = /^([a-z][a-z0-9_-]*(?::\S+)?(?:(?:,(?: or)? | with )\S+)*(?:, or \d+ more)?): (.*)$/s;

/** A sentence, with the id of what it describes behind it in small type. */
function named(text: string): (Node | string)[] {
  const [, id, sentence] = NAMED_RE.exec(text) ?? [];
  if (id === undefined) return isolated(visible(text));
  return [...isolated(visible(sentence!)), " ", element("code", { class: "id" }, ...isolated(visible(id)))];
}

function part(title: string, ...content: readonly HTMLElement[]): HTMLElement {
  return element("section", { class: "part" }, element("h3", {}, title), ...content);
}

const LABEL_RE = /^(\s*)(fix|where|also|more|next):(.*)$/s;

/** A block for each cause of several: its first line names it, and those after it are indented. */
function blocks(all: readonly string[]): HTMLElement[] {
  const groups: string[][] = [];
  for (const [at, line] of all.entries()) {
    const isFirst = !line.startsWith(" ") && (all[at + 1]?.startsWith("  ") ?? false);
    const isNamed = isFirst && NAMED_RE.test(line) && !LABEL_RE.test(line);
    const isRest = line.startsWith("  ") || (groups.length > 0 && !isCause(groups.at(-1)!));
    if (groups.length === 0 || isNamed || !isRest) groups.push([line]);
    else groups.at(-1)!.push(line);
  }
  return groups.map((group) => (isCause(group) ? causeView(group) : lines(group)));
}

function isCause([first = "", second = ""]: readonly string[]): boolean {
  return NAMED_RE.test(first) && !LABEL_RE.test(first) && second.startsWith("  ");
}

function causeView([first = "", ...others]: readonly string[]): HTMLElement {
  return element(
    "section",
    { class: "cause" },
    element("h3", {}, ...named(first)),
    lines(others.map((line) => line.slice(2))),
  );
}

/** The label of a line, such as `fix`, stands out. */
function lines(all: readonly string[]): HTMLElement {
  const pieces = all.flatMap((line) => {
    const [, indent, label, rest] = LABEL_RE.exec(line) ?? [];
    if (label === undefined) return isolated(`${visible(line)}\n`);
    return [indent!, element("strong", {}, `${label}:`), ...isolated(`${visible(rest!)}\n`)];
  });
  return element("div", { class: "lines" }, ...pieces);
}

/** Both values below each other, so that equal text is aligned. */
export function differenceView({ stage, before, expected, actual }: ShownDifference): HTMLElement {
  const [expectedLength, actualLength] = differingLengths(expected, actual);
  const row = (name: string, value: string, length: number): HTMLElement[] => {
    // An empty mark would be invisible.
    const mark = element("mark", { class: name }, visible(value.slice(0, length)) || "‸");
    return [
      element("dt", {}, name),
      element("dd", {}, element("code", {}, visible(before), mark, visible(value.slice(length)))),
    ];
  };
  return element(
    "dl",
    { class: "compare", "aria-label": `difference in the ${stage}` },
    ...row("expected", expected, expectedLength),
    ...row("actual", actual, actualLength),
  );
}

function tableView(changes: readonly ShownChange[]): HTMLElement {
  const cell = (value: string | undefined, change: ShownChange): HTMLElement =>
    element(
      "td",
      change.sent === change.signed ? {} : { class: "other" },
      value === undefined
        ? element("em", {}, change.isMoved ? "at another place" : "not there")
        : element("code", {}, visible(value)),
    );
  return element(
    "table",
    {},
    element(
      "thead",
      {},
      element("tr", {}, ...["parameter", "sent", "signed"].map((name) => element("th", { scope: "col" }, name))),
    ),
    element(
      "tbody",
      {},
      ...changes.map((change) =>
        element(
          "tr",
          {},
          element("th", { scope: "row" }, element("code", {}, visible(change.name))),
          cell(change.sent, change),
          cell(change.signed, change),
        ),
      ),
    ),
  );
}

/** A value that can be copied. */
function valueView(name: string, value: string): HTMLElement {
  return element(
    "div",
    { class: "stage" },
    element(
      "div",
      { class: "row" },
      element("h4", {}, name),
      copyButton("copy", () => value),
    ),
    element("pre", { tabindex: "0" }, visible(value)),
  );
}

function correctionView({ signed, curl, notes }: ShownCorrection): HTMLElement[] {
  return [
    element("p", { class: "hint" }, ["Signed again, with a new nonce and timestamp.", ...notes].map(visible).join(" ")),
    valueView("signed part", signed),
    valueView("curl", curl),
  ];
}

function stagesView({ parameters, parameterString, baseStringUri, baseString }: ShownStages): HTMLElement[] {
  const list = element(
    "details",
    {},
    element("summary", {}, `${parameters.length} parameters`),
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element("tr", {}, ...["from", "name", "value"].map((name) => element("th", { scope: "col" }, name))),
      ),
      element(
        "tbody",
        {},
        ...parameters.map(({ origin, name, value }) =>
          element(
            "tr",
            {},
            element("td", { class: "origin" }, origin),
            element("th", { scope: "row" }, element("code", {}, visible(name))),
            element("td", {}, element("code", {}, visible(value))),
          ),
        ),
      ),
    ),
  );
  return [
    list,
    valueView("parameter string", parameterString),
    valueView("base string URI", baseStringUri),
    valueView("base string", baseString),
  ];
}
