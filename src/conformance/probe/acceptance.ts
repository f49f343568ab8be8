/** What an accepted request looks like from outside. */

import { headerOf, type Response } from "./response.ts";
import type { Answer } from "./send.ts";

/** All of these must be true of the answer. */
export interface Acceptance {
  /** The lowest and the highest status. */
  readonly status: readonly [lowest: number, highest: number];
  /** A header field, and the pattern that its value has. */
  readonly header?: { readonly name: string; readonly pattern: RegExp } | undefined;
  /** The pattern that the body has. */
  readonly body?: RegExp | undefined;
}

/** Patterns see this much of a text, so that their work is bounded. */
const LONGEST_TEXT = 16_384;

/** Whether an answer means that the server accepted the request. No answer means that it did not. */
export function isAccepted(answer: Answer, { status, header, body }: Acceptance, method: string): boolean {
  if ("failure" in answer) return false;
  const fits = (pattern: RegExp, text: string): boolean => pattern.test(text.slice(0, LONGEST_TEXT));
  if (answer.status < status[0] || answer.status > status[1]) return false;
  if (header !== undefined && !fits(header.pattern, headerOf(answer, header.name.toLowerCase()))) return false;
  // The answer to HEAD has no body.
  return body === undefined || method === "HEAD" || fits(body, answer.body);
}

/** An answer in a few words. */
export function describeAnswer(answer: Answer): string {
  return "failure" in answer ? answer.message : `status ${answer.status}`;
}

/** Whether the server reported a failure of its own, or none at all. */
export function isServerError(answer: Answer): boolean {
  return "failure" in answer ? answer.failure === "closed" : answer.status >= 500;
}

/** Whether an answer has a text, as it is or as a page, a form or JSON writes it. */
export function says(answer: Answer, text: string): boolean {
  if ("failure" in answer) return false;
  const everything = [...answer.headers.flat(), answer.body].join("\n");
  const spellings = [
    text,
    encodeURIComponent(text),
    escapedForHtml(text),
    text.replaceAll("/", "\\/"),
    JSON.stringify(text).slice(1, -1),
  ];
  return spellings.some((spelling) => everything.includes(spelling));
}

function escapedForHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    .replaceAll("+", "&#43;")
    .replaceAll("=", "&#61;");
}

/** What a client can read of an answer, without what differs by chance: long words, numbers and dates. */
export function readable(answer: Answer): string {
  if ("failure" in answer) return answer.failure;
  const text = `${answer.status} ${headerOf(answer, "www-authenticate")} ${answer.body}`;
  return text.replace(/[\w+/=.%-]{16,}|\d+/g, "…");
}

/** The clock of the server in seconds, if the answer has a Date. */
export function dateOf(answer: Response): number | undefined {
  const date = Date.parse(headerOf(answer, "date"));
  return Number.isNaN(date) ? undefined : Math.floor(date / 1000);
}
