/** The answer of a server in a log, after the request. */

const STATUS = String.raw`HTTP\/\d(?:\.\d)?[" ]+[1-5]\d\d\b`;
/** The status of an answer, or a report of OAuth Problem Reporting. */
const ANSWER_RE = new RegExp(String.raw`${STATUS}|\b(?:oauth_problem|debug_sbs)=`);
const DATE_RE = /\bdate["']?\s*(?::|=>|=)\s*["'[]*([a-z]{3}, \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d gmt)/gi;

/** Where the first answer begins; the end of the text if there is none. */
export function startOfAnswer(log: string): number {
  return ANSWER_RE.exec(log)?.index ?? log.length;
}

/** The only answer in a log; `undefined` if there is none, or if there are several. */
export function answerIn(log: string): string | undefined {
  const [, ...moreStatuses] = log.match(new RegExp(STATUS, "g")) ?? [];
  const start = startOfAnswer(log);
  if (moreStatuses.length > 0 || start === log.length) return undefined;
  return log.slice(start, start + LARGEST_ANSWER);
}

/** In characters. */
const LARGEST_ANSWER = 65_536;

/**
 * The time of the server, from the `Date` of its answer (RFC 9110 6.6.1), as `curl -i` prints it.
 *
 * @returns seconds since 1970; `undefined` if there is none, or if there are several that differ
 */
export function dateOfAnswer(answer: string): number | undefined {
  const times = new Set(Array.from(answer.matchAll(DATE_RE), ([, date]) => Date.parse(date!)));
  const [time = Number.NaN] = times;
  return times.size !== 1 || Number.isNaN(time) ? undefined : time / 1000;
}

/** Like {@link dateOfAnswer}, for a log with a request and its answer. The `Date` of a request does not count. */
export function dateOfAnswerIn(log: string): number | undefined {
  return dateOfAnswer(log.slice(startOfAnswer(log)));
}
