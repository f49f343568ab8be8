/**
 * What a refused client is answered: as RFC 5849 says, or as the gateway does.
 *
 * @module
 */

import type { ReceivedRequest, Rejected } from "../types.ts";
import { AdapterError } from "./adapter-error.ts";

/** An HTTP response, before a framework sends it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Makes an answer of a refusal. What goes into it is shown to the client: take `told`, not `message`. */
export type ResponseFunction = (refused: Rejected, request: ReceivedRequest) => Answer;

/** `rfc`: 401 with a challenge, 400, and so on. `gateway`: 403 and a page. */
export type ResponseStyle = "rfc" | "gateway";

/** Picks how refusals are answered. */
export function responseFunction(style: ResponseStyle | ResponseFunction, realm: string): ResponseFunction {
  if (typeof style === "function") return (refused, request) => checked(style(refused, request));
  if (style === "gateway") return gatewayAnswer;
  if (style !== "rfc") throw new AdapterError("option-malformed", 'answer must be "rfc", "gateway" or a function');
  const challenge = `OAuth realm=${quotedString(realm)}`;
  return (refused) => rfcAnswer(refused, challenge);
}

const HEADER_VALUE_RE = /^[\t\x20-\x7e\x80-\xff]*$/; // nothing that ends a line

/** Not every framework looks before it sends, and text of the client may have got into a header. */
function checked(answer: Answer): Answer {
  if (Object.values(answer.headers).every((value) => HEADER_VALUE_RE.test(value))) return answer;
  throw new AdapterError("option-malformed", "the function answer gave a header that cannot be sent");
}

/** RFC 5849 3.2 names 400 and 401; a 401 has a challenge (RFC 9110 11.6.1). */
function rfcAnswer({ publicResponse }: Rejected, challenge: string): Answer {
  const headers: Record<string, string> = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  if (publicResponse.status === 401) headers["www-authenticate"] = challenge;
  return { status: publicResponse.status, headers, body: `${publicResponse.message}\n` };
}

/** These ask the client for something else than other credentials, and so keep their status. */
const NOT_ABOUT_ACCESS: readonly number[] = [413, 429, 503];

const TITLES: Readonly<Record<number, string>> = {
  403: "Access denied",
  413: "Request too large",
  429: "Too many requests",
  503: "Service unavailable",
};

function gatewayAnswer({ publicResponse }: Rejected): Answer {
  const status = NOT_ABOUT_ACCESS.includes(publicResponse.status) ? publicResponse.status : 403;
  return htmlPage(status, TITLES[status]!);
}

/** A page that says no more than its title. */
export function htmlPage(status: number, title: string): Answer {
  return {
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
    body: `<!DOCTYPE html>\n<html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`,
  };
}

/** A quoted string (RFC 9110 5.6.4). */
function quotedString(realm: string): string {
  if (typeof realm !== "string" || !/^[\x20-\x7e]*$/.test(realm)) {
    throw new AdapterError("option-malformed", "realm must be printable ASCII");
  }
  return `"${realm.replace(/["\\]/g, "\\$&")}"`;
}
