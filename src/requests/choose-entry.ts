/**
 * Chooses one of several requests by its number or by a part of its URL. Never guesses; lists rejected requests
 * first.
 */

import { cut, plural, visible } from "../redaction/visible.ts";
import { shownAddress } from "./http-text.ts";
import { inputError, quoted, RequestTextError } from "./input-error.ts";

/** A request in a list. */
export interface Entry {
  readonly method: string;
  readonly url: string;
  /** The status of the response, if the file contains it. */
  readonly status?: number | undefined;
  /** Whether the request contains a signature. The only signed request needs no number. */
  readonly isSigned?: boolean | undefined;
}

/** The error for a file with several requests. The message lists them for the command line, `entries` for a page. */
export class EntryNotChosenError extends RequestTextError {
  readonly entries: readonly ListedEntry[];

  constructor(message: string, entries: readonly ListedEntry[]) {
    super(message);
    this.entries = entries;
  }
}

/** A request in a list of several. */
export interface ListedEntry {
  /** Counted from 1, as `--entry` takes it. */
  readonly number: number;
  /** Status of the response, method and URL, without values that may be secrets. */
  readonly label: string;
}

const MOST_SHOWN = 20;
const LONGEST_URL = 100;

/**
 * @param what the file, such as "a HAR file"
 * @param wanted the value of `--entry`
 */
export function chooseEntry<Found extends Entry>(
  entries: readonly Found[],
  what: string,
  wanted: string | undefined,
): Found {
  const number = /^\d{1,9}$/.test(wanted ?? "") ? Number(wanted) : undefined;
  const candidates = entries.map((entry, index) => ({ entry, number: index + 1 }));
  const fitting = candidates.filter(
    (one) => wanted === undefined || (number === undefined ? one.entry.url.includes(wanted) : one.number === number),
  );
  const signed = entries.filter(({ isSigned }) => isSigned);
  if (wanted === undefined && signed.length === 1) return signed[0]!;
  if (fitting.length === 1) return fitting[0]!.entry;
  if (entries.length === 0) throw inputError(undefined, `${what} with a request`, `${what} without entries`);
  const problem =
    wanted === undefined
      ? `${what} with ${plural(entries.length, "request")}: choose one with --entry and its number or a part of its URL`
      : `--entry ${quoted(wanted)} fits ${fitting.length} of ${plural(entries.length, "request")} in ${what}`;
  const listed = [...(fitting.length === 0 ? candidates : fitting)].sort(
    (one, other) => Number(isRejected(other.entry)) - Number(isRejected(one.entry)),
  );
  const more = listed.length - MOST_SHOWN;
  const labelled = listed.map(({ number, entry }) => ({ number, label: shown(entry) }));
  const message = [
    problem,
    ...labelled.slice(0, MOST_SHOWN).map(({ number, label }) => `  ${number}  ${label}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
  throw new EntryNotChosenError(message.join("\n"), labelled);
}

function isRejected({ status = 0 }: Entry): boolean {
  return status >= 400;
}

/** Status, method, and URL without the values of the query, which may be secrets. */
function shown({ method, url, status }: Entry): string {
  const [, query] = url.replace(/#.*/s, "").split("?", 2);
  const names = query === undefined ? "" : `?${query.replace(/=[^&]*/g, "=…")}`;
  const answered = status === undefined ? "" : `${status} `;
  return visible(cut(`${answered}${method} ${shownAddress(url)}${names}`, LONGEST_URL));
}
