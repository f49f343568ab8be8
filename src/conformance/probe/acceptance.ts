/** What an accepted request looks like from outside. */

import { hasText } from "../../redaction/index.ts";
import { headerOf, type Response } from "./response.ts";
import type { Answer } from "./send.ts";

/** All of these must be true of the answer. */
export interface Acceptance {
  /** The lowest and the highest status. */
  readonly status: readonly [lowest: number, highest: number];
  /** A header field, and the pattern that its value must match. */
  readonly header?: { readonly name: string; readonly pattern: RegExp } | undefined;
  /** The pattern that the body must match. */
  readonly body?: RegExp | undefined;
}

/** Patterns see this much of a text, so that their work is bounded. */
const LONGEST_TEXT = 16_384;

/** Escapes are undone in this much of an answer. */
const LONGEST_DECODED = 131_072;

/** Whether an answer means that the server accepted the request. No answer means that it did not. */
export function isAccepted(answer: Answer, { status, header, body }: Acceptance, method: string): boolean {
  if ("failure" in answer) return false;
  const fits = (pattern: RegExp, text: string): boolean => pattern.test(text.slice(0, LONGEST_TEXT));
  if (answer.status < status[0] || answer.status > status[1]) return false;
  if (header !== undefined && !fits(header.pattern, headerOf(answer, header.name.toLowerCase()))) return false;
  // The answer to HEAD has no body.
  return body === undefined || method === "HEAD" || fits(body, answer.body);
}

/**
 * Whether the answer to HEAD, which has no body, shows if the server accepted the request.
 *
 * @param wrong the answer to a wrong signature
 */
export function isHeadDecisive(acceptance: Acceptance, wrong: Answer): boolean {
  return acceptance.body === undefined || !isAccepted(wrong, acceptance, "HEAD");
}

/** What a status may mean if it is not about the request. */
const MEANINGS: Readonly<Record<number, string>> = {
  429: "the server limits the number of requests, or its nonce store is full",
  503:
    "the server may be overloaded, or unable to reach its nonce store or its keys; some stores answer nothing until the " +
    "nonces from before their start have expired",
};

/** An answer in a few words. */
export function describeAnswer(answer: Answer): string {
  if ("failure" in answer) return answer.message;
  const meaning = MEANINGS[answer.status];
  return `status ${answer.status}${meaning === undefined ? "" : ` (${meaning})`}`;
}

/** Whether the status is about the state of the server, and not about the request. */
export function isBusy(answer: Answer): boolean {
  return "status" in answer && answer.status in MEANINGS;
}

/** Whether nobody knows what the server did with the request. */
export function isLost(answer: Answer): boolean {
  return "failure" in answer && answer.failure !== "closed";
}

/** Whether the server does not handle the HTTP method at this URL. Some servers answer a wrong signature in the same way. */
export function isUnrouted(answer: Answer, wrong: Answer): boolean {
  if ("failure" in answer || ("status" in wrong && wrong.status === answer.status)) return false;
  return hasNoSuchPage(answer);
}

/** Whether the status means that the page or the method does not exist. */
export function hasNoSuchPage(answer: Answer): boolean {
  return "status" in answer && [404, 405, 501].includes(answer.status);
}

/** Whether the server reported an internal error. */
export function isServerError(answer: Answer): boolean {
  return "failure" in answer ? answer.failure === "closed" : answer.status >= 500;
}

/** Whether an answer contains a text in any spelling: as a page, a form or JSON writes it, or as base64. */
export function says(answer: Answer, text: string): boolean {
  if ("failure" in answer) return false;
  const everything = Buffer.from([...answer.headers.flat(), answer.body].join("\n"), "latin1").toString("utf8");
  return everything.includes(text) || hasText(everything.slice(0, LONGEST_DECODED), text);
}

/** The text that a client can read in an answer, without parts that differ by chance: long words, numbers and dates. */
export function readable(answer: Answer): string {
  if ("failure" in answer) return answer.failure;
  const text = `${headerOf(answer, "www-authenticate")} ${answer.body}`;
  return `${answer.status} ${text.replace(/[\w+/=.%-]{16,}|\d+/g, "…")}`;
}

/** The clock of the server in seconds, if the answer has a Date. */
export function dateOf(answer: Response): number | undefined {
  const date = Date.parse(headerOf(answer, "date"));
  return Number.isNaN(date) ? undefined : Math.floor(date / 1000);
}
