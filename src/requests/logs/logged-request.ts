/** A request in a log, as the readers of logs return it. */

/** A request in a log. Each octet is a character from U+0000 to U+00FF. */
export interface LoggedRequest {
  /** Where the request begins in the log. */
  readonly index: number;
  /** The request as raw HTTP. The body is empty if the log does not contain it. */
  readonly message: string;
  /** The status of the response, if the log contains it. */
  readonly status?: number | undefined;
}

/** Finds all requests in a log of one kind; an empty list if the text is another kind. */
export type FindRequests = (log: string) => LoggedRequest[];

const REQUEST_LINE_RE = /^[A-Z]{3,20} \S+ HTTP\/[0-9.]+/;

/** Whether a text begins with a request line of HTTP/1.1. */
export function startsRequest(text: string): boolean {
  return REQUEST_LINE_RE.test(text);
}

/** Request line, header fields and body, with line feeds between them. */
export function messageOf(head: readonly string[], body = ""): string {
  return `${head.join("\n")}\n\n${body}`;
}

/** The status in a status line such as `HTTP/1.1 403 Forbidden`, wherever it is in the text. */
export function statusIn(text: string): number | undefined {
  const [, status] = /\bHTTP\/[0-9.]+ (\d{3})\b/.exec(text) ?? [];
  return status === undefined ? undefined : Number(status);
}

/** The matches of a pattern, each with the text from there to the next one. */
export function segments(log: string, start: RegExp): { match: RegExpExecArray; text: string }[] {
  const matches = [...log.matchAll(start)];
  return matches.map((match, at) => ({ match, text: log.slice(match.index, matches[at + 1]?.index) }));
}
