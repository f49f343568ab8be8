/** The HTTP response to a rejected request: as in RFC 5849, or as the gateway answers. */

import type { ReceivedRequest, Rejected } from "../types.ts";
import { AdapterError } from "./adapter-error.ts";

/** An HTTP response, before a framework sends it. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Creates the response to a rejected request. The client sees all of it, so use `rejection.publicResponse` and not
 * `rejection.message`.
 */
export type ResponseFunction = (rejection: Rejected, request: ReceivedRequest) => HttpResponse;

/**
 * `rfc`: status and text of `publicResponse`, and a challenge with a 401 (RFC 5849 3.2). `gateway`: an HTML page, with
 * status 403 for everything that is not about size, rate or availability.
 */
export type ResponseStyle = "rfc" | "gateway";

/**
 * Returns the function that makes the responses.
 *
 * @throws {@link AdapterError} `option-malformed`
 */
export function responseFunction(style: ResponseStyle | ResponseFunction, realm: string): ResponseFunction {
  if (typeof style === "function") return (rejection, request) => checked(style(rejection, request));
  if (style === "gateway") return gatewayResponse;
  if (style !== "rfc") {
    throw new AdapterError("option-malformed", 'rejectionResponse must be "rfc", "gateway" or a function');
  }
  const challenge = `OAuth realm=${quotedString(realm)}`;
  return (rejection) => rfcResponse(rejection, challenge);
}

const HEADER_NAME_RE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/; // a token (RFC 9110 5.6.2)
const HEADER_VALUE_RE = /^[\t\x20-\x7e\x80-\xff]*$/; // no line ends

/** Checks what a function returned: not every framework checks headers, which may contain text from the client. */
function checked(response: HttpResponse): HttpResponse {
  if (response === null || typeof response !== "object" || response instanceof Promise) {
    throw returned("an object with status, headers and body, not a promise");
  }
  const { status, headers, body } = response;
  if (!Number.isInteger(status) || status < 400 || status > 599) throw returned("a status from 400 to 599");
  if (headers === null || typeof headers !== "object" || Symbol.iterator in headers) {
    throw returned("headers as an object of texts");
  }
  const areHeaders = Object.entries(headers).every(
    ([name, value]) => HEADER_NAME_RE.test(name) && typeof value === "string" && HEADER_VALUE_RE.test(value),
  );
  if (!areHeaders) throw returned("headers that can be sent");
  if (typeof body !== "string") throw returned("body as text");
  return response;
}

function returned(expected: string): AdapterError {
  return new AdapterError("option-malformed", `the function rejectionResponse must return ${expected}`);
}

/** RFC 5849 3.2 names 400 and 401; a 401 must have a challenge (RFC 9110 11.6.1). */
function rfcResponse({ publicResponse: { status, message } }: Rejected, challenge: string): HttpResponse {
  const headers: Record<string, string> = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  if (status === 401) headers["www-authenticate"] = challenge;
  return { status, headers, body: `${message}\n` };
}

/** The statuses that the gateway style keeps, because other credentials would not help the client. */
const TITLES: Readonly<Record<number, string>> = {
  413: "Request too large",
  429: "Too many requests",
  503: "Service unavailable",
};

/** The gateway-style error page. It does not give a reason. */
export function gatewayResponse({ publicResponse: { status } }: Pick<Rejected, "publicResponse">): HttpResponse {
  const title = TITLES[status];
  return title === undefined ? htmlPage(403, "Access denied") : htmlPage(status, title);
}

/** A page with nothing but a title. */
export function htmlPage(status: number, title: string): HttpResponse {
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
