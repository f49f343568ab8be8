/** One request: the verdict, the difference and the stages as the inspector shows them, then the request and its answer. */

import type { Explanation } from "../../diagnosis/index.ts";
import type { ShownStages } from "../../diagnosis/input/shown-stages.ts";
import { comparedSegments } from "../../diagnosis/text/compared-text.ts";
import { commandForPage } from "../../diagnosis/text/explanation-text.ts";
import { visible } from "../../redaction/visible.ts";
import type { ClientComparison } from "../../request-log/client-texts.ts";
import type { LoggedRequest } from "../../request-log/logged-request.ts";
import { httpText, targetOf } from "../../requests/http-text.ts";
import { copyButton, element } from "../dom.ts";
import type { ExplainResult } from "../messages.ts";
import { copyable, part } from "../tabs/controls.ts";
import { resultView } from "../tabs/explain-result.ts";
import { compared, marked } from "../tabs/explanation-view.ts";
import { withQuery } from "./server.ts";

/** @param cardData the value of the parameter `card-data` of the server: `show`, or empty */
export function requestView(request: LoggedRequest, cardData: string): HTMLElement[] {
  const { number, method, url, headers, body, notices, comparisons, response, status } = request;
  const inspector = withQuery("inspector", { request: String(number), "card-data": cardData });
  return [
    element("p", { class: "about" }, element("code", {}, visible(`${method} ${url}`))),
    element(
      "div",
      { class: "row" },
      element("a", { href: inspector, class: "action", target: "_blank", rel: "noopener" }, "Open in the inspector"),
      copyButton("Copy as curl", () => request.curl),
    ),
    ...resultView(resultOf(request), (id) => `More: ${commandForPage(id)}`),
    ...(notices.length === 0 ? [] : [part("Notices", noticeList(notices))]),
    ...comparisons.map(comparisonView),
    part("As it arrived", copyableLines("request", httpText(method, targetOf(url), headers, body))),
    part("As it was answered", copyableLines("answer", answerText(status, response.headers, response.body))),
  ];
}

/** The result of the diagnosis, or otherwise the reason that the server gave. */
function resultOf(request: LoggedRequest): Extract<ExplainResult, { kind: "verdict" }> {
  const { diagnosis, accepted, outcome, status, problems = [] } = request;
  const { lines, hints = [], isPending } = diagnosis;
  const stages = stagesOf(request);
  const reasons = problems.length > 0 ? problems.map(({ code, message }) => `${code}: ${message}`) : lines;
  const about = [
    ...(isPending ? ["The server still searches for the cause."] : []),
    ...(request.stages.problem === undefined ? [] : [`The stages cannot be computed: ${request.stages.problem}`]),
  ];
  const plain = (headline: string, notes: readonly string[]): Explanation => ({
    headline,
    notes: [...notes, ...about],
    alternatives: [],
    differences: [],
    notices: [],
    next: [],
  });
  const found = diagnosis.explanation;
  const explanation = accepted
    ? plain(`${outcome || "accepted"} (${status})`, [])
    : found === undefined
      ? plain(reasons[0] ?? outcome, [...reasons.slice(1), ...hints])
      : { ...found, notes: [...found.notes, ...reasons, ...hints, ...about] };
  return {
    kind: "verdict",
    verdict: accepted ? "right" : "wrong",
    explanation,
    serverLines: [],
    ...(stages === undefined ? {} : { stages }),
  };
}

function stagesOf({ stages }: LoggedRequest): ShownStages | undefined {
  const { "parameter-string": parameterString, "base-string-uri": baseStringUri, "base-string": baseString } = stages;
  if (parameterString === undefined || baseStringUri === undefined || baseString === undefined) return undefined;
  return { parameters: stages.parameters, parameterString, baseStringUri, baseString };
}

function noticeList(notices: LoggedRequest["notices"]): HTMLElement {
  return element(
    "ul",
    {},
    ...notices.map(({ code, message }) => element("li", {}, element("code", {}, code), ` ${visible(message)}`)),
  );
}

/** Compares a text of the server with the client's. */
function comparisonView({ stage, isEqual, position, server = "", client = "" }: ClientComparison): HTMLElement {
  const what = stage === "base-string" ? "base string" : "body";
  if (isEqual) return part(`The client's ${what}`, element("p", {}, `It is the ${what} of the server.`));
  const [expected, actual] = comparedSegments(server, client);
  return part(
    `The client's ${what}`,
    element("p", {}, `It differs from the server's at character ${position}:`),
    compared(
      ["server", [element("code", {}, ...marked(expected, "expected"))]],
      ["client", [element("code", {}, ...marked(actual, "actual"))]],
    ),
  );
}

/** Keeps the line feeds of the text. */
function copyableLines(title: string, text: string): HTMLElement {
  return copyable(title, text, text.split("\n").map(visible).join("\n"));
}

function answerText(status: number, headers: LoggedRequest["headers"], body: string): string {
  return [`HTTP/1.1 ${status}`, ...headers.map(([name, value]) => `${name}: ${value}`), "", body].join("\n");
}
