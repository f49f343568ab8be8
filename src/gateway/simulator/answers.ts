/** The HTTP answers of the gateway, and the headers that explain them. */

import { formatForm, type NameValue } from "../../oauth1/index.ts";
import type { LoggedRequest } from "../../request-log/logged-request.ts";
import type { ServerAnswer } from "../../request-log/server.ts";
import type { HttpResponse } from "../../verifier/adapters/rejection-response.ts";

/**
 * Form-encoded pairs as text/html.
 *
 * @param hasLineFeeds - whether each value ends in a line feed: some documents of the gateway show line feeds, and others
 *   join pairs with & alone
 */
export function pairsAnswer(pairs: readonly NameValue[], hasLineFeeds: boolean): HttpResponse {
  return {
    status: 200,
    headers: { "content-type": "text/html;charset=utf-8", "cache-control": "no-store" },
    body: pairs.map((pair) => `${formatForm([pair])}${hasLineFeeds ? "\n" : ""}`).join("&"),
  };
}

/** The media type that requests JSON in an Accept header, and the Content-Type of the answer. */
export const JSON_TYPE = "application/vnd.pay+json";

/** The same pairs as JSON. An error has the status 400. */
export function jsonAnswer(pairs: readonly NameValue[], isError: boolean): HttpResponse {
  return {
    status: isError ? 400 : 200,
    headers: { "content-type": `${JSON_TYPE};charset=utf-8`, "cache-control": "no-store" },
    body: JSON.stringify(Object.fromEntries(pairs)),
  };
}

const MAX_HEADER_LENGTH = 4000;

/**
 * Adds the header `countersign-explanation` to the answer for a rejected request, and `countersign-notices` if there are
 * notices. Each is a single line, percent-encoded where a header requires it.
 */
export function withExplanation(answer: ServerAnswer, request: LoggedRequest): ServerAnswer {
  const { diagnosis, outcome, accepted, notices } = request;
  // A caret marks a position in the line above it, which a single line cannot show.
  const lines = diagnosis.lines.map((line) => line.trim()).filter((line) => line !== "^");
  const explanation = accepted ? [] : lines.length === 0 ? [outcome] : lines;
  const found = notices.map(({ code, message }) => `${code}: ${message}`);
  const added = {
    ...(explanation.length === 0 ? {} : { "countersign-explanation": headerText(explanation) }),
    ...(found.length === 0 ? {} : { "countersign-notices": headerText(found) }),
  };
  return { ...answer, headers: { ...answer.headers, ...added } };
}

function headerText(sentences: readonly string[]): string {
  const text = sentences.join("; ");
  const value = text.replace(/[^\x20-\x7e]/gu, (character) => encodeURIComponent(character.toWellFormed()));
  return value.slice(0, MAX_HEADER_LENGTH);
}
