/**
 * Shows the answer of the task `explain`. All text comes from a request, so it is shown as text, with invisible marks visible.
 */

import type { ShownStages } from "../../diagnosis/input/shown-stages.ts";
import type { CorrectedRequest } from "../../diagnosis/text/corrected-request.ts";
import { visible } from "../../redaction/visible.ts";
import { copyButton, element, isolated } from "../dom.ts";
import type { CallbackResult, ExplainResult } from "../messages.ts";
import { codeCell, table } from "./controls.ts";
import { type ComparedRow, compared, explanationView, headlineView, marked, resultPart } from "./explanation-view.ts";

/**
 * The elements that show a result.
 *
 * @param more returns a link to the page about a cause, by id
 */
export function resultView(result: ExplainResult, more: (id: string) => string): HTMLElement[] {
  switch (result.kind) {
    case "nothing":
      return emptyView();
    case "choose":
      // The list is already shown above the result.
      return [];
    case "problem":
      return [
        headlineView("unclear", result.message),
        ...(result.hint === undefined ? [] : [element("p", {}, visible(result.hint))]),
      ];
    case "callback":
      return callbackView(result);
    case "verdict":
      return [
        ...explanationView(result.verdict, result.explanation, more),
        ...(result.serverLines.length === 0
          ? []
          : [resultPart("The server's answer", element("pre", { tabindex: "0" }, ...lines(result.serverLines)))]),
        ...(result.correction === undefined
          ? []
          : [resultPart("Corrected request", ...correctionView(result.correction))]),
        ...(result.stages === undefined
          ? []
          : [resultPart("Stages of the correct computation", ...stagesView(result.stages))]),
      ];
  }
}

/** Shows the parts and the hashed text, because a program must join the parts. */
function callbackView({ verdict, headline: title, lines: all, parts, received, right }: CallbackResult): HTMLElement[] {
  const rows = parts.map(({ name, value }) =>
    element("tr", {}, element("th", { scope: "row" }, name), codeCell(value)),
  );
  const hashed = parts.map(({ value }) => value).join("");
  const pair =
    right === undefined || right === received
      ? []
      : [compared(checksumRow("expected", right), checksumRow("actual", received))];
  return [
    headlineView(verdict, title),
    ...(all.length === 0 ? [] : [element("div", { class: "lines" }, ...lines(all))]),
    ...pair,
    resultPart(
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

function checksumRow(name: "expected" | "actual", value: string): ComparedRow {
  return [name, [element("code", {}, ...marked([{ text: value, differs: true }], name))]];
}

/** Instructions for first-time users. */
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
      way(
        "Nothing is logged",
        "npx --no -- countersign capture -- COMMAND runs your program and records what it sends.",
      ),
    ),
  ];
}

function lines(all: readonly string[]): (Node | string)[] {
  return isolated(all.map((line) => `${visible(line)}\n`).join(""));
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

function correctionView({ signed, curl, notes }: CorrectedRequest): HTMLElement[] {
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
