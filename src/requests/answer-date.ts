/** The time of a server, as its answer shows it. */

const STATUS_RE = /HTTP\/\d(?:\.\d)?[" ]+\d{3}\b/;
const DATE_RE = /\bdate["']?\s*(?::|=>|=)\s*["'[]*([a-z]{3}, \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d gmt)/i;

/** The `Date` of an answer (RFC 9110 6.6.1), as `curl -i` prints it, in seconds since 1970; `undefined` without one. */
export function dateOfAnswer(answer: string): number | undefined {
  const [, date = ""] = DATE_RE.exec(answer) ?? [];
  const time = Date.parse(date);
  return Number.isNaN(time) ? undefined : time / 1000;
}

/** The same for a log with a request and its answer. The `Date` of a request is the clock of the client, so it does not count. */
export function dateOfAnswerIn(log: string): number | undefined {
  const start = STATUS_RE.exec(log)?.index;
  return start === undefined ? undefined : dateOfAnswer(log.slice(start));
}
