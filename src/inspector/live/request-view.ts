/** One request: the verdict, the difference and the stages as the inspector shows them, then the request and its answer. */

import { whereLines } from "../../diagnosis/difference-text.ts";
import type { Diagnosis } from "../../diagnosis/index.ts";
import type { ClientComparison } from "../../gateway/simulator/client-texts.ts";
import type { LoggedRequest } from "../../gateway/simulator/logged-request.ts";
import { visible } from "../../redaction/visible.ts";
import { httpText, targetOf } from "../../requests/http-text.ts";
import { copyButton, element } from "../dom.ts";
import type { ExplainResult, ShownStages } from "../messages.ts";
import { copyable, part } from "../tabs/controls.ts";
import { differenceView, resultView } from "../tabs/explain-result.ts";
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
    ...resultView(resultOf(request)),
    ...(notices.length === 0 ? [] : [part("Notices", noticeList(notices))]),
    ...comparisons.map(comparisonView),
    part("As it arrived", copyableLines("request", httpText(method, targetOf(url), headers, body))),
    part("As it was answered", copyableLines("answer", answerText(status, response.headers, response.body))),
  ];
}

function resultOf(request: LoggedRequest): Extract<ExplainResult, { kind: "verdict" }> {
  const { diagnosis, accepted } = request;
  const found = isDiagnosis(diagnosis.data) ? diagnosis.data : undefined;
  const { headline, lines } = explanationOf(request);
  const places = new Set(
    found === undefined
      ? []
      : whereLines(found)
          .slice(1)
          .map((line) => line.trim()),
  );
  const [difference, table] =
    found === undefined || found.kind === "not-diagnosed" ? [] : [found.difference, found.parameterTable];
  const stages = stagesOf(request);
  return {
    kind: "verdict",
    verdict: accepted ? "right" : "wrong",
    headline,
    // The page shows the difference itself.
    lines: lines.filter((line) => !places.has(line.trim())).map((line) => line.replace(/^ {2}/, "")),
    serverLines: [],
    ...(difference?.at === undefined ? {} : { difference: { stage: difference.stage, ...difference.at } }),
    table: table ?? [],
    ...(stages === undefined ? {} : { stages }),
  };
}

/** The line with the name of the mistake is the headline; without one, the reason of the server. */
function explanationOf({ accepted, outcome, status, diagnosis, stages, problems = [] }: LoggedRequest): {
  readonly headline: string;
  readonly lines: readonly string[];
} {
  const { lines, causes = [], isPending } = diagnosis;
  const further = [
    ...(isPending ? ["The server still searches for the cause."] : []),
    ...(stages.problem === undefined ? [] : [`The stages cannot be computed: ${stages.problem}`]),
  ];
  if (accepted) return { headline: `${outcome || "accepted"} (${status})`, lines: further };
  const named = lines.find((line) => causes.some((id) => line.startsWith(`${id}:`)));
  const [problem] = problems.map(({ code, message }) => `${code}: ${message}`);
  const headline = named ?? problem ?? lines[0] ?? outcome;
  return { headline, lines: [...lines.filter((line) => line !== headline), ...further] };
}

/** The server passes on what its option `explain` returned, which may be anything. */
function isDiagnosis(data: unknown): data is Diagnosis {
  return typeof data === "object" && data !== null && "kind" in data && "notices" in data;
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

/** What the client says that it signed. */
function comparisonView({ stage, isEqual, position, server = "", client = "" }: ClientComparison): HTMLElement {
  const what = stage === "base-string" ? "base string" : "body";
  if (isEqual) return part(`The client's ${what}`, element("p", {}, `It is the ${what} of the server.`));
  let same = 0;
  while (same < server.length && server[same] === client[same]) same++;
  const [before, expected, actual] = [server.slice(0, same), server.slice(same), client.slice(same)];
  return part(
    `The client's ${what}`,
    element("p", {}, `It differs from the server's at character ${position}:`),
    differenceView({ stage, before, expected, actual }),
  );
}

/** The line feeds of the text stay line feeds. */
function copyableLines(title: string, text: string): HTMLElement {
  return copyable(title, text, text.split("\n").map(visible).join("\n"));
}

function answerText(status: number, headers: LoggedRequest["headers"], body: string): string {
  return [`HTTP/1.1 ${status}`, ...headers.map(([name, value]) => `${name}: ${value}`), "", body].join("\n");
}
