/** What an accepted request looks like from outside. */

import { hasText } from "../../redaction/index.ts";
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

/** An answer in a few words. */
export function describeAnswer(answer: Answer): string {
  return "failure" in answer ? answer.message : `status ${answer.status}`;
}

/** Whether the server reported a failure of its own, or none at all. */
export function isServerError(answer: Answer): boolean {
  return "failure" in answer ? answer.failure === "closed" : answer.status >= 500;
}

/** Whether an answer has a text in any spelling: as a page, a form or JSON writes it, or as base64. */
export function says(answer: Answer, text: string): boolean {
  if ("failure" in answer) return false;
  const everything = Buffer.from([...answer.headers.flat(), answer.body].join("\n"), "latin1").toString("utf8");
  return everything.includes(text) || hasText(everything.slice(0, LONGEST_DECODED), text);
}

/** What a client can read of an answer, without what differs by chance: long words, numbers and dates. */
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
